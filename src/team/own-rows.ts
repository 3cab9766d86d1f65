import type { JournalEntry, LessonEntry } from '../delivery/journal/entry.ts';
import { countEntries } from '../delivery/journal/fold-journal.ts';
import type { NewLesson } from '../lessons/distil.ts';
import type { Findings } from '../lessons/distil-project.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import type { Tombstone } from '../memory/tombstones.ts';
import type { ComparedSession } from '../proof/effect.ts';
import type { TeamMachine } from './machine.ts';
import { EVERYWHERE } from './project-key.ts';
import type { SentArm, SentDecision, SentOutcome, SentSeen, SentWords } from './rows.ts';
import { printWords, type TeamWords, wordsToSend } from './team-words.ts';
import { uniteRows } from './unite-rows.ts';

/** One project of this machine. */
export interface OwnProject {
  /** Its name in the team's database; undefined if it has no address, so that nobody else can have it. */
  key: string | undefined;
  /** Its checkouts, which must not be sent. */
  folders: readonly string[];
  findings: Pick<Findings, 'lessons' | 'seenOnce' | 'versions'>;
  entries: readonly MemoryEntry[];
  stones: readonly Tombstone[];
  /** The lines of the journal about this project. */
  journal: readonly JournalEntry[];
  /** The sessions with and without hooks. */
  compared: readonly (ComparedSession & { at: string })[];
}

/** Who sends. */
export interface Sender {
  machine: TeamMachine;
  home: string;
  user: string;
  /** The version of hardwon. */
  version: string;
  now: Date;
}

/** A row, and the table that it goes to. */
export type OwnRow =
  | { table: 'seen'; row: SentSeen }
  | { table: 'outcome'; row: SentOutcome }
  | { table: 'arm'; row: SentArm }
  | { table: 'decision'; row: SentDecision };

/** Everything that this machine has to tell the team. */
export interface OwnRows {
  rows: OwnRow[];
  words: SentWords[];
  /** Lessons that stay here, and why: the end of a sentence that begins with "it". */
  withheld: { title: string; reason: string }[];
}

/** Returns what the sessions of this machine yielded, as rows that contain neither names nor paths of it. */
export async function makeOwnRows(projects: readonly OwnProject[], sender: Sender): Promise<OwnRows> {
  const seen: OwnRow[] = [];
  const words = new Map<string, SentWords>();
  const others: OwnRow[] = [];
  const withheld = new Map<string, string>();
  for (const project of projects) {
    const once = new Set(project.findings.seenOnce);
    const places = new Map<string, string>();
    for (const lesson of project.findings.lessons) {
      const state = stateOf(lesson, once);
      const where = placeOf(lesson, project.key);
      if (state === undefined || where === undefined) continue;
      const told = isSaid(lesson)
        ? { refused: 'is in the words of a person' }
        : await wordsToSend(lesson, { checkouts: project.folders, home: sender.home, user: sender.user });
      if ('refused' in told) {
        withheld.set(lesson.title, told.refused);
        continue;
      }
      places.set(lesson.fingerprint, where);
      const { id, text } = printWords(told);
      const row = describeGroup(
        lesson,
        { project: where, kind: kindOf(told, lesson, project, sender), words: id, state },
        sender,
      );
      if (!row) continue;
      words.set(`${where} ${id}`, { project: where, id, text });
      seen.push({ table: 'seen', row });
    }
    others.push(
      ...listDecisions(project, places),
      ...listOutcomes(project, places, sender),
      ...listArms(project, sender),
    );
  }
  const rows = uniteRows([...seen, ...others]);
  const used = new Set(rows.flatMap(({ table, row }) => (table === 'seen' ? `${row.project} ${row.words}` : [])));
  return {
    rows,
    words: [...words].filter(([key]) => used.has(key)).map(([, text]) => text),
    withheld: [...withheld].map(([title, reason]) => ({ title, reason })),
  };
}

/** Returns how a lesson stands on this machine; undefined if it is not sent, because it would not be told if it came up again. */
function stateOf({ status, fingerprint }: NewLesson, once: ReadonlySet<string>): 'ready' | 'once' | 'over' | undefined {
  if (status === 'retired') return 'over';
  if (status === 'ready') return 'ready';
  return once.has(fingerprint) ? 'once' : undefined;
}

/** Whether a lesson stands on what a person said, or came from elsewhere. */
function isSaid({ evidence, origin }: NewLesson): boolean {
  return origin !== undefined || evidence.some(({ call }) => call === undefined);
}

/** Returns the project under which a lesson is sent: facts about tools and machines join across projects. */
function placeOf({ reach }: Pick<NewLesson, 'reach'>, project: string | undefined): string | undefined {
  return reach === 'project' ? project : reach === 'user' ? undefined : EVERYWHERE;
}

/** Returns the kind of machine or client on which a lesson holds. */
function kindOf(
  { kind, reach }: TeamWords,
  { evidence }: NewLesson,
  { findings }: OwnProject,
  { machine }: Sender,
): string {
  if (kind === 'tool-use') {
    const [agent] = [...new Set(evidence.map((each) => each.agent))].sort();
    return agent === undefined ? '' : nameClient(agent, findings.versions?.[agent]);
  }
  return reach === 'machine' ? machine.kind : '';
}

/** Returns a client with its major version: rules of its own tools change with it. */
function nameClient(agent: string, version: string | undefined): string {
  const major = /^\d+/.exec(version ?? '')?.[0];
  return `${agent.slice(0, 40)}/${major ?? '?'}`;
}

/** Returns the clients of this machine, each in the newest version with which one of its projects was worked on. */
export function nameClients(projects: readonly Pick<OwnProject, 'findings'>[]): string[] {
  const newest = new Map<string, string>();
  for (const { findings } of projects)
    for (const [agent, version] of Object.entries(findings.versions ?? {})) {
      const known = newest.get(agent);
      if (known === undefined || Number.parseInt(version, 10) > Number.parseInt(known, 10)) newest.set(agent, version);
    }
  return [...newest].map(([agent, version]) => nameClient(agent, version));
}

function describeGroup(
  lesson: NewLesson,
  place: Pick<SentSeen, 'project' | 'kind' | 'words' | 'state'>,
  { machine, version, now }: Sender,
): SentSeen | undefined {
  const [first, last] = [Date.parse(lesson.firstSeen), Date.parse(lesson.lastSeen)];
  if (!(isPlausible(first, now) && first <= last && isPlausible(last, now))) return undefined;
  return {
    ...place,
    key: lesson.fingerprint,
    machine: machine.id,
    month: monthOf(last),
    agents: [...new Set(lesson.evidence.map(({ agent }) => agent))].sort().join(',').slice(0, 200),
    sender: version,
    occurrences: Math.max(1, lesson.occurrences),
    sessions: Math.min(lesson.sessions, Math.max(1, lesson.occurrences)),
    failed: lesson.trigger?.failed ?? 0,
    succeeded: lesson.trigger?.succeeded ?? 0,
    wasted_calls: lesson.wastedCalls,
    wasted_minutes: Math.round(lesson.wastedMinutes ?? 0),
    first_at: first,
    last_at: last,
  };
}

const DAY = 86_400_000;
const EARLIEST = Date.UTC(2020, 0, 1);

/** Whether a time can be true: logs and journals may have been written with a wrong clock, and the database takes no such month. */
function isPlausible(time: number, now: Date): boolean {
  return time >= EARLIEST && time <= now.getTime() + DAY;
}

/** Returns year and month as a number: 202611. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** Lists what people here decided about lessons that others may have, too. */
function listDecisions({ key, entries, stones }: OwnProject, places: ReadonlyMap<string, string>): OwnRow[] {
  const decided = new Map<string, { verdict: SentDecision['verdict']; day: string; project: string | undefined }>();
  for (const { fingerprint, validated, promoted, lastSeen, reach } of entries) {
    const project = places.get(fingerprint) ?? placeOf({ reach }, key);
    if (validated !== undefined) decided.set(fingerprint, { verdict: 'confirmed', day: validated, project });
    if (promoted !== undefined) decided.set(fingerprint, { verdict: 'promoted', day: lastSeen, project });
  }
  // What the team rejected is no decision of this person.
  for (const { fingerprint, departure, day, reason } of stones)
    if (departure === 'rejected' && reason !== TEAM_REJECTED)
      decided.set(fingerprint, { verdict: 'rejected', day, project: places.get(fingerprint) ?? key });
  return [...decided].flatMap(([fingerprint, { verdict, day, project }]): OwnRow[] => {
    const at = Date.parse(day);
    if (project === undefined || !isMined(fingerprint) || Number.isNaN(at)) return [];
    return [{ table: 'decision', row: { project, key: fingerprint, scope: 'own', verdict, at } }];
  });
}

/** The reason in the tombstone of a lesson that an owner of the team rejected for everybody. */
export const TEAM_REJECTED = 'rejected for the whole team';

/** Whether a fingerprint was made from what a lesson says, so that it is the same on other machines. */
function isMined(fingerprint: string): boolean {
  return /^[0-9a-f]{16}$/.test(fingerprint);
}

function listOutcomes(
  { key, entries, journal }: OwnProject,
  places: ReadonlyMap<string, string>,
  { machine, now }: Sender,
): OwnRow[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const months = new Map<number, JournalEntry[]>();
  for (const line of journal) {
    const at = Date.parse(line.at);
    if (!isPlausible(at, now)) continue;
    const lines = months.get(monthOf(at));
    if (lines) lines.push(line);
    else months.set(monthOf(at), [line]);
  }
  return [...months].flatMap(([month, lines]) =>
    [...countEntries(lines, ({ lesson }: LessonEntry) => lesson)].flatMap(([id, count]): OwnRow[] => {
      const entry = byId.get(id);
      const project = entry && (places.get(entry.fingerprint) ?? placeOf(entry, key));
      if (!entry || project === undefined || !isMined(entry.fingerprint) || count.shown === 0) return [];
      const { shown, stopped, followed, helped, mistakes, falseAlarms } = count;
      const counts = { shown, stopped, followed, helped, mistakes, false_alarms: falseAlarms };
      return [{ table: 'outcome', row: { project, key: entry.fingerprint, machine: machine.id, month, ...counts } }];
    }),
  );
}

function listArms({ key, compared }: OwnProject, { machine, now }: Sender): OwnRow[] {
  if (key === undefined) return [];
  const counts = new Map<string, SentArm>();
  for (const { arm, failures, at } of compared) {
    if (!isPlausible(Date.parse(at), now)) continue;
    const month = monthOf(Date.parse(at));
    const name = [month, arm, failures].join(' ');
    const known = counts.get(name) ?? { project: key, machine: machine.id, month, arm, failures, sessions: 0 };
    counts.set(name, { ...known, sessions: known.sessions + 1 });
  }
  return [...counts.values()].map((row) => ({ table: 'arm', row }));
}
