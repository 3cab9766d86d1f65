import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runNode } from '../support/run.ts';
import { repository } from './markdown.ts';

const script = join(repository, 'scripts/capture.mjs');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardwon-capture-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the picture of the README', () => {
  it('is up to date', async () => {
    expect(await runNode(script, ['--check'], { home: folder })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('is found to be out of date', async () => {
    const stale = join(folder, 'stale.svg');
    await writeFile(stale, '<svg/>');
    expect(await runNode(script, ['--check', '--to', stale], { home: folder })).toMatchObject({ code: 1 });
  });
});

describe('drawing', () => {
  it('keeps text as text and lets none of it be markup', async () => {
    const svg = await draw('a <script>alert("&")</script> \u0007 b\n');
    expect(svg).toContain('a &lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt; \u{FFFD} b');
    expect(svg.match(/<script/g)).toBeNull();
  });

  it('turns colours into classes and keeps columns', async () => {
    const svg = await draw('\u001b[1mname\u001b[22m  \u001b[32m+ new\u001b[39m plain \u001b[2mgrey\u001b[22m\n');
    const spans = [...svg.matchAll(/<tspan x="([\d.]+)" textLength="[\d.]+"(?: class="([^"]*)")?>([^<]*)</g)];
    const column = (x: string | undefined) => Math.round((Number(x) - 20) / 7.8);
    expect(spans.map(([, x, style = '', text]) => [column(x), style, text])).toEqual([
      [0, 'bold', 'name'],
      [6, 'green', '+ new'],
      [12, '', 'plain'],
      [18, 'dim', 'grey'],
    ]);
  });

  it('keeps a style that goes on in the next line', async () => {
    const svg = await draw('\u001b[2mgrey\nstill grey\u001b[22m\nplain\n');
    expect([...svg.matchAll(/class="dim">([^<]*)</g)].map((match) => match[1])).toEqual(['grey', 'still grey']);
  });

  it('breaks long lines as a terminal does, and says how many it leaves out', async () => {
    const svg = await draw(`${'x'.repeat(250)}\n${'line\n'.repeat(200)}`);
    const widths = [...svg.matchAll(/>(x+)</g)].map((match) => match[1]?.length);
    expect(widths).toEqual([100, 100, 50]);
    const rows = svg.match(/<text /g)?.length ?? 0;
    const shown = svg.match(/>line</g)?.length ?? 0;
    expect(rows).toBe(3 + shown + 1);
    expect(svg).toContain(`… ${200 - shown} more lines`);
  });
});

describe('motion', () => {
  it('scrolls to the last row, screen by screen', async () => {
    const svg = await draw(`$ hardwon demo\n${'line\n'.repeat(59)}`);
    const offsets = [...svg.matchAll(/translateY\((-?\d+)px\)/g)].map((match) => -Number(match[1]) / 19 + 0);
    expect(offsets).toEqual([0, 24, 33, 33]);
    expect(svg).toMatch(/steps\(14\)/);
  });

  it('leaves out the scrolling where everything fits', async () => {
    const svg = await draw('$ hardwon demo\nline\n');
    expect([...svg.matchAll(/translateY\((-?\d+)px\)/g)].map((match) => Number(match[1]))).toEqual([0, 0]);
  });

  it('stands still for those who want no motion, and has colours for light and dark', async () => {
    const svg = await draw('$ hardwon demo\nline\n');
    expect(svg.match(/animation:/g)).toHaveLength(3);
    expect(svg.split('@media (prefers-reduced-motion:no-preference){')[1]?.match(/animation:/g)).toHaveLength(3);
    expect(svg).toContain('@media (prefers-color-scheme:light)');
  });

  it('has colours that can be read on their ground', async () => {
    const [dark = '', light = ''] = (await draw('$ x\n')).split('@media (prefers-color-scheme:light)');
    for (const part of [dark, light]) {
      const found = [...part.matchAll(/(text|\.\w+)\{fill:(#\w{6})\}/g)];
      const colours: Record<string, string> = Object.fromEntries(found.map(([, name = '', fill = '']) => [name, fill]));
      const { '.ground': ground = '', '.button': _button, ...letters } = colours;
      expect(Object.keys(letters)).toEqual(['text', '.red', '.green', '.yellow', '.cyan', '.dim']);
      for (const [name, colour] of Object.entries(letters)) expect(contrast(colour, ground), name).toBeGreaterThan(4.5);
    }
  });
});

/** The contrast of two colours, as WCAG counts it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

async function draw(text: string): Promise<string> {
  const from = join(folder, 'from.txt');
  const to = join(folder, 'to.svg');
  await writeFile(from, text);
  expect(await runNode(script, ['--from', from, '--to', to], { home: folder })).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  return readFile(to, 'utf8');
}
