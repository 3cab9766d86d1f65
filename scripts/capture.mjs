// Draws docs/demo.svg: what `hardwon demo` prints, as a terminal window. The same bytes every time.
//
//     node scripts/capture.mjs                        run the built tool and write docs/demo.svg
//     node scripts/capture.mjs --check                end with 1 where docs/demo.svg is out of date
//     node scripts/capture.mjs --from FILE --to FILE  draw the text of a file instead, colours included
//
// Text stays text, so that it can be read aloud, searched and copied; each run of one colour has its own place, so that columns line up
// in whatever font the reader has.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, from: { type: 'string' }, to: { type: 'string' } },
});
const root = resolve(fileURLToPath(import.meta.url), '../..');
const target = values.to ?? join(root, 'docs/demo.svg');

/** The demo's sessions end on the day before: the picture is the same on every day. */
const HARDWON_NOW = '2026-03-21T09:00:00Z';

const COLUMNS = 100;
/** Rows that are drawn; how many lines follow is said in the last one. */
const ROWS = 64;
const CHARACTER = 7.8;
const LINE = 19;
const MARGIN = 20;
const BAR = 36;

/** One dark palette for light and dark pages alike: every colour has a contrast of at least 4.5 to 1 with the ground. */
const COLOURS = { red: '#ff7b72', green: '#7ee787', yellow: '#e3b341', cyan: '#79c0ff', dim: '#9198a1' };
const GROUND = '#0d1117';
const TEXT = '#e6edf3';
const FRAME = '#3d444d';

/** `ESC [ 1 ; 32 m`; built from the code, because a control character has no place in a pattern. */
const ESCAPE = String.fromCharCode(27);
const ESCAPES = new RegExp(`(${ESCAPE}\\[[0-9;]*m)`);
const CODE = new RegExp(`^${ESCAPE}\\[([0-9;]*)m$`);

const CODES = { 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' };

try {
  const svg = drawWindow(values.from === undefined ? runDemo() : readFileSync(values.from, 'utf8'));
  if (!values.check) writeFileSync(target, svg);
  else if (!existsSync(target) || readFileSync(target, 'utf8').replaceAll('\r\n', '\n') !== svg) {
    console.error('docs/demo.svg is out of date: node scripts/capture.mjs');
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`capture: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}

function runDemo() {
  const cli = join(root, 'dist/cli.js');
  if (!existsSync(cli)) throw new Error('dist/cli.js is not there: npm run build');
  const home = mkdtempSync(join(tmpdir(), 'hardwon-capture-'));
  try {
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      USERPROFILE: home,
      TZ: 'UTC',
      HARDWON_NOW,
      FORCE_COLOR: '1',
      COLUMNS: String(COLUMNS),
    };
    if (process.env.TMPDIR) env.TMPDIR = process.env.TMPDIR;
    const run = spawnSync(process.execPath, [cli, 'demo'], { cwd: home, env, encoding: 'utf8', timeout: 60_000 });
    if (run.error) throw run.error;
    if (run.status !== 0) throw new Error(`demo ended with ${run.status ?? run.signal}: ${run.stderr.slice(-2000)}`);
    return `$ npx hardwon demo\n${run.stdout}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function drawWindow(output) {
  const all = output.trimEnd().replaceAll('\r\n', '\n').split('\n');
  const lines = cutRows(all.map((line) => breakLine(readRuns(line))));
  const width = Math.round(COLUMNS * CHARACTER + 2 * MARGIN);
  const height = BAR + lines.length * LINE + MARGIN;
  const rows = lines.flatMap((runs, index) => (runs.length === 0 ? [] : [drawLine(runs, BAR + (index + 1) * LINE - 5)]));
  const styles = Object.entries(COLOURS).map(([name, colour]) => `.${name}{fill:${colour}}`);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    '<title id="title">What hardwon demo prints in a terminal</title>',
    `<style>text{fill:${TEXT};font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}.bold{font-weight:700}${styles.join('')}</style>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${GROUND}" stroke="${FRAME}"/>`,
    ...[20, 40, 60].map((x) => `<circle cx="${x}" cy="18" r="6" fill="${FRAME}"/>`),
    ...rows,
    '</svg>',
  ].join('\n')}\n`;
}

/** The first rows, and a note of what is left out. A line that was broken over several rows stays whole. */
function cutRows(lines) {
  const rows = lines.flat();
  if (rows.length <= ROWS) return rows;
  let kept = 0;
  let shown = 0;
  while (kept + (lines[shown]?.length ?? 0) < ROWS) kept += lines[shown++]?.length ?? 0;
  const note = { text: `… ${lines.length - shown} more lines`, column: 0, style: ['dim'] };
  return [...rows.slice(0, kept), [note]];
}

/** The rows of a line in a terminal: characters beyond the last column go on in the next row. */
function breakLine(runs) {
  const rows = [[]];
  for (const { text, column, style } of runs) {
    const characters = [...text];
    for (let from = 0; from < characters.length; ) {
      const at = (column + from) % COLUMNS;
      const part = characters.slice(from, from + COLUMNS - at);
      const row = Math.floor((column + from) / COLUMNS);
      rows[row] ??= [];
      rows[row].push({ text: part.join(''), column: at, style });
      from += part.length;
    }
  }
  return rows;
}

function drawLine(runs, y) {
  const spans = runs.map(({ text, column, style }) => {
    const x = round(MARGIN + column * CHARACTER);
    const length = round([...text].length * CHARACTER);
    const names = style.length > 0 ? ` class="${style.join(' ')}"` : '';
    return `<tspan x="${x}" textLength="${length}"${names}>${escapeXml(text)}</tspan>`;
  });
  return `<text y="${y}" xml:space="preserve">${spans.join('')}</text>`;
}

/** Stretches of a line in one style, each with the column it starts in. Styles end with their line: ours never run over one. */
function readRuns(line) {
  const runs = [];
  let colour;
  let isBold = false;
  let isDim = false;
  let column = 0;
  for (const part of line.split(ESCAPES)) {
    const code = CODE.exec(part)?.[1];
    if (code !== undefined) {
      for (const number of code.split(';').map(Number)) {
        if (number === 0 || number === 39) colour = undefined;
        if (number === 0 || number === 22) isBold = isDim = false;
        if (number === 1) isBold = true;
        if (number === 2) isDim = true;
        if (number in CODES) colour = CODES[number];
      }
      continue;
    }
    const style = [isBold ? 'bold' : '', colour ?? (isDim ? 'dim' : '')].filter(Boolean);
    // Without the blanks around it, so that nothing depends on how wide a renderer makes them.
    const text = part.trim();
    if (text !== '') runs.push({ text, column: column + part.indexOf(text), style });
    column += [...part].length;
  }
  return runs;
}

function escapeXml(text) {
  const visible = [...text].map((character) => (character.codePointAt(0) < 32 ? '\u{FFFD}' : character)).join('');
  return visible.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function round(number) {
  return Math.round(number * 10) / 10;
}
