// Draws docs/demo.svg: what `hardwon demo` prints, as a terminal window in which the command is typed and the output scrolls by. The same
// bytes every time.
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
const ROWS = 140;
/** Rows of the window, and those that stay in view when it scrolls. */
const VIEW = 27;
const OVERLAP = 3;
/** Seconds: a letter that is typed, the pause before the output, a screen that stands still, and the move to the next one. */
const PACE = { letter: 0.07, pause: 0.4, screen: 4, scroll: 0.7 };
const CHARACTER = 7.8;
const LINE = 19;
const MARGIN = 20;
const BAR = 36;

/** Every colour has a contrast of at least 4.5 to 1 with its ground. */
const DARK = {
  ground: '#0d1117',
  frame: '#3d444d',
  text: '#e6edf3',
  red: '#ff7b72',
  green: '#7ee787',
  yellow: '#e3b341',
  cyan: '#79c0ff',
  dim: '#9198a1',
};
const LIGHT = {
  ground: '#ffffff',
  frame: '#d1d9e0',
  text: '#1f2328',
  red: '#cf222e',
  green: '#116329',
  yellow: '#7d4e00',
  cyan: '#0550ae',
  dim: '#59636e',
};

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
  const style = { colour: undefined, isBold: false, isDim: false };
  const lines = cutRows(all.map((line) => breakLine(readRuns(line, style))));
  const width = Math.round(COLUMNS * CHARACTER + 2 * MARGIN);
  const height = BAR + Math.min(lines.length, VIEW) * LINE + MARGIN;
  const rows = lines.map((runs, index) => (runs.length === 0 ? '' : drawLine(runs, BAR + (index + 1) * LINE - 5)));
  const [command, ...printed] = rows;
  const letters = Math.min([...all[0]].length, COLUMNS);
  const moves = animate(lines.length, letters);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    '<title id="title">What hardwon demo prints in a terminal</title>',
    `<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}.bold{font-weight:700}${paint(DARK)}@media (prefers-color-scheme:light){${paint(LIGHT)}}${moves}</style>`,
    `<rect class="ground frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...[20, 40, 60].map((x) => `<circle class="button" cx="${x}" cy="18" r="6"/>`),
    `<clipPath id="view"><rect x="1" y="${BAR}" width="${width - 2}" height="${height - BAR - MARGIN}"/></clipPath>`,
    '<g clip-path="url(#view)"><g class="roll">',
    ...(command ? [command] : []),
    `<rect class="ground cover" x="${MARGIN}" y="${BAR}" width="${round(letters * CHARACTER)}" height="${LINE}"/>`,
    '<g class="printed">',
    ...printed.filter(Boolean),
    '</g></g></g>',
    '</svg>',
  ].join('\n')}\n`;
}

function paint({ ground, frame, text, ...colours }) {
  const named = Object.entries(colours).map(([name, colour]) => `.${name}{fill:${colour}}`);
  return `text{fill:${text}}.ground{fill:${ground}}.frame{stroke:${frame}}.button{fill:${frame}}${named.join('')}`;
}

/** The command is typed, the output appears, and the window goes through it screen by screen. Without motion, the first screen stands. */
function animate(rows, letters) {
  const typed = letters * PACE.letter;
  const start = typed + PACE.pause;
  const last = Math.max(0, rows - VIEW);
  const stops = [0];
  while (stops.at(-1) < last) stops.push(Math.min(last, stops.at(-1) + VIEW - OVERLAP));
  const total = start + stops.length * (PACE.screen + PACE.scroll);
  const at = (seconds) => `${round((seconds / total) * 100)}%`;
  const roll = stops.map((stop, index) => {
    const from = start + index * (PACE.screen + PACE.scroll);
    return `${at(index === 0 ? 0 : from)},${at(from + PACE.screen)}{transform:translateY(${-stop * LINE}px)}`;
  });
  const end = `100%{transform:translateY(${-stops.at(-1) * LINE}px)}`;
  return [
    '.cover{opacity:0}',
    `@keyframes roll{${roll.join('')}${end}}`,
    `@keyframes printed{0%{opacity:0;animation-timing-function:step-end}${at(start)},100%{opacity:1}}`,
    `@keyframes cover{0%{opacity:1;transform:none;animation-timing-function:steps(${letters})}${at(typed)}{opacity:1;transform:translateX(${round(letters * CHARACTER)}px)}${at(start)},100%{opacity:0;transform:translateX(${round(letters * CHARACTER)}px)}}`,
    '@media (prefers-reduced-motion:no-preference){',
    ...['roll', 'printed', 'cover'].map((name) => `.${name}{animation:${name} ${round(total)}s ease-in-out infinite}`),
    '}',
  ].join('');
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

/** Stretches of a line in one style, each with the column it starts in. `state` is the style that goes on from the line before. */
function readRuns(line, state) {
  const runs = [];
  let column = 0;
  for (const part of line.split(ESCAPES)) {
    const code = CODE.exec(part)?.[1];
    if (code !== undefined) {
      for (const number of code.split(';').map(Number)) {
        if (number === 0 || number === 39) state.colour = undefined;
        if (number === 0 || number === 22) state.isBold = state.isDim = false;
        if (number === 1) state.isBold = true;
        if (number === 2) state.isDim = true;
        if (number in CODES) state.colour = CODES[number];
      }
      continue;
    }
    const { colour, isBold, isDim } = state;
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
