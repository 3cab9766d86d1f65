import { existsSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openIndex, type SessionIndex } from '../../src/sessions/session-index.ts';
import type { SessionLog } from '../../src/sessions/session-log.ts';
import { LogBuilder } from '../agents/claude-code/log.ts';
import { Home, removeHomes } from './home.ts';

afterAll(removeHomes);

const session = (number: number): string => `6f1c2e7a-0000-4000-8000-00000000000${number}`;

/** One of the things that happen to logs between two refreshes. */
type Change =
  | { kind: 'append'; log: number; calls: number; open: boolean }
  | { kind: 'fork'; log: number; to: number }
  | { kind: 'remove'; log: number }
  | { kind: 'rewrite'; log: number; calls: number }
  | { kind: 'refresh' };

const number = fc.integer({ min: 1, max: 4 });
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      log: number,
      calls: fc.integer({ min: 0, max: 3 }),
      open: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('fork' as const), log: number, to: number }),
  fc.record({ kind: fc.constant('remove' as const), log: number }),
  fc.record({ kind: fc.constant('rewrite' as const), log: number, calls: fc.integer({ min: 1, max: 3 }) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refresh' as const) }) },
);

/** The logs of a home folder, and what happens to them. */
class Logs {
  readonly home = new Home();
  readonly #logs = new Map<number, LogBuilder>();
  #calls = 0;
  #builders = 0;

  apply(change: Exclude<Change, { kind: 'refresh' }>): void {
    const name = `${session(change.log)}.jsonl`;
    const known = this.#logs.get(change.log);
    if (change.kind === 'remove') {
      this.#logs.delete(change.log);
      if (existsSync(this.home.path(name))) rmSync(this.home.path(name));
      return;
    }
    if (change.kind === 'fork') {
      if (known === undefined || this.#logs.has(change.to)) return;
      const fork = new LogBuilder();
      this.#number(fork);
      fork.lines.push(...known.lines);
      fork.session = session(change.to);
      this.#logs.set(change.to, fork);
      this.home.write(fork, `${session(change.to)}.jsonl`);
      return;
    }
    const log =
      change.kind === 'append' && known !== undefined
        ? known
        : Object.assign(new LogBuilder(), { session: session(change.log) });
    if (log !== known) this.#number(log);
    const before = log === known ? log.lines.length : 0;
    log.user(`message ${this.#calls}`);
    for (let i = 0; i < change.calls; i++) log.shell(`t${this.#calls++}`, 'ls', 'x');
    if (change.kind === 'append' && change.open) log.use(`t${this.#calls++}`, 'Bash', { command: 'sleep' });
    this.#logs.set(change.log, log);
    if (log === known) this.home.append(log, before, name);
    else this.home.write(log, name);
  }

  /** No two records have the same id or time, as in life. */
  #number(log: LogBuilder): void {
    log.clock += ++this.#builders;
    for (let i = 0; i < 1000 * this.#builders; i++) log.next();
  }
}

async function contentOf(index: SessionIndex): Promise<unknown> {
  const logs: SessionLog[] = [];
  const sessions = await index.sessions();
  for await (const log of index.stream(sessions)) logs.push(log);
  const byName = (a: { session: string }, b: { session: string }) => (a.session < b.session ? -1 : 1);
  return {
    sessions: sessions.sort(byName),
    logs: logs
      .sort(byName)
      .map(({ calls, ...log }) => ({ ...log, calls: calls.map(({ source: _, ...call }) => call) })),
  };
}

describe('an index that was brought up to date again and again', () => {
  it('is the one that reading everything anew gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 14 }), async (changes) => {
        const logs = new Logs();
        const index = await openIndex(':memory:');
        for (const one of changes) {
          if (one.kind === 'refresh') await index.refresh(logs.home.options());
          else logs.apply(one);
        }
        const { state } = await index.refresh(logs.home.options());
        expect(await index.refresh(logs.home.options())).toMatchObject({ filesRead: 0, changed: false, state });
        const fresh = await openIndex(':memory:');
        await fresh.refresh(logs.home.options());
        expect(await contentOf(index)).toEqual(await contentOf(fresh));
        index.close();
        fresh.close();
      }),
      { numRuns: 60 },
    );
  });
});
