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

  it('breaks long lines as a terminal does, and says how many it leaves out', async () => {
    const svg = await draw(`${'x'.repeat(250)}\n${'line\n'.repeat(100)}`);
    const widths = [...svg.matchAll(/>(x+)</g)].map((match) => match[1]?.length);
    expect(widths).toEqual([100, 100, 50]);
    const rows = svg.match(/<text /g)?.length ?? 0;
    const shown = svg.match(/>line</g)?.length ?? 0;
    expect(rows).toBe(3 + shown + 1);
    expect(svg).toContain(`… ${100 - shown} more lines`);
  });
});

async function draw(text: string): Promise<string> {
  const from = join(folder, 'from.txt');
  const to = join(folder, 'to.svg');
  await writeFile(from, text);
  expect(await runNode(script, ['--from', from, '--to', to], { home: folder })).toEqual({ code: 0, stdout: '', stderr: '' });
  return readFile(to, 'utf8');
}
