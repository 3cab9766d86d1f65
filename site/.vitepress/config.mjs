// The pages of docs/ as a site. Nothing in it is loaded from elsewhere: no fonts, no scripts, and the search index is a part of it.
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { PAGES } from '../../scripts/pages.mjs';

const site = resolve(fileURLToPath(import.meta.url), '../..');
const root = resolve(site, '..');
const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

preparePages();

export default defineConfig({
  title: 'hardwon',
  description,
  srcDir: './pages',
  rewrites: { 'decisions/README.md': 'decisions/index.md', 'getting-started.md': 'index.md' },
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [{ text: `v${version}`, link: '/commands' }],
    sidebar: PAGES.map(({ title, pages }) => ({
      text: title,
      items: pages.map(([name, text]) => ({ text, link: linkOf(name) })),
    })),
  },
  buildEnd: ({ outDir }) => copyFileSync(join(root, 'llms.txt'), join(outDir, 'llms.txt')),
});

function linkOf(name) {
  return name === 'getting-started' ? '/' : `/${name.replace(/README$/, '')}`;
}

/** Copies the pages, so that they lie beside the packages that build them. */
function preparePages() {
  const pages = join(site, 'pages');
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(root, 'docs'), pages, { recursive: true });
  cpSync(join(site, 'diagrams'), join(pages, 'public'), { recursive: true });
  for (const name of readdirSync(pages, { recursive: true })) {
    const path = join(pages, name);
    if (name.endsWith('.md')) writeFileSync(path, preparePage(readFileSync(path, 'utf8'), name));
  }
}

/** Shows diagrams as pictures, and names of files outside docs/ without a link. */
function preparePage(text, name) {
  const outside = name.includes('decisions') ? /\[([^\]]*)\]\(\.\.\/\.\.\/[^)]*\)/g : /\[([^\]]*)\]\(\.\.\/[^)]*\)/g;
  return text.replace(/```mermaid\n([\s\S]*?)```/g, (_whole, code) => drawDiagram(code, name)).replace(outside, '$1');
}

/** Drawing in the browser would take a script of megabytes: draw-diagrams.mjs has drawn each diagram, and named it after its text. */
function drawDiagram(code, name) {
  const file = `${createHash('sha256').update(code).digest('hex').slice(0, 16)}.svg`;
  if (existsSync(join(site, 'diagrams', file))) return `![Diagram](/${file})`;
  console.warn(`A diagram of docs/${name} is not drawn, and shown as text: node site/draw-diagrams.mjs`);
  return `\`\`\`text\n${code}\`\`\``;
}
