/**
 * What the hook starts when a turn has ended: `node dist/propose-lessons.mjs AGENT SESSION PROJECT`. Works out what the session taught, by the
 * same rules as `hardwon capture --from-session`, and leaves it for the hook of the next prompt. Nobody waits for it, and it says nothing.
 */
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { openCaptureGate } from './capture-proposals.ts';
import { proposeFromSession } from './capture-session.ts';
import { type ProposedLessons, proposedPath } from './delivery/journal/noted.ts';
import { toFramedLine } from './delivery/markdown-safe.ts';
import { now } from './shared/clock.ts';
import { makeFolder, writeTextFile } from './shared/files.ts';
import { findOwnFolders } from './shared/folders.ts';

/** Clients write a turn to the log a moment after they tell that it has ended. */
const LAG_MS = 1_000;

/** A lesson is one line; more than this is no question but a report. */
const LONGEST_LINE = 400;

async function propose([agent = '', session = '', root = '']: readonly string[]): Promise<void> {
  const { env } = process;
  const places = { env, home: resolve(env.HOME || homedir()) };
  const present = now(env);
  await new Promise((done) => setTimeout(done, LAG_MS));
  const request = { ...places, cwd: root, project: root, now: present, agents: [agent], all: false, join: [] };
  const found = await proposeFromSession({ ...request, apply: false, force: false, fresh: false, session });
  const gate = await openCaptureGate({ root, ...places, now: present, isHuman: false, force: false });
  const proposals = await gate.clean(found.proposals);
  const { outcome } = await gate.pass(proposals, false);
  const lessons = outcome.captured.flatMap(({ action }, index) => {
    // What memory knows needs no question.
    const guidance = action === 'add' ? proposals[index]?.guidance : undefined;
    return guidance === undefined || guidance.length > LONGEST_LINE ? [] : [toFramedLine(guidance)];
  });
  const path = proposedPath(findOwnFolders(places).data, agent, session);
  await makeFolder(dirname(path));
  await writeTextFile(path, JSON.stringify({ agent, session, lessons } satisfies ProposedLessons), { mode: 0o600 });
}

await propose(process.argv.slice(2)).catch(() => undefined);
