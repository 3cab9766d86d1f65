import { readJournal } from '../../delivery/journal/read-journal.ts';
import type { Memory } from '../../memory/memory.ts';
import { loadMemory } from '../../memory/memory.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { resolveProjects } from '../../sessions/projects/resolve.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { withLock } from '../../shared/lock.ts';
import { version } from '../../shared/package.ts';
import { contains } from '../../shared/paths.ts';
import { addFetched } from '../../team/add-fetched.ts';
import { isOffline } from '../../team/explain-error.ts';
import { hashTeam, readKnowledge, type TeamKnowledge, writeKnowledge } from '../../team/knowledge.ts';
import { describeMachine, nameUser } from '../../team/machine.ts';
import {
  makeOwnRows,
  nameClients,
  type OwnProject,
  type OwnRow,
  type OwnRows,
  type Sender,
} from '../../team/own-rows.ts';
import { EVERYWHERE, projectKeyOf } from '../../team/project-key.ts';
import type { Parcel, SentWords } from '../../team/rows.ts';
import { compareWithSent, readSentRows, type SentState, sendingLock, writeSent } from '../../team/sent.ts';
import { openTeam, type TeamStore } from '../../team/store.ts';
import { countStandings } from '../../team/team-figures.ts';
import { nameTeam, readTeamUrl } from '../../team/team-url.ts';
import { rowId } from '../../team/unite-rows.ts';
import { findCompared } from '../backtest/compared-sessions.ts';
import { type ConfiguredRequest, type LearnRequest, withConfig } from '../configured-request.ts';
import { openLibrary } from '../history/open-library.ts';
import type { Library } from '../history/session-history.ts';
import { needTeam, type TeamSettings } from './need-team.ts';

/** What to exchange with the team. */
export interface SyncRequest extends Omit<LearnRequest, 'all' | 'apply' | 'force' | 'fresh' | 'join'> {
  /** Only list what would be sent. */
  dryRun: boolean;
}

/** The outcome of an exchange. */
export interface SyncReport {
  schema: 1;
  at: string;
  /** The team, without user and password. */
  team: string;
  /** Whether the database could be reached; false with `dryRun`, too. */
  reached: boolean;
  /** Why it could not. */
  problem?: string;
  /** The number of rows that were sent, or would be, and of those that the team has already. */
  sent: { rows: number; groups: number; outcomes: number; sessions: number; decisions: number; unchanged: number };
  /** Rows that wait for the next run, if the database could not be reached. */
  waiting?: number;
  /** With `dryRun`: every row that would leave the machine, and the words that go with them. */
  rows?: OwnRow[];
  words?: SentWords[];
  /** Lessons that stay here, and why. */
  withheld: { title: string; reason: string }[];
  /** What the team knows about the projects of this machine. */
  knows?: { people: number; machines: number; ready: number; waiting: number; refused: number; at: string };
  notices: readonly string[];
}

/** The number of rows in one transaction: what is interrupted continues after the last one. */
const BATCH = 500;

/** Sends what the sessions of this machine yielded, and fetches what the team knows. */
export async function sync(asked: SyncRequest): Promise<SyncReport> {
  const request = await withConfig({ ...asked, all: true, apply: false, force: false, fresh: false, join: [] });
  const team = needTeam(request);
  const place = readTeamUrl(team.url);
  const { data } = findOwnFolders(request);
  const own = await collect(request, team.of);
  const made = await makeOwnRows(own.projects, own.sender);
  // What is sent for one project is compared with that, not with what was sent for all of them.
  const recipient = hashTeam(team.of === undefined ? team.url : `${team.url} ${team.of}`);
  const run = async (): Promise<SyncReport> => {
    const state = readSentRows(data, recipient);
    const base = {
      schema: 1 as const,
      at: request.now.toISOString(),
      team: nameTeam(place),
      withheld: made.withheld,
      notices: own.notices,
    };
    const compare = (sent: SentState) => compareWithSent(made.rows, sent, own.since, request.now);
    const tell = (known: TeamKnowledge | undefined) => (known ? { knows: describeKnowledge(known, own) } : {});
    if (asked.dryRun) {
      const { rows, unchanged } = compare(state);
      const words = wordsFor(rows, made, state);
      return {
        ...base,
        reached: false,
        sent: count(rows, unchanged),
        rows,
        words,
        ...tell(readKnowledge(data, team.url)),
      };
    }
    try {
      const store = await openTeam(team.url, request.env);
      try {
        const { horizon, generation } = await store.state();
        const sent = horizon < state.horizon ? { ...state, rows: {}, words: [], horizon } : { ...state, horizon };
        const { rows, unchanged } = compare(sent);
        await send(store, rows, made, sent, data);
        await renewWords(store, made, own.sender.machine.id, { ...sent, generation }, sent.generation, data);
        const known = await fetch(store, own, team, request.now, data);
        return { ...base, reached: true, sent: count(rows, unchanged), ...tell(known) };
      } finally {
        await store.close();
      }
    } catch (error) {
      // Being offline is no mistake: what was fetched before stays in use, and what was not sent is sent next time.
      if (!isOffline(error) || !(error instanceof AppError)) throw error;
      const { rows, unchanged } = compare(readSentRows(data, recipient));
      return {
        ...base,
        reached: false,
        problem: error.message,
        sent: count([], unchanged),
        waiting: rows.length,
        ...tell(readKnowledge(data, team.url)),
      };
    }
  };
  return asked.dryRun ? run() : withLock(sendingLock(data), run);
}

/** Everything about this machine that the exchange needs. */
interface Collected {
  projects: OwnProject[];
  sender: Sender;
  /** The kinds of machine and client that concern this machine. */
  kinds: string[];
  roots: Record<string, string>;
  notices: readonly string[];
  /** The time of the oldest log of a project. */
  since(project: string): number | undefined;
}

/** `within` is the folder of the project that named the team: a team of its choice learns nothing of other projects. */
async function collect(request: ConfiguredRequest, within: string | undefined): Promise<Collected> {
  const { data } = findOwnFolders(request);
  const library = await openLibrary(request);
  try {
    const found = (await library.projects()).filter(
      ({ root, folders }) => within === undefined || [root, ...folders].some((folder) => contains(within, folder)),
    );
    const journal = [...readJournal(data)];
    const projects: OwnProject[] = [];
    const roots: Record<string, string> = {};
    const oldest = new Map<string, number>();
    for (const project of found) {
      const findings = await library.findings(project);
      const key = projectKeyOf(project);
      const entries = journal.filter((entry) => entry.project === project.root);
      const memory = await recall(project);
      projects.push({
        key,
        folders: project.folders,
        findings,
        entries: memory?.entries ?? [],
        stones: memory?.graveyard.stones ?? [],
        journal: entries,
        compared: findCompared(entries).sessions,
      });
      if (key !== undefined) roots[project.root] = key;
      await noteOldest(library, project, key, oldest);
    }
    const here = await findHere(request);
    const key = here && projectKeyOf(here);
    if (here && key !== undefined) roots[here.root] ??= key;
    const machine = describeMachine(data, request);
    return {
      projects,
      sender: { machine, home: request.home, user: nameUser(request), version, now: request.now },
      kinds: [machine.kind, ...nameClients(projects)].sort(),
      roots,
      notices: library.notices,
      since: (project) => oldest.get(project),
    };
  } finally {
    library.close();
  }
}

/** Returns the memory of a project; one that cannot be read has nothing to tell. */
async function recall({ root, exists }: Project): Promise<Memory | undefined> {
  if (!exists) return undefined;
  return loadMemory(root).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
}

async function noteOldest(
  library: Library,
  project: Project,
  key: string | undefined,
  oldest: Map<string, number>,
): Promise<void> {
  for (const { firstAt } of await library.timeline(project))
    for (const name of [key, EVERYWHERE])
      if (name !== undefined) oldest.set(name, Math.min(oldest.get(name) ?? Number.POSITIVE_INFINITY, firstAt));
}

/** Returns the repository in which the command runs, which may have no sessions: a new colleague, or a runner of CI. */
async function findHere({ project, cwd, home, projectGlobs }: ConfiguredRequest): Promise<Project | undefined> {
  const root = findRepository(project ?? cwd);
  const place = { agent: '', session: '', cwds: [root], remotes: [] };
  const [here] = await resolveProjects([place], { projects: projectGlobs, join: [], home, cwd });
  return here;
}

/** Returns the words that rows need and that were not sent before. */
function wordsFor(rows: readonly OwnRow[], { words }: OwnRows, { words: known }: SentState): SentWords[] {
  const wanted = new Set(rows.flatMap(({ table, row }) => (table === 'seen' ? `${row.project} ${row.words}` : [])));
  const sent = new Set(known);
  return words.filter(({ project, id }) => wanted.has(`${project} ${id}`) && !sent.has(`${project} ${id}`));
}

async function send(
  store: TeamStore,
  rows: readonly OwnRow[],
  made: OwnRows,
  state: SentState,
  data: string,
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    const words = wordsFor(batch, made, state);
    await store.send(pack(batch, words));
    for (const row of batch) state.rows[rowId(row)] = row;
    state.words.push(...words.map(({ project, id }) => `${project} ${id}`));
    await writeSent(data, state);
  }
}

/** Sends words again that were deleted, with rows of others, since this machine sent them. */
async function renewWords(
  store: TeamStore,
  { words }: OwnRows,
  machine: string,
  state: SentState,
  before: number | undefined,
  data: string,
): Promise<void> {
  if (state.generation === before) return;
  const missing = new Set((await store.missingWords(machine)).map(({ project, id }) => `${project} ${id}`));
  const gone = words.filter(({ project, id }) => missing.has(`${project} ${id}`));
  if (gone.length > 0) await store.send(pack([], gone));
  await writeSent(data, state);
}

function pack(rows: readonly OwnRow[], words: readonly SentWords[]): Parcel {
  return {
    words,
    seen: rows.flatMap(({ table, row }) => (table === 'seen' ? row : [])),
    outcomes: rows.flatMap(({ table, row }) => (table === 'outcome' ? row : [])),
    arms: rows.flatMap(({ table, row }) => (table === 'arm' ? row : [])),
    decisions: rows.flatMap(({ table, row }) => (table === 'decision' ? row : [])),
  };
}

async function fetch(
  store: TeamStore,
  own: Collected,
  team: TeamSettings,
  now: Date,
  data: string,
): Promise<TeamKnowledge> {
  const before = readKnowledge(data, team.url);
  const projects = [...new Set([EVERYWHERE, ...Object.values(own.roots)])].sort();
  // What was not asked for last time is not known, however old it is.
  const isSame =
    before?.schema === 3 &&
    before.people === team.people &&
    before.kinds.join() === own.kinds.join() &&
    projects.every((key) => before.projects.includes(key));
  const since = isSame ? { horizon: before.horizon, generation: before.generation } : undefined;
  const fetched = await store.fetch({ projects, kinds: own.kinds, people: team.people, since });
  const known = await addFetched(before, fetched, {
    at: now,
    url: team.url,
    people: team.people,
    roots: own.roots,
    projects,
    kinds: own.kinds,
  });
  await writeKnowledge(data, known);
  return known;
}

function count(rows: readonly OwnRow[], unchanged: number): SyncReport['sent'] {
  const of = (table: OwnRow['table']) => rows.filter((row) => row.table === table).length;
  return {
    rows: rows.length,
    groups: of('seen'),
    outcomes: of('outcome'),
    sessions: of('arm'),
    decisions: of('decision'),
    unchanged,
  };
}

function describeKnowledge(known: TeamKnowledge, { roots }: Collected): NonNullable<SyncReport['knows']> {
  const { ready, few } = countStandings(known, Object.values(roots));
  return {
    people: Math.max(0, ...known.sizes.map(({ people }) => people)),
    machines: Math.max(0, ...known.sizes.map(({ machines }) => machines)),
    ready,
    waiting: few,
    refused: Object.keys(known.refused).length,
    at: known.at,
  };
}
