// Draws the Mermaid diagrams of docs/ as SVG, each named after its text. Mermaid is large and rarely needed, so it is no dependency:
//
//     cd site && npm install --no-save mermaid && CHROMIUM=/usr/bin/chromium node draw-diagrams.mjs
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const site = dirname(fileURLToPath(import.meta.url));
const docs = resolve(site, '../docs');
const folder = join(site, 'diagrams');
const library = join(dirname(createRequire(import.meta.url).resolve('mermaid')), 'mermaid.min.js');

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
try {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of readdirSync(docs, { recursive: true }).filter((each) => each.endsWith('.md'))) {
    for (const [, code] of readFileSync(join(docs, name), 'utf8').matchAll(/```mermaid\n([\s\S]*?)```/g)) {
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
      writeFileSync(join(folder, `${hash}.svg`), await draw(code, `diagram-${hash}`));
      console.log(`docs/${name}: ${hash}.svg`);
    }
  }
} finally {
  await browser.close();
}

/** The diagram on a ground of its own, so that it can be read on a dark page too. */
async function draw(code, id) {
  const page = await browser.newPage();
  await page.addScriptTag({ path: library });
  const svg = await page.evaluate(
    async ([text, name]) => {
      const { mermaid } = globalThis;
      mermaid.initialize({
        startOnLoad: false,
        theme: 'neutral',
        htmlLabels: false,
        flowchart: { htmlLabels: false },
        fontFamily: 'system-ui, sans-serif',
      });
      return (await mermaid.render(name, text)).svg;
    },
    [code, id],
  );
  await page.close();
  const [, width, height] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const start = svg.indexOf('>') + 1;
  const head = svg
    .slice(0, start)
    .replace(/ width="100%"/, ` width="${Math.ceil(width)}" height="${Math.ceil(height)}"`);
  return `${head}<rect width="100%" height="100%" fill="#fff" rx="8"/>${svg.slice(start)}\n`;
}
