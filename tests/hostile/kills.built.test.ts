import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseMemory } from '../../src/memory/memory.ts';
import { clearStages, makeStage, NOW, type Stage } from '../e2e/stage.ts';
import { everyFile } from '../e2e/stories.ts';
import { CACHE, takeTree } from '../e2e/tree.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { isLong } from './length.ts';

afterAll(clearStages);

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const MEMORY = '.memory/harness-learnings.md';

/** Commands that write. */
const WRITING = [
  ['learn', '--apply'],
  ['undo'],
  ['capture', '--guidance', 'Run `make seed` before `make test`.', '--scope', 'tests/**', '--yes'],
  ['install', 'all', '--project', '--apply'],
  ['uninstall', 'all', '--project', '--apply'],
];

/** Starts a command and ends it hard after so many milliseconds, if it is not done by then. */
async function killAfter(stage: Stage, args: readonly string[], milliseconds: number): Promise<boolean> {
  const env = isolatedEnvironment({ home: stage.home, now: NOW });
  const child = spawn(process.execPath, [cli, ...args], { cwd: stage.project, env, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const signal = await new Promise<NodeJS.Signals | null>((done) => child.on('close', (_code, by) => done(by)));
  clearTimeout(timer);
  return signal !== null;
}

describe('a command that is killed', () => {
  it('leaves whole files, keeps nobody out, and is tidied up behind', async () => {
    const stage = await makeStage(everyFile);
    await stage.write('CLAUDE.md', '# Harbour\n\nMine.\n');
    let killed = 0;
    const rounds = isLong ? 400 : 25;
    for (let round = 0; round < rounds; round++) {
      const args = WRITING[round % WRITING.length] ?? [];
      // From before anything is loaded to after the last file is written.
      if (await killAfter(stage, args, 40 + ((round * 37) % 600))) killed += 1;
      const context = (await stage.read('CLAUDE.md')) ?? '';
      expect(context.startsWith('# Harbour\n\nMine.\n'), args.join(' ')).toBe(true);
      expect(context.match(/hardwon:learn:start/g)?.length, args.join(' ')).toBe(
        context.match(/hardwon:learn:end/g)?.length,
      );
      expect(parseMemory(await stage.read(MEMORY), MEMORY, await stage.read('.memory/tombstones.md')).notices).toEqual(
        [],
      );
    }
    expect(killed).toBeGreaterThan(rounds / 10);
    const last = await stage.run(['learn', '--apply']);
    expect({ code: last.code, stderr: last.stderr }).toEqual({ code: 0, stderr: '' });
    expect(await stage.read('CLAUDE.md')).toContain('hardwon:learn:start');
    const left = (await takeTree(stage.home, { without: [CACHE] })).filter((line) =>
      /\.tmp\b|\.lock\b|\.begun\b/.test(line),
    );
    expect(left).toEqual([]);
  }, 900_000);
});
