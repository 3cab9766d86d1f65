import { join } from 'node:path';
import { agents } from './agents/registry.ts';
import { loadConfig } from './config/load-config.ts';
import { applyPlan } from './delivery/apply.ts';
import { DEFAULT_BUDGET } from './delivery/budget.ts';
import { claudeMemoryPath } from './delivery/context-files/claude-memory.ts';
import { type Plan, planDelivery } from './delivery/plan.ts';
import type { LearnReport, ProjectReport } from './learn-report.ts';
import type { Confidence } from './lessons/lesson.ts';
import type { Findings } from './lessons/mine-project.ts';
import { type Library, openLibrary } from './library.ts';
import { anonymise } from './redaction/anonymise.ts';
import { findProject } from './sessions/projects/find-project.ts';
import type { Project } from './sessions/projects/project.ts';
import { AppError } from './shared/errors.ts';
import { findOwnFolders } from './shared/folders.ts';

/** What to learn from, and what to do with it. */
export interface LearnRequest {
  cwd: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  now: Date;
  /** A folder of the project; the working folder where absent. */
  project?: string;
  /** Every project that has sessions. */
  all: boolean;
  /** Names of agents; all where absent. */
  agents?: readonly string[];
  /** Folders of agents, by name, in place of the usual ones. */
  folders?: Readonly<Record<string, string>>;
  since?: Date;
  until?: Date;
  budget?: number;
  minConfidence?: Confidence;
  /** Globs of folders that are one project in this run. */
  join: readonly string[];
  configPath?: string;
  /** Write what was learned. */
  apply: boolean;
  /** Replace blocks that were edited by hand. */
  force: boolean;
  /** Forget the index first. */
  fresh: boolean;
  onProgress?: (done: number, total: number) => void;
}

/** From logs to lessons: read what is new, group it by project, mine each, put it to what memory knows, and plan or write the files. */
export async function learn(request: LearnRequest): Promise<LearnReport> {
  const library = await openLibrary(await withConfig(request));
  try {
    const { projects, nothing } = chooseProjects(library.projects, request);
    const reports: ProjectReport[] = [];
    for (const project of projects) reports.push(await learnProject(project, library, request));
    return {
      schema: 1,
      at: request.now.toISOString(),
      read: library.read,
      projects: reports,
      ...(nothing ? { nothing } : {}),
      notices: library.notices,
    };
  } finally {
    await library.close();
  }
}

/** What configuration files add to a request; what the command line says wins. */
export async function withConfig<
  T extends Pick<LearnRequest, 'cwd' | 'home' | 'env' | 'configPath' | 'project' | 'agents' | 'folders'>,
>(request: T): Promise<T & { projectGlobs: Record<string, string[]> } & Pick<LearnRequest, 'budget' | 'minConfidence'>> {
  const { config } = await loadConfig({
    cwd: request.project ?? request.cwd,
    home: request.home,
    env: request.env,
    ...(request.configPath === undefined ? {} : { explicitPath: request.configPath }),
  });
  const folders = { ...(config.claudeDir === undefined ? {} : { 'claude-code': config.claudeDir }), ...request.folders };
  return {
    ...(config.budget === undefined ? {} : { budget: config.budget }),
    ...(config.minConfidence === undefined ? {} : { minConfidence: config.minConfidence }),
    ...(config.agents === undefined ? {} : { agents: config.agents }),
    ...request,
    folders,
    projectGlobs: config.projects,
  };
}

/** The projects a request is about, or what may have been meant where there is none. */
export function chooseProjects(
  projects: readonly Project[],
  request: Pick<LearnRequest, 'all' | 'project' | 'cwd'>,
): { projects: readonly Project[]; nothing?: { folder: string; near: string[] } } {
  if (request.all) return { projects };
  const folder = request.project ?? request.cwd;
  const found = findProject(projects, folder);
  return found.project
    ? { projects: [found.project] }
    : { projects: [], nothing: { folder, near: found.near.map((near) => near.root) } };
}

/** Names of agents that are not known are a mistake of the user's. */
export function chooseAgents(names: readonly string[] | undefined): typeof agents {
  if (names === undefined) return agents;
  const unknown = names.find((name) => !agents.some((agent) => agent.name === name));
  if (unknown !== undefined) {
    throw new AppError('usage', `There is no agent called ${unknown}.`, {
      hint: `Known agents: ${agents.map((agent) => agent.name).join(', ')}.`,
    });
  }
  return agents.filter((agent) => names.includes(agent.name));
}

async function learnProject(project: Project, library: Library, request: LearnRequest): Promise<ProjectReport> {
  const findings = await library.findings(project);
  const plan = await makePlan(project, findings, request);
  const canWrite = project.exists && !project.container;
  const applied = request.apply && canWrite && plan.changes.length > 0;
  if (applied) await applyPlan(plan, { dataDir: findOwnFolders(request).data, now: request.now });
  return report(project, findings, { ...plan, changes: canWrite ? plan.changes : [] }, applied, request);
}

/** The lessons of a project as memory numbers them, and the files they would be written to. */
export async function makePlan(project: Project, findings: Findings, request: LearnRequest): Promise<Plan> {
  const claude = chooseAgents(['claude-code'])[0]?.root({ home: request.home, env: request.env, folders: request.folders ?? {} });
  return planDelivery({
    projectRoot: project.root,
    home: request.home,
    lessons: inOrder(findings.lessons),
    now: request.now,
    anonymise,
    ...(claude === undefined ? {} : { claudeMemory: claudeMemoryPath(project.root, claude) }),
    ...(request.budget === undefined ? {} : { budget: request.budget }),
    ...(request.minConfidence === undefined ? {} : { minConfidence: request.minConfidence }),
    force: request.force,
  });
}

/** New lessons are numbered by when they were first seen, so that a second run with more sessions only appends. */
function inOrder(lessons: Findings['lessons']): Findings['lessons'] {
  return [...lessons].sort((a, b) => a.firstSeen.localeCompare(b.firstSeen) || a.fingerprint.localeCompare(b.fingerprint));
}

async function report(
  project: Project,
  findings: Findings,
  plan: Plan,
  applied: boolean,
  request: LearnRequest,
): Promise<ProjectReport> {
  const delivered = new Set(plan.delivered);
  const added = new Set(plan.added);
  const rank = new Map(plan.delivered.map((id, index) => [id, index]));
  const changes = plan.changes.length === 0 ? [] : (await import('./delivery/diff.ts')).diffPlan(plan, request.home);
  return {
    id: project.id,
    name: project.name,
    root: project.root,
    exists: project.exists,
    folders: project.folders,
    agents: Object.keys(findings.figures.byAgent),
    figures: findings.figures,
    lessons: plan.lessons
      .map((lesson) => ({ ...lesson, delivered: delivered.has(lesson.id), isNew: added.has(lesson.id) }))
      .sort((a, b) => (rank.get(a.id) ?? Number.POSITIVE_INFINITY) - (rank.get(b.id) ?? Number.POSITIVE_INFINITY)),
    changes: changes.map((change, index) => ({
      path: plan.changes[index]?.path ?? join(project.root, change.name),
      name: change.name,
      action: change.action,
      diff: change.text,
    })),
    tokens: plan.tokens,
    budget: request.budget ?? DEFAULT_BUDGET,
    leftOut: plan.leftOut,
    applied,
    notices: [
      ...plan.refusals.map((refusal) => `${refusal.message}${refusal.hint ? ` ${refusal.hint}` : ''}`),
      ...plan.notices.map(describeNotice),
    ],
  };
}

function describeNotice(notice: Plan['notices'][number]): string {
  const place = notice.path === undefined ? '' : `${notice.path}${notice.line === undefined ? '' : `:${notice.line}`}: `;
  return `${place}${notice.message}`;
}
