import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A file of the built tool; without it there is nothing to measure. */
export function builtFile(name) {
  const path = resolve(import.meta.dirname, '../dist', name);
  if (existsSync(path)) return path;
  console.error(`dist/${name} is not there: run npm run build first`);
  process.exit(2);
}

/** A home of its own with a project in it, whose memory has as many entries as asked for, and empty scripts to compare with. */
export function makePlace(name, entries) {
  const home = mkdtempSync(join(tmpdir(), `hardwon-bench-${name}-`));
  const project = join(home, 'harbour');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(project, '.memory'));
  writeFileSync(join(project, '.memory', 'harness-learnings.md'), `# Learnings\n\n${entries.join('\n')}`);
  const [empty, emptyModule] = ['empty.cjs', 'empty.mjs'].map((script) => join(home, script));
  for (const path of [empty, emptyModule]) writeFileSync(path, '');
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  return { project, env, empty, emptyModule, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** An entry of a memory, by its number. */
export function makeEntry(number, fields) {
  return [
    `## L-${String(number + 1).padStart(3, '0')}: Berth ${number}`,
    ...fields.map((field) => `- ${field}`),
    '',
  ].join('\n');
}

/** Measures cases in turns, so that whatever else the machine does falls on all of them alike: the times of each. */
export async function takeTurns(cases, runs) {
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < runs; round++)
    for (const [name, measure] of Object.entries(cases)) times[name].push(await measure());
  return times;
}

/** Of a list of times: the one in the middle, or where so large a part is shorter. */
export function quantile(times, part = 0.5) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
}
