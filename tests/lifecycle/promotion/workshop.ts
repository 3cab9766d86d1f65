import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changeMemory, type MemoryChange } from '../../../src/lifecycle/change-memory.ts';
import type { PlannedPromotion, PromotionRequest } from '../../../src/lifecycle/promotion/plan-promotion.ts';
import { promoteLessons } from '../../../src/lifecycle/promotion/promote-lessons.ts';
import { entryText } from '../memories.ts';

export const NOW = new Date('2026-03-09T12:00:00Z');

/** A project on disk, in which lessons are promoted for real. */
export interface Workshop {
  root: string;
  home: string;
  write(name: string, text: string): Promise<void>;
  read(name: string): Promise<string | undefined>;
  /** Writes lessons to the memory: due ones, unless their fields say otherwise. */
  remember(...lessons: { id: string; title?: string; fields?: Record<string, string> }[]): Promise<void>;
  /** Promotes and writes. */
  promote(id: string, request?: Partial<PromotionRequest>): Promise<MemoryChange<PlannedPromotion[]>>;
  /** Runs a program in the project. */
  run(program: string, args: readonly string[], stdin?: string): Promise<{ code: number; output: string }>;
  remove(): Promise<void>;
}

const DUE = { Confidence: 'high', Occurrences: '4', 'First seen': '2026-02-01', 'Last seen': '2026-03-01' };

export async function makeWorkshop(): Promise<Workshop> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'orchard ü-')));
  const root = join(home, 'orchard');
  await mkdir(root);
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  };
  return {
    root,
    home,
    write,
    read: (name) => readFile(join(root, name), 'utf8').catch(() => undefined),
    remember: (...lessons) =>
      write(
        '.memory/harness-learnings.md',
        lessons.map(({ id, title, fields }) => entryText(id, { ...DUE, ...fields }, title)).join('\n'),
      ),
    promote: (id, parts = {}) =>
      changeMemory({ root, dataDir: join(home, 'data'), home, now: NOW, apply: true }, (memory) =>
        promoteLessons(memory, [id], root, { home, env: {}, now: NOW, agents: ['claude-code'], ...parts }),
      ),
    run: (program, args, stdin = '') => runProgram(program, args, root, stdin),
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

function runProgram(program: string, args: readonly string[], cwd: string, stdin: string) {
  // A test inside a test would report to the one around it.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  return new Promise<{ code: number; output: string }>((done) => {
    const child = execFile(program, args, { cwd, env, timeout: 60_000 }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(stdin);
  });
}
