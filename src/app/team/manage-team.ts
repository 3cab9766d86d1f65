import { normaliseId } from '../../lifecycle/entries.ts';
import { loadMemory } from '../../memory/memory.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { withLock } from '../../shared/lock.ts';
import { initTables } from '../../team/init-tables.ts';
import { readKnowledge } from '../../team/knowledge.ts';
import { monthOf } from '../../team/own-rows.ts';
import { EVERYWHERE, projectKeyOfUrl } from '../../team/project-key.ts';
import { forgetSent, sendingLock } from '../../team/sent.ts';
import { openTeam, type TeamStore } from '../../team/store.ts';
import { nameTeam, readTeamUrl } from '../../team/team-url.ts';
import { type ConfiguredRequest, type LearnRequest, withConfig } from '../configured-request.ts';
import { needTeam, type TeamSettings } from './need-team.ts';

/** Where a command for the team runs. */
export type TeamRequest = Pick<LearnRequest, 'cwd' | 'home' | 'env' | 'now' | 'configPath' | 'project'>;

/** The outcome of preparing the database. */
export interface PreparedTeam {
  schema: 1;
  team: string;
  /** Whether there were no tables before. */
  isNew: boolean;
  /** The version of the tables. */
  version: number;
  /** Statements that let people in, for an administrator of the database. */
  grants: string[];
}

/** Creates the tables and roles of a team. */
export async function initTeam(asked: TeamRequest): Promise<PreparedTeam> {
  const { team, env } = await requireTeam(asked);
  const place = readTeamUrl(team.url);
  const done = await initTables(place, env);
  return {
    schema: 1,
    team: nameTeam(place),
    ...done,
    grants: [
      "create role ada login password '…' in role hardwon_member;",
      'grant hardwon_member to ben;  -- somebody who has a login',
      'grant hardwon_owner to eve;   -- may forget, prune and reject for everybody',
    ],
  };
}

/** The outcome of deleting something. */
export interface DeletionReport {
  schema: 1;
  team: string;
  /** The number of rows that were deleted, or would be. */
  rows: number;
  /** Whether they are deleted. */
  done: boolean;
}

/** Deletes what one person or one project sent. */
export async function forgetInTeam(
  which: { me?: boolean; person?: string; project?: string },
  isSure: boolean,
  asked: TeamRequest,
): Promise<DeletionReport> {
  return withTeam(asked, async (store, request) => {
    const project = which.project === undefined ? undefined : projectKeyOfUrl(which.project);
    if (which.project !== undefined && project === undefined)
      throw new AppError('usage', `${which.project} is not the address of a repository.`, {
        hint: 'Write it as git remote -v shows it: git@example.com:owner/harbour.git',
      });
    const me = await store.me();
    const person = which.me ? me : which.person;
    const chosen = { person, project };
    const rows = await store.countRows(chosen);
    if (!isSure || rows === 0) return { rows, done: false };
    const { data } = findOwnFolders(request);
    // Nobody sends meanwhile, and then writes down that it is there.
    const deleted = await withLock(sendingLock(data), async () => {
      const gone = await store.forget(chosen);
      if (person === me) forgetSent(data);
      return gone;
    });
    if (deleted < rows) throw notAllowed();
    return { rows: deleted, done: true };
  });
}

/** Deletes what nobody saw since the month of a date. */
export async function pruneTeam(since: Date, isSure: boolean, asked: TeamRequest): Promise<DeletionReport> {
  return withTeam(asked, async (store) => {
    const before = monthOf(since.getTime());
    const rows = await store.countOlder(before);
    if (!isSure || rows === 0) return { rows, done: false };
    return { rows: await store.prune(before), done: true };
  });
}

/** The people who sent something, by their pseudonyms. */
export interface PeopleReport {
  schema: 1;
  team: string;
  people: { person: string; isMe: boolean; machines: number; groups: number; lastAt: string }[];
}

/** Lists the people of the team. */
export async function listPeople(asked: TeamRequest): Promise<PeopleReport> {
  return withTeam(asked, async (store, { now }) => {
    const me = await store.me();
    const people = await store.people();
    return {
      people: people.map(({ person, machines, groups, last_at }) => ({
        person,
        isMe: person === me,
        machines,
        groups,
        // A member may have sent any time.
        lastAt: new Date(Math.min(last_at, now.getTime())).toISOString(),
      })),
    };
  });
}

/** The outcome of deciding for everybody. */
export interface TeamVerdictReport {
  schema: 1;
  team: string;
  id: string;
  title: string;
  /** False if the rejection was withdrawn. */
  rejected: boolean;
}

/** Rejects a lesson for everybody, or takes that back. Only owners may. */
export async function rejectInTeam(id: string, isUndone: boolean, asked: TeamRequest): Promise<TeamVerdictReport> {
  return withTeam(asked, async (store, request) => {
    const root = findRepository(request.project ?? request.cwd);
    const memory = await loadMemory(root);
    const wanted = normaliseId(id);
    const found =
      memory.entries.find((entry) => entry.id === wanted) ??
      memory.graveyard.stones.find((stone) => stone.id === wanted);
    if (!found)
      throw new AppError('not-found', `There is no lesson ${id} in ${memory.path}.`, {
        hint: 'hardwon memory list shows them.',
      });
    const own = readKnowledge(findOwnFolders(request).data, request.team.url)?.roots[root];
    const [project] = await store.findProjects(found.fingerprint, [EVERYWHERE, ...(own === undefined ? [] : [own])]);
    if (project === undefined)
      throw new AppError('not-found', `The team does not know ${wanted}.`, {
        hint: 'hardwon reject takes it out for you alone.',
      });
    const at = request.now.getTime();
    const verdict = isUndone ? 'withdrawn' : 'rejected';
    const decision = { project, key: found.fingerprint, scope: 'team', verdict, at };
    await store.send({ words: [], seen: [], outcomes: [], arms: [], decisions: [decision] });
    return { id: wanted, title: found.title, rejected: !isUndone };
  });
}

async function requireTeam(asked: TeamRequest): Promise<ConfiguredRequest<TeamRequest> & { team: TeamSettings }> {
  const request = await withConfig(asked);
  return { ...request, team: needTeam(request) };
}

async function withTeam<T extends object>(
  asked: TeamRequest,
  work: (store: TeamStore, request: Awaited<ReturnType<typeof requireTeam>>) => Promise<T>,
): Promise<T & { schema: 1; team: string }> {
  const request = await requireTeam(asked);
  const store = await openTeam(request.team.url, request.env);
  try {
    return { schema: 1, team: nameTeam(readTeamUrl(request.team.url)), ...(await work(store, request)) };
  } finally {
    await store.close();
  }
}

function notAllowed(): AppError {
  return new AppError('conflict', 'Rows of other people were not deleted.', {
    hint: 'Only an owner of the team may delete them.',
  });
}
