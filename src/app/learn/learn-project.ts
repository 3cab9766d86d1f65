import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { planAndApply } from '../../delivery/apply.ts';
import { diffPlan } from '../../delivery/diff.ts';
import { nameFile } from '../../delivery/file-name.ts';
import { type DeliveryPlan, type DeliveryRequest, planDelivery } from '../../delivery/plan.ts';
import type { MinedTrigger } from '../../delivery/snapshot/own-records.ts';
import type { UnexplainedCases } from '../../delivery/snapshot/snapshot.ts';
import type { Findings } from '../../lessons/distil-project.ts';
import { rejectEntry } from '../../lifecycle/judge-entry.ts';
import type { NewEntry } from '../../memory/entry-lesson.ts';
import type { Memory } from '../../memory/memory.ts';
import { anonymise } from '../../redaction/anonymise.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { knowledgePath, readKnowledge } from '../../team/knowledge.ts';
import type { TeamView } from '../../team/team-view.ts';
import { countUnexplained, findCovered } from '../cases/covered.ts';
import type { OpenedBook } from '../cases/open-cases.ts';
import type { ConfiguredRequest, LearnRequest } from '../configured-request.ts';
import { refreshSnapshot } from '../install/refresh-snapshot.ts';
import type { ProjectReport } from './learn-report.ts';
import { openViews } from './memory-views.ts';

/**
 * Learns from the sessions of one project: merges the findings into its memory, and plans or writes the files. With the casebook,
 * teachers' lessons are counted again, and the report says what recurs without a lesson.
 */
export async function learnProject(
  project: Project,
  findings: Findings,
  request: ConfiguredRequest,
  known?: Pick<OpenedBook, 'book' | 'taught'>,
): Promise<ProjectReport> {
  const canWrite = project.exists && !project.container;
  const plan = () => makePlan(project, findings, request, known?.taught);
  const countOpen = async ({ lessons }: DeliveryPlan): Promise<UnexplainedCases | undefined> =>
    known && countUnexplained({ project, lessons, ...known, covered: findCovered(known.book.cases, lessons) }, request);
  try {
    if (!canWrite || !request.apply) {
      const planned = await plan();
      const shown = canWrite ? planned : { ...planned, changes: [] };
      const made = await report(project, findings, shown, false, request);
      return { ...made, unexplained: await countOpen(planned) };
    }
    const done = await planAndApply(plan, { dataDir: findOwnFolders(request).data, now: request.now });
    const unexplained = await countOpen(done.plan);
    const notices = await refreshSnapshot(project, request, {
      triggers: listMined(findings),
      unsolved: findings.unsolved ?? [],
      unexplained,
    });
    const made = await report(project, findings, done.plan, done.written.length > 0, request);
    return { ...made, unexplained, notices: [...made.notices, ...notices] };
  } catch (error) {
    // A project that cannot be written must not prevent writing the others.
    if (!request.all || !(error instanceof AppError)) throw error;
    return report(project, findings, { ...emptyPlan(project), refusals: [error] }, false, request);
  }
}

/** Returns the mined triggers, with their record in the sessions. */
function listMined({ lessons, records, exchanges = {} }: Findings): Map<string, MinedTrigger> {
  return new Map(
    lessons.flatMap(({ fingerprint, trigger }): [string, MinedTrigger][] => {
      const replayed = records[fingerprint]?.trigger;
      const exchange = exchanges[fingerprint];
      return trigger && replayed ? [[fingerprint, { trigger, replayed, exchange }]] : [];
    }),
  );
}

function emptyPlan({ root: projectRoot }: Project): DeliveryPlan {
  const none = {
    changes: [],
    refusals: [],
    lessons: [],
    delivered: [],
    places: [],
    leftOut: [],
    everywhere: [],
    added: [],
    updated: [],
    keptFromMemory: [],
  };
  return { projectRoot, ...none, tokens: 0, notices: [] };
}

/** Returns the lessons of a project as numbered by memory, and the files they would be written to. */
export async function makePlan(
  project: Project,
  findings: Findings,
  request: ConfiguredRequest,
  taught: readonly NewEntry[] = [],
): Promise<DeliveryPlan> {
  const { data } = findOwnFolders(request);
  const team = await openTeamView(project, findings, request);
  const views = openViews(project.root, data, request.now, team);
  return planDelivery({
    ...deliveryOptions(project, request),
    agents: agentsOf(findings),
    ...(findings.versions ? { versions: findings.versions } : {}),
    ...(request.targets === undefined ? {} : { targets: request.targets }),
    lessons: inOrder([...(team?.lessons ?? findings.lessons), ...taught]),
    sessionEnds: findings.sessions.flatMap(({ lastAt }) => lastAt ?? []),
    now: request.now,
    force: request.force,
    ...(views ? { views } : {}),
    ...(request.rejected ? { revise: rejecting(request.rejected, request.now) } : {}),
  });
}

/** Returns what the team adds to a project; undefined, without loading anything, if there is no team or nothing was fetched. */
async function openTeamView(
  project: Project,
  { lessons, seenOnce }: Findings,
  { team, now, ...request }: ConfiguredRequest,
): Promise<TeamView | undefined> {
  const { data } = findOwnFolders(request);
  if (!team || !existsSync(knowledgePath(data))) return undefined;
  const known = readKnowledge(data, team.url);
  if (!known) return undefined;
  const [{ viewTeam }, { projectKeyOf }] = await Promise.all([
    import('../../team/team-view.ts'),
    import('../../team/project-key.ts'),
  ]);
  return viewTeam(lessons, seenOnce, known, projectKeyOf(project), now);
}

function rejecting(fingerprints: readonly string[], now: Date): (memory: Memory) => Memory {
  return (memory) =>
    memory.entries
      .filter(({ fingerprint }) => fingerprints.includes(fingerprint))
      .reduce((rest, { id }) => rejectEntry(rest, id, now), memory);
}

/** Returns the places where lessons of a project are delivered, and their limits. */
export function deliveryOptions(
  project: Pick<Project, 'root'>,
  request: Pick<ConfiguredRequest, 'home' | 'env' | 'folders' | 'budget' | 'minConfidence' | 'known'>,
): Omit<DeliveryRequest, 'lessons' | 'agents' | 'now'> {
  return {
    projectRoot: project.root,
    home: request.home,
    env: request.env,
    folders: request.folders ?? {},
    known: request.known,
    anonymise,
    budget: request.budget,
    minConfidence: request.minConfidence,
  };
}

/** Returns the agents that worked on a project; the default agent if the logs are gone. */
function agentsOf({ figures }: Findings): string[] {
  const agents = Object.keys(figures.byAgent);
  return agents.length > 0 ? agents : [DEFAULTS.agent];
}

/** Orders new lessons by when they were first seen, so that a later run with more sessions only appends. */
export function inOrder(lessons: readonly NewEntry[]): NewEntry[] {
  return [...lessons].sort(
    (a, b) => a.firstSeen.localeCompare(b.firstSeen) || a.fingerprint.localeCompare(b.fingerprint),
  );
}

async function report(
  project: Project,
  findings: Findings,
  plan: DeliveryPlan,
  applied: boolean,
  request: LearnRequest,
): Promise<ProjectReport> {
  const delivered = new Set(plan.delivered);
  const added = new Set(plan.added);
  const everywhere = new Set(plan.everywhere);
  const rank = new Map(plan.delivered.map((id, index) => [id, index]));
  const nameOf = (path: string) => nameFile(path, project.root, request.home);
  const changes = plan.changes.length === 0 ? [] : diffPlan(plan, request.home);
  return {
    id: project.id,
    name: project.name,
    root: project.root,
    exists: project.exists,
    container: project.container,
    folders: project.folders,
    agents: Object.keys(findings.figures.byAgent),
    figures: findings.figures,
    lessons: plan.lessons
      .map(({ errors: _marks, ...lesson }) => {
        const backtest = findings.records[lesson.fingerprint];
        const isNew = added.has(lesson.id);
        const deliveredIn = plan.places.filter(({ ids }) => ids.includes(lesson.id)).map(({ path }) => nameOf(path));
        return {
          ...lesson,
          delivered: delivered.has(lesson.id),
          deliveredIn,
          isNew,
          everywhere: everywhere.has(lesson.id) ? (true as const) : undefined,
          backtest,
        };
      })
      .sort((a, b) => (rank.get(a.id) ?? Number.POSITIVE_INFINITY) - (rank.get(b.id) ?? Number.POSITIVE_INFINITY)),
    changes: changes.map((change, index) => ({
      path: plan.changes[index]?.path ?? join(project.root, change.name),
      name: change.name,
      action: change.action,
      diff: change.text,
    })),
    tokens: plan.tokens,
    budget: request.budget ?? DEFAULTS.budget,
    leftOut: plan.leftOut,
    applied,
    refusals: plan.refusals.map((refusal) => `${refusal.message}${refusal.hint ? `. ${refusal.hint}` : ''}`),
    notices: plan.notices.map(describeNotice),
  };
}

function describeNotice(notice: DeliveryPlan['notices'][number]): string {
  const place =
    notice.path === undefined ? '' : `${notice.path}${notice.line === undefined ? '' : `:${notice.line}`}: `;
  return `${place}${notice.message}`;
}
