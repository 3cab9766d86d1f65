import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, makeStage, type Stage } from './stage.ts';
import { everyFile, laterLesson } from './stories.ts';

const longPaths = `
sessions:
  - calls:
      - {shell: pnpm run test:browser --project services/booking/reservations --reporter list, error: "Command timed out after 2m 0s"}
      - {shell: pnpm run test:browser --project services/booking/reservations --reporter list, timeout: 600000, prints: ok}
      - {read: services/booking/reservations/models/berth_reservation_conflict.ts, missing: true}
      - {read: services/booking/reservations/domain/berth_reservation_conflict.ts}
      - {shell: "python3 scripts/${'import_'.repeat(12)}ships.py --since 2026-03-01 --until 2026-03-31 --dry-run --verbose", fails: "${'Traceback of a very long error message '.repeat(8)}\\n\\tModuleNotFoundError: No module named 'polars'"}
      - {shell: "uv run python scripts/${'import_'.repeat(12)}ships.py --since 2026-03-01 --until 2026-03-31 --dry-run --verbose"}
      - {shell: curl --silent --show-error https://ports.example.org/api/v1/harbours/berths, denied: true}
`;

const cli = resolve(import.meta.dirname, '../../dist/cli.js');

let stage: Stage;
/** The same sessions, and what was learned from them is in the memory. */
let learned: Stage;
beforeAll(async () => {
  stage = await makeTalkative();
  learned = await makeTalkative();
  await learned.learn(['--apply']);
  const other = join(stage.home, 'a project with quite a long name that has to be cut somewhere');
  await mkdir(other);
  await stage.tell(laterLesson, other);
  await stage.write('hardwon.config.json', '{}');
  await stage.write('CLAUDE.md', '<!-- headroom:learn:start -->\n<!-- headroom:learn:end -->\n');
});
afterAll(clearStages);

async function makeTalkative(): Promise<Stage> {
  const made = await makeStage(everyFile);
  for (const day of ['06', '07'])
    await made.tell(longPaths.replaceAll('- calls:', `- start: 2026-03-${day}T09:00:00Z\n    calls:`));
  return made;
}

const MEMORY_COMMANDS = [
  ['memory'],
  ['memory', 'show', 'L-001'],
  ['consult'],
  ['promote', '--check'],
  ['tidy'],
  ['check', '--tool', 'python3'],
];

describe('the width', () => {
  it.each([80, 120])('of %i columns is kept', async (columns) => {
    const env = { COLUMNS: String(columns) };
    const runs: string[][] = [
      ['learn'],
      ['learn', '--all', '--verbose', '--budget', '300'],
      ['learn', '--min-confidence', 'high'],
      ['learn', '--since', '2030-01-01'],
      ['projects'],
      ['agents'],
      ['stats'],
      ['stats', '--all'],
      ['backtest', '--all'],
      ['undo'],
      ['demo'],
    ];
    const { lessons } = await stage.learn();
    for (const { id } of lessons.slice(0, 4)) runs.push(['why', id]);
    const outputs = [];
    for (const args of runs) outputs.push({ args, ...(await stage.run(args, { env })) });
    for (const args of MEMORY_COMMANDS) outputs.push({ args, ...(await learned.run(args, { env })) });
    outputs.push({ args: ['elsewhere'], ...(await stage.run(['learn'], { env, cwd: stage.home })) });
    let longest = 0;
    for (const { args, code, stdout } of outputs) {
      expect(code, args.join(' ')).toBeLessThan(2);
      for (const line of proseOf(stdout)) {
        longest = Math.max(longest, line.length);
        expect(isWithin(line, columns), `${args.join(' ')}: ${line}`).toBe(true);
        expect(line, args.join(' ')).toBe(line.trimEnd());
      }
    }
    // The width is used, too.
    expect(longest).toBeGreaterThan(columns * 0.9);
  });
});

describe('a terminal that is hardly wider than a word', () => {
  const others = [
    ['learn'],
    ['projects'],
    ['agents'],
    ['stats'],
    ['stats', '--effect'],
    ['backtest'],
    ['promote'],
    ['doctor'],
  ];
  it.each([...MEMORY_COMMANDS, ...others].map((args) => [args]))('gets what %j says', async (args) => {
    const { code, stdout, stderr } = await learned.run(args, { env: { COLUMNS: '20' } });
    expect(stderr).toBe('');
    expect(code).toBeLessThan(2);
    expect(stdout).not.toBe('');
  });
});

// Only Linux has a device that is always full.
describe.skipIf(!existsSync('/dev/full'))('an output that takes nothing more', () => {
  it.each([['learn'], ['learn', '--json'], ['--version'], ['check', '--tool', 'make']])(
    'is told for %s %s',
    async (...args) => {
      const words = args.filter((word) => word !== undefined);
      const run = promisify(execFile)('/bin/sh', ['-c', '"$@" > /dev/full', 'sh', process.execPath, cli, ...words], {
        cwd: stage.project,
        env: isolatedEnvironment({ home: stage.home }),
      });
      const told = 'hardwon: Cannot write the output: the disk is full\n  Make room, and run the command again.\n';
      await expect(run).rejects.toMatchObject({ code: 2, stderr: told });
    },
  );
});

describe('colours', () => {
  const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
  const run = (env: Record<string, string | undefined>, args = ['learn']) =>
    stage.run(args, { env: { NO_COLOR: undefined, ...env } });

  it('are not there in a pipe, nor with NO_COLOR, nor in a terminal that has none', async () => {
    expect((await run({})).stdout).not.toMatch(colours);
    expect((await run({ NO_COLOR: '1', FORCE_COLOR: '1' })).stdout).not.toMatch(colours);
    expect((await run({ FORCE_COLOR: '0' })).stdout).not.toMatch(colours);
  });

  it.each([['learn'], ['why', 'L-001'], ['projects'], ['demo']])(
    'are there with FORCE_COLOR in %s, and change nothing else',
    async (...args) => {
      const painted = (await run({ FORCE_COLOR: '1' }, args)).stdout;
      expect(painted.match(colours)?.length).toBeGreaterThan(3);
      expect(painted.replace(colours, '')).toBe((await run({ NO_COLOR: '1' }, args)).stdout);
    },
  );

  it('are never in JSON', async () => {
    expect((await run({ FORCE_COLOR: '1' }, ['learn', '--json'])).stdout).not.toMatch(colours);
  });
});

/** The lines that are ours to break: not those of a diff, nor commands, which are there to be copied. */
function proseOf(text: string): string[] {
  const lines = text.split('\n');
  const prose: string[] = [];
  let isDiff = false;
  for (const line of lines) {
    if (line.startsWith('--- ')) isDiff = true;
    else if (isDiff && !/^[ +@-]/.test(line)) isDiff = false;
    if (!isDiff && !/^(?:see the diff|write it|see why|undo it): |^ {2}hardwon learn --project/.test(line))
      prose.push(line);
  }
  return prose;
}

/** A line may be longer where a single word leaves no choice. */
function isWithin(line: string, columns: number): boolean {
  if (line.length <= columns) return true;
  const words = line.trim().split(/ +/);
  return words.some((word) => word.length > columns - 16) && words.length <= 3;
}
