import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainToolName } from '../agents/mcp-name.ts';
import type { LiveConfig } from '../config/config.ts';
import { OWN_NAME } from '../delivery/journal/entry.ts';
import { noteInJournal } from '../delivery/journal/note-in-journal.ts';
import { readJournal } from '../delivery/journal/read-journal.ts';
import { hashText } from '../shared/hash.ts';
import { pathKey } from '../shared/paths.ts';
import { readRegularSync, writeRegularSync } from '../shared/regular-file.ts';
import type { RememberedIssue } from './ask-memory.ts';

/** The facts about a tool call that are needed to follow it. */
interface FollowedCall {
  /** hardwon's data folder. */
  dataDir: string;
  /** The root of the project. */
  root: string;
  tool: string;
  /** Its input: words or arguments. Only a hash of it is kept. */
  input: unknown;
  /** The settings for hooks: without their journal nothing is recorded here, either. */
  live?: Pick<LiveConfig, 'journal'> | undefined;
}

/** The lessons shown at a failure, kept until the next successful call of the tool. */
interface Told {
  at: string;
  call: string;
  lessons: string[];
}

/** Upper bound: a call that succeeds later than this is other work. */
const PATIENCE = 60 * 60_000;

/** A hook that sees the same call records it at about the same time. */
const SAME_TIME = 10_000;

/**
 * Records that lessons of the project were shown at a failure. Lessons that were shown at the tool's last failure and are shown
 * again were not followed, because their subject came up once more. Errors here are ignored, because only the failure matters.
 */
export function noteTold(
  call: FollowedCall,
  issues: readonly Pick<RememberedIssue, 'id' | 'layer'>[],
  now = new Date(),
): void {
  const lessons = issues.filter(({ layer }) => layer === 'project').map(({ id }) => id);
  if (lessons.length === 0 || call.live?.journal === false) return;
  try {
    const before = takeTold(call, now);
    const again = before?.lessons.filter((lesson) => lessons.includes(lesson)) ?? [];
    if (before && again.length > 0) note(call, { ...before, lessons: again }, { what: 'followed', yes: false }, now);
    const told: Told = { at: now.toISOString(), call: hashInput(call), lessons };
    const path = placeOf(call);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeRegularSync(path, `${JSON.stringify(told)}\n`, 'replace');
    note(call, told, { what: 'shown' }, now);
  } catch {}
}

/**
 * Records that a call has worked. If lessons were shown at the last failure of its tool, and this is a different call, they were
 * followed and have helped. The same call again proves nothing, because the environment may have changed. Lessons that a hook has
 * shown about the failure are counted there.
 */
export function noteWorked(call: FollowedCall, now = new Date()): void {
  try {
    const told = takeTold(call, now);
    if (!told || told.call === hashInput(call)) return;
    note(call, told, { what: 'followed', yes: true }, now);
    note(call, told, { what: 'helped', yes: true }, now);
  } catch {}
}

/**
 * Takes the lessons shown at the tool's last failure, which is then settled; undefined if that is long ago, or a hook follows it.
 */
function takeTold(call: FollowedCall, now: Date): Told | undefined {
  const path = placeOf(call);
  if (!statSync(path, { throwIfNoEntry: false })) return undefined;
  const told = JSON.parse(readRegularSync(path).toString('utf8')) as Told;
  rmSync(path, { force: true });
  const isLate = now.getTime() - Date.parse(told.at) > PATIENCE;
  return isLate || isSeenByHooks(call, told) ? undefined : told;
}

/** The recorded event: lessons were shown, or what followed from it. */
type Outcome = { what: 'shown' } | { what: 'followed' | 'helped'; yes: boolean };

function note(call: FollowedCall, { at, call: of, lessons }: Told, outcome: Outcome, now: Date): void {
  const head = { at: now.toISOString(), project: call.root, agent: OWN_NAME, session: hashText(`${at} ${of}`) };
  noteInJournal(
    call.dataDir,
    lessons.map((lesson) =>
      outcome.what === 'shown'
        ? { ...head, ...outcome, as: 'known-issue', lesson, call: of }
        : { ...head, ...outcome, as: 'known-issue', lesson, call: hashInput(call), of },
    ),
  );
}

function isSeenByHooks({ dataDir, root }: FollowedCall, { at, lessons }: Told): boolean {
  const since = Date.parse(at) - SAME_TIME;
  for (const entry of readJournal(dataDir)) {
    if (
      entry.what !== 'shown' ||
      entry.as === 'asked' ||
      entry.agent === OWN_NAME ||
      entry.project !== root ||
      !lessons.includes(entry.lesson)
    )
      continue;
    if (Date.parse(entry.at) >= since) return true;
  }
  return false;
}

function placeOf({ dataDir, root, tool }: FollowedCall): string {
  return join(dataDir, 'told', `${hashText(`${pathKey(root)}\n${plainToolName(tool)}`)}.json`);
}

function hashInput({ input }: FollowedCall): string {
  return hashText(JSON.stringify(input) ?? '');
}
