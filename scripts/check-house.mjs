// Checks the budget of lines, the order of folders and import cycles, and prints the table of folders.
//
//     node scripts/check-house.mjs [--root FOLDER] [--lower]
//
// budget.json gives each folder of src a ceiling and a goal in lines of TypeScript. Their order there is the order of imports:
// a folder imports only from those before it; `imports` says more about some files. Lines may move from one ceiling to another, but
// the sum of the ceilings never grows, but for the lines that `beside` grants to what is built beside the old until that goes;
// --lower sets them to what is there.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import picomatch from 'picomatch';

const TYPES_AND_LAZY = /\b(?:import|export) type [^;]*;|\bimport\('[^']*'\)/g;
const { values } = parseArgs({ options: { root: { type: 'string' }, lower: { type: 'boolean' } } });
const root = resolve(values.root ?? join(import.meta.dirname, '..'));
const budget = JSON.parse(readFileSync(join(root, 'budget.json'), 'utf8'));
const order = Object.keys(budget.src);
const special = Object.entries(budget.imports).map(([files, only]) => [picomatch(files), picomatch(only)]);
const src = read('src');
const imports = new Map([...src].map(([file, text]) => [file, importsOf(file, text)]));
const loaded = new Map([...src].map(([file, text]) => [file, importsOf(file, text.replace(TYPES_AND_LAZY, ''))]));
const problems = [...imports.keys()].flatMap(findForbidden);
const seen = new Set();
for (const file of loaded.keys()) findCycle(file, []);
const lines = countLines();
if (values.lower) lower();
printTable();
if (sumOf(budget) > sumBefore()) problems.push('budget.json: the sum of the ceilings grew');
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** The text of each TypeScript file, by its path below the folder. */
function read(folder) {
  const names = readdirSync(join(root, folder), { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  return new Map(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(root, folder, name), 'utf8')]));
}

/** What a file imports, types and lazy imports too: built-in modules, and paths below src. */
function importsOf(file, text) {
  const found = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(node:[^']+|\.[^']+)'/g)];
  return found.map(([, path]) => (path.startsWith('node:') ? path : posix.join(posix.dirname(file), path)));
}

function findForbidden(file) {
  const [folder, part] = file.split('/');
  const only = special.find(([isAbout]) => isAbout(file))?.[1];
  return imports.get(file).flatMap((target) => {
    const [to, other] = target.split('/');
    const isOtherAgent = `${folder} ${to}` === 'agents agents' && [file, target].every(isInAgent) && part !== other;
    const isAllowed = only ? only(target) : folder === to || target.startsWith('node:') || isBefore(to, folder);
    return isAllowed && !isOtherAgent ? [] : [`src/${file}: must not import ${target} (see budget.json)`];
  });
}

function isInAgent(file) {
  return file.split('/').length > 2;
}

function isBefore(to, folder) {
  return folder === 'index.ts' || (order.includes(to) && order.indexOf(to) < order.indexOf(folder));
}

function findCycle(file, path) {
  if (path.includes(file)) problems.push(`src/${path.slice(path.indexOf(file)).join(' > ')} > ${file}: a cycle`);
  if (seen.has(file)) return;
  seen.add(file);
  for (const target of loaded.get(file) ?? []) findCycle(target, [...path, file]);
}

function countLines() {
  const counts = Object.fromEntries([...order, 'tests'].map((name) => [name, 0]));
  const all = [
    ...[...src].map(([file, text]) => [file.split('/')[0], text]),
    ...[...read('tests').values()].map((text) => ['tests', text]),
  ];
  for (const [name, text] of all) {
    if (counts[name] === undefined) problems.push(`src/${name}: not in budget.json`);
    counts[name] += text.split('\n').length - 1;
  }
  return counts;
}

function rowsOf({ src: folders, tests }) {
  return [...Object.entries(folders), ['tests', tests]];
}

function sumOf(some) {
  return rowsOf(some).reduce((sum, [, { ceiling }]) => sum + ceiling, -(some.beside ?? 0));
}

/** The sum in the last commit, or in the one before if this is what was committed. */
function sumBefore() {
  const sums = ['HEAD', 'HEAD~1'].map((commit) => {
    try {
      return sumOf(
        JSON.parse(
          execFileSync('git', ['show', `${commit}:budget.json`], { cwd: root, encoding: 'utf8', stdio: 'pipe' }),
        ),
      );
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  });
  return Math.min(...sums);
}

function lower() {
  const path = join(root, 'budget.json');
  const set = (text, [name, row]) =>
    text.replace(
      `"${name}": { "ceiling": ${row.ceiling},`,
      `"${name}": { "ceiling": ${Math.min(row.ceiling, lines[name])},`,
    );
  writeFileSync(path, rowsOf(budget).reduce(set, readFileSync(path, 'utf8')));
  for (const [name, row] of rowsOf(budget)) row.ceiling = Math.min(row.ceiling, lines[name]);
}

function printTable() {
  const row = (...cells) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(12) : String(cell).padStart(9))).join(''));
  row('folder', 'lines', 'ceiling', 'goal');
  for (const [name, { ceiling, goal }] of rowsOf(budget)) {
    row(name, lines[name], ceiling, goal);
    if (lines[name] > ceiling)
      problems.push(`${name}: ${lines[name]} lines, ${lines[name] - ceiling} above the ceiling of budget.json`);
  }
  const ofSrc = Object.values(budget.src);
  row(
    'src',
    order.reduce((sum, name) => sum + lines[name], 0),
    ofSrc.reduce((sum, { ceiling }) => sum + ceiling, 0),
    ofSrc.reduce((sum, { goal }) => sum + goal, 0),
  );
}
