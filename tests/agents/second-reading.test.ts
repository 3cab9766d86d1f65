import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readStory } from '../e2e/stage.ts';
import { everyFile, laterLesson } from '../e2e/stories.ts';
import type { DescribedSession } from '../support/described-session.ts';
import { logWriters } from '../support/log-writers/index.ts';
import { describeSessions } from '../support/log-writers/opencode.ts';
import { compare, readCalls } from './compare-readings.ts';
import { readAgain, SECOND_READINGS } from './second-reading.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hardwon-second-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const makeCache = () => mkdtempSync(join(scratch, 'cache-'));

/** OpenCode keeps a database; what it exports is what there is to read twice. */
function writeExports(home: string, sessions: readonly DescribedSession[]): void {
  const folder = join(home, 'opencode-export');
  mkdirSync(folder, { recursive: true });
  for (const [index, session] of describeSessions(sessions).all.entries())
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(session));
}

describe('a second reading', () => {
  it.each(SECOND_READINGS)('of small sessions of %s finds the same calls and flags', async (agent) => {
    const writer = logWriters.find((one) => one.agent === agent);
    const home = join(scratch, agent);
    mkdirSync(home, { recursive: true });
    const project = join(home, 'harbour');
    // Not every agent has all that the first one tells of.
    const stories = [everyFile, laterLesson].map((text) => readStory(text, project, ''));
    const told = stories.find((sessions) => writer?.lacks?.(sessions) === undefined);
    if (agent === 'opencode') writeExports(home, told ?? []);
    else await writer?.write(home, told ?? []);
    const seen = readAgain(agent, home);
    const read = await readCalls(agent, home, makeCache());
    expect(seen.size).toBeGreaterThan(3);
    expect([...seen.values()].filter(({ flagged }) => flagged).length).toBeGreaterThan(1);
    expect(compare(agent, seen, read).filter((difference) => difference.because === undefined)).toEqual([]);
  });

  it('notices a call that is missing, one that is made up, and a wrong flag', async () => {
    const home = join(scratch, 'claude-code');
    const seen = readAgain('claude-code', home);
    const read = new Map(await readCalls('claude-code', home, makeCache()));
    const [lost, wrong] = [...seen.keys()];
    const call = read.get(wrong ?? '')?.[0];
    read.delete(lost ?? '');
    if (call) read.set(wrong ?? '', [{ ...call, outcome: call.outcome === 'ok' ? 'failed' : 'ok' }]);
    if (call) read.set('invented', [call]);
    const found = compare('claude-code', seen, read).map(({ what }) => what);
    expect(found).toEqual(expect.arrayContaining(['missing', 'made up']));
    expect(found.length).toBe(3);
  });
});
