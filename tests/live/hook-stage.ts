import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileLesson, type OwnRecord } from '../../src/delivery/snapshot/compile-lesson.ts';
import { encodeSnapshot } from '../../src/delivery/snapshot/encode.ts';
import { snapshotPath } from '../../src/delivery/snapshot/place.ts';
import { DEFAULT_LIVE, type LiveSettings, type UnexplainedCases } from '../../src/delivery/snapshot/snapshot.ts';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { respond } from '../../src/live/respond.ts';
import type { Tellable } from '../../src/verify/verified.ts';

/** What a hook answers, without the frame that all answers have. */
type Said = Record<string, unknown> | undefined;

/** What a trigger has to show for its lesson to stop calls by itself, and the exchange that it may make where the user wants it to. */
export const PROOF = {
  replayed: { matches: 5, failed: 5, sessions: 2 },
  exchange: { wrong: 'python3', right: 'uv run python' },
};

/** A project in which hooks answer from given lessons, without a process for each. */
export interface HookStage {
  /** The folder of everything. */
  base: string;
  /** The project. */
  root: string;
  /** hardwon's data folder. */
  data: string;
  /** Lets hooks answer from these lessons; `record` is what the machine knows of all of them. */
  learn(lessons: Lesson[], live?: Partial<LiveSettings>, record?: OwnRecord, unexplained?: UnexplainedCases): void;
  /** Asks a hook; the session is `s` and the call `c` unless said otherwise. */
  ask(event: string, fields: object, agent?: string, env?: NodeJS.ProcessEnv, now?: Date): Promise<Said>;
  /** The lines of the journal so far. */
  journal(): Record<string, unknown>[];
  clear(): void;
}

export function makeHookStage(): HookStage {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon-hooks-')));
  const root = join(base, 'harbour');
  mkdirSync(join(root, '.git'), { recursive: true });
  const folders = { cache: join(base, 'cache'), data: join(base, 'data'), config: join(base, 'config') };
  return {
    base,
    root,
    data: folders.data,
    learn(lessons, live = {}, record = {}, unexplained) {
      const memory = join(root, 'memory.md');
      writeFileSync(memory, '');
      const { size, mtimeMs } = statSync(memory);
      const watched = { words: [], anyCommand: false, commands: [], reads: true, writes: false };
      const path = snapshotPath(folders.cache, root);
      mkdirSync(dirname(path), { recursive: true });
      const header = {
        ...{ root, folders: [root], memory: { path: memory, size, mtimeMs }, live: { ...DEFAULT_LIVE, ...live } },
        ...{ reads: {}, watched, ranked: [...lessons.keys()], unexplained },
      };
      const compiled = lessons.map((lesson) => {
        const told = lesson as Tellable<Lesson>;
        return compileLesson(told, told.guidance, record);
      });
      writeFileSync(path, encodeSnapshot(header, compiled));
      // As old as the events that are asked about.
      utimesSync(path, 0, 0);
    },
    async ask(event, fields, agent = 'claude-code', env = {}, now = new Date(0)) {
      const sent = { session_id: 's', cwd: root, tool_use_id: 'c', ...fields };
      const answer = await respond(event, agent, sent, { env, home: base, folders, cwd: base, now });
      if (answer === undefined) return undefined;
      const said = JSON.parse(answer);
      return said.hookSpecificOutput ?? said;
    },
    journal: () =>
      read(join(folders.data, 'live/journal.ndjson'))
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line)])),
    clear: () => rmSync(base, { recursive: true, force: true }),
  };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
