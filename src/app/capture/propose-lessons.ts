/**
 * The script that the hook starts when a turn has ended: `node dist/propose-lessons.mjs AGENT SESSION PROJECT`. Finds the lessons
 * of the session by the same rules as `hardwon capture --from-session`, and leaves them for the hook that asks about them. Prints
 * nothing.
 *
 * A fourth argument, FAILURES, means that the project has no memory. The hook does not know the settings then, so this script
 * applies them.
 */
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { loadConfig } from '../../config/load-config.ts';
import { assignControlGroup } from '../../delivery/journal/control-group.ts';
import { type NotedSession, notedPath, type ProposedLessons, proposedPath } from '../../delivery/journal/noted.ts';
import { toFramedLine } from '../../delivery/markdown-safe.ts';
import { DEFAULT_LIVE } from '../../delivery/snapshot/snapshot.ts';
import { now } from '../../shared/clock.ts';
import { makeFolder, writeTextFile } from '../../shared/files.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { openCaptureGate } from './capture-proposals.ts';
import { proposeFromSession } from './capture-session.ts';

/** Clients write a turn to the log a moment after they report that it has ended. */
const LAG_MS = 1_000;

/** A lesson is one line; anything longer than this is a report rather than a question. */
const LONGEST_LINE = 400;

async function propose([agent = '', session = '', root = '', failures]: readonly string[]): Promise<void> {
  const { env } = process;
  const places = { env, home: resolve(env.HOME || homedir()) };
  const present = now(env);
  if (
    failures !== undefined &&
    !(await noteFirst({ agent, session, root, failures: Number(failures) }, places, present))
  )
    return;
  await new Promise((done) => setTimeout(done, LAG_MS));
  const request = { ...places, cwd: root, project: root, now: present, agents: [agent], all: false, join: [] };
  const found = await proposeFromSession({ ...request, apply: false, force: false, fresh: false, session });
  const gate = await openCaptureGate({ root, ...places, now: present, isHuman: false, force: false });
  const proposals = await gate.clean(found.proposals);
  const { outcome } = await gate.pass(proposals, false);
  const lessons = outcome.captured.flatMap(({ action }, index) => {
    // There is no need to ask about a lesson that memory already has.
    const guidance = action === 'add' ? proposals[index]?.guidance : undefined;
    return guidance === undefined || guidance.length > LONGEST_LINE ? [] : [toFramedLine(guidance)];
  });
  const proposed: ProposedLessons = { agent, session, lessons };
  await keep(proposedPath(findOwnFolders(places).data, agent, session), proposed);
}

/** Notes a session of a project without a memory, if the settings allow it, and returns whether to ask the user about it. */
async function noteFirst(
  { agent, session, root, failures }: { agent: string; session: string; root: string; failures: number },
  places: { env: NodeJS.ProcessEnv; home: string },
  present: Date,
): Promise<boolean> {
  const { config } = await loadConfig({ ...places, cwd: root });
  const { mode, stop, holdout } = { ...DEFAULT_LIVE, ...config.live };
  if (mode === 'off' || stop === 'off') return false;
  const { data } = findOwnFolders(places);
  const note: NotedSession = { agent, session, project: root, at: present.toISOString(), failures };
  await keep(notedPath(data, agent, session), note);
  return stop === 'ask' && assignControlGroup(data, { agent, session }, holdout) !== 'held-out';
}

async function keep(path: string, value: object): Promise<void> {
  await makeFolder(dirname(path));
  await writeTextFile(path, JSON.stringify(value), { mode: 0o600 });
}

void propose(process.argv.slice(2)).catch(() => undefined);
