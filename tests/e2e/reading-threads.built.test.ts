import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call, Message } from '../../src/agents/call.ts';
import { SessionThreads } from '../../src/app/history/session-threads.ts';
import { openIndex } from '../../src/sessions/session-index.ts';
import { LogBuilder } from '../agents/claude-code/log.ts';
import { Home, removeHomes } from '../sessions/home.ts';
import { leaveTexts } from '../support/unredacted.ts';

/** A thread starts from a script of the build. */
const script = pathToFileURL(resolve(import.meta.dirname, '../../dist/session-thread.mjs'));

/** These tests have nothing mined, so that their threads need no index. */
const NOTHING_ELSE = { allowed: [], index: '', data: '', home: '' };

afterAll(removeHomes);

let home: Home;

beforeEach(() => {
  home = new Home();
});

/** Writes a session that was forked twice, and others beside it. */
function writeSessions(): void {
  for (let number = 1; number <= 12; number++) {
    const log = Object.assign(new LogBuilder(), {
      session: `6f1c2e7a-0000-4000-8000-${String(number).padStart(12, '0')}`,
    });
    log.user(`Build number ${number}`);
    // Every third one begins with the same calls.
    const shared = number % 3 === 0 ? 'shared' : `own-${number}`;
    for (let call = 1; call <= 5; call++) log.shell(`${shared}-${call}`, `make ${call}`, 'x'.repeat(call * 100));
    log.use(`last-${number}`, 'Bash', { command: 'make all' }).fail(`last-${number}`, 'Exit code 2\nmake: *** no rule');
    home.write(log);
  }
}

interface Content {
  sessions: unknown[];
  logs: { calls: Call[]; messages: Message[] }[];
  newCalls: number;
  bytesRead: number;
  badLines: number;
}

/** What an index of its own holds after reading everything. */
async function readAll(start?: () => SessionThreads): Promise<Content> {
  const index = await openIndex(':memory:');
  const threads = start?.();
  try {
    // The redaction of the threads is the real one, and finds nothing here.
    const options = home.options({ redact: leaveTexts });
    const report = await index.refresh({ ...options, ...(threads ? { startThreads: async () => threads } : {}) });
    const sessions = await index.sessions();
    const logs: Content['logs'] = [];
    for (const session of sessions) {
      const { calls, messages } = await index.session(session);
      logs.push({ calls, messages });
    }
    const { newCalls, bytesRead, badLines } = report;
    return { sessions, logs, newCalls, bytesRead, badLines };
  } finally {
    await threads?.close();
    index.close();
  }
}

describe('threads that read', () => {
  it('give the same index as reading alone, forks too', async () => {
    writeSessions();
    const alone = await readAll();
    expect(alone.newCalls).toBe(5 + 8 * 5 + 12);
    expect(await readAll(() => new SessionThreads(script, 2, NOTHING_ELSE))).toEqual(alone);
  });

  it('wait where nobody takes up what they read', async () => {
    for (const number of [1, 2, 3]) {
      const log = Object.assign(new LogBuilder(), { session: `6f1c2e7a-0000-4000-8000-00000000000${number}` });
      // Each line fills more than what is read at once, so each is a part of its own.
      for (let call = 1; call <= 20; call++) log.shell(`t${number}-${call}`, `make ${call}`, 'y'.repeat(1_100_000));
      home.write(log);
    }
    const alone = await readAll();
    expect(alone.newCalls).toBe(60);
    expect(await readAll(() => new SessionThreads(script, 1, NOTHING_ELSE))).toEqual(alone);
  });

  it('take secrets out, but for those that are allowed', async () => {
    const secrets = ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'ghp_27D8f53A303d7023F8821d949458Bf289C5b'] as const;
    for (const number of [1, 2, 3]) {
      const log = Object.assign(new LogBuilder(), { session: `6f1c2e7a-0000-4000-8000-00000000000${number}` });
      home.write(log.shell(`t${number}`, 'env', `A=${secrets[0]}\nB=${secrets[1]}`));
    }
    const { logs } = await readAll(() => new SessionThreads(script, 1, { ...NOTHING_ELSE, allowed: [secrets[1]] }));
    // The first file is always read by the main thread, whose redaction is off here.
    const outputs = logs.slice(1).flatMap(({ calls }) => calls.map(({ output }) => output));
    expect(outputs).toHaveLength(2);
    for (const output of outputs) {
      expect(output).not.toContain(secrets[0]);
      expect(output).toContain(secrets[1]);
    }
  });

  it('are not missed where they cannot start', async () => {
    writeSessions();
    const alone = await readAll();
    const missing = pathToFileURL(resolve(home.folder, 'no-such-script.js'));
    expect(await readAll(() => new SessionThreads(missing, 2, NOTHING_ELSE))).toEqual(alone);
  });
});
