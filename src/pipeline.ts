import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAgents } from './agents/choose-agents.ts';
import { loadConfig } from './config/load-config.ts';
import { planAndApply } from './delivery/apply.ts';
import { DEFAULT_BUDGET } from './delivery/budget.ts';
import { claudeMemoryPath } from './delivery/context-files/claude-memory.ts';
import { type Plan, planDelivery } from './delivery/plan.ts';
import type { LearnReport, ProjectReport } from './learn-report.ts';
import type { Confidence } from './lessons/lesson.ts';
import type { Findings } from './lessons/mine-project.ts';
import { type Library, openLibrary } from './library.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from './memory/memory.ts';
import { anonymise } from './redaction/anonymise.ts';
import { findProject } from './sessions/projects/find-project.ts';
import { findRepository } from './sessions/projects/find-repository.ts';
import type { Project } from './sessions/projects/project.ts';
import { resolveProjects } from './sessions/projects/resolve.ts';
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
export async function learn(asked: LearnRequest): Promise<LearnReport> {
  const request = await withConfig(asked);
  const library = await openLibrary(request);
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
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
    library.close();
  }
}

/** A request with what configuration files add to it. */
export type ConfiguredRequest<T = LearnRequest> = T & {
  /** Folders that were declared to be one project: its name, then globs. */
  projectGlobs: Record<string, string[]>;
  /** Texts that look like secrets and are none. */
  allowed: string[];
} & Pick<LearnRequest, 'budget' | 'minConfidence'>;

/** What configuration files add to a request; what the command line says wins. */
export async function withConfig<
  T extends Pick<LearnRequest, 'cwd' | 'home' | 'env' | 'configPath' | 'project' | 'agents' | 'folders'>,
>(request: T): Promise<ConfiguredRequest<T>> {
  const { config } = await loadConfig({
    cwd: request.project ?? request.cwd,
    home: request.home,
    env: request.env,
    ...(request.configPath === undefined ? {} : { explicitPath: request.configPath }),
  });
  chooseAgents(request.agents ?? config.agents);
  const folders = { ...(config.claudeDir === undefined ? {} : { 'claude-code': config.claudeDir }), ...request.folders };
  return {
    ...(config.budget === undefined ? {} : { budget: config.budget }),
    ...(config.minConfidence === undefined ? {} : { minConfidence: config.minConfidence }),
    ...(config.agents === undefined ? {} : { agents: config.agents }),
    ...request,
    folders,
    projectGlobs: config.projects,
    allowed: config.redaction.allow,
  };
}

/** The projects a request is about, or what may have been meant where there is none. */
export async function chooseProjects(
  projects: readonly Project[],
  request: Pick<ConfiguredRequest, 'all' | 'project' | 'cwd' | 'home' | 'join' | 'projectGlobs'>,
): Promise<{ projects: readonly Project[]; nothing?: { folder: string; near: string[] } }> {
  if (request.all) return { projects };
  const folder = request.project ?? request.cwd;
  const found = findProject(projects, folder);
  const project = found.project ?? (await rememberProject(folder, request));
  return project ? { projects: [project] } : { projects: [], nothing: { folder, near: found.near.map((near) => near.root) } };
}

/** Logs are deleted after some weeks; a project that has lessons in its memory is one without them, too. */
async function rememberProject(
  folder: string,
  { projectGlobs, join: globs, home, cwd }: Pick<ConfiguredRequest, 'cwd' | 'home' | 'join' | 'projectGlobs'>,
): Promise<Project | undefined> {
  const root = findRepository(folder);
  if (!existsSync(join(root, MEMORY_FOLDER, MEMORY_FILE))) return undefined;
  const place = { agent: '', session: '', cwds: [root], remotes: [] };
  const [project] = await resolveProjects([place], { projects: projectGlobs, join: globs, home, cwd });
  return project && { ...project, root, sessions: [] };
}

async function learnProject(project: Project, library: Library, request: ConfiguredRequest): Promise<ProjectReport> {
  const findings = await library.findings(project);
  const canWrite = project.exists && !project.container;
  const plan = () => makePlan(project, findings, request);
  try {
    if (!canWrite) return await report(project, findings, { ...(await plan()), changes: [] }, false, request);
    if (!request.apply) return await report(project, findings, await plan(), false, request);
    const done = await planAndApply(plan, { dataDir: findOwnFolders(request).data, now: request.now });
    return await report(project, findings, done.plan, done.written.length > 0, request);
  } catch (error) {
    // One project that cannot be written must not keep the others from it.
    if (!request.all || !(error instanceof AppError)) throw error;
    return report(project, findings, { ...emptyPlan(project), refusals: [error] }, false, request);
  }
}

function emptyPlan({ root: projectRoot }: Project): Plan {
  const none = { changes: [], refusals: [], lessons: [], delivered: [], leftOut: [], added: [], updated: [], keptFromMemory: [] };
  return { projectRoot, ...none, tokens: 0, notices: [] };
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
    container: project.container,
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
    refusals: plan.refusals.map((refusal) => `${refusal.message}${refusal.hint ? `. ${refusal.hint}` : ''}`),
    notices: plan.notices.map(describeNotice),
  };
}

function describeNotice(notice: Plan['notices'][number]): string {
  const place = notice.path === undefined ? '' : `${notice.path}${notice.line === undefined ? '' : `:${notice.line}`}: `;
  return `${place}${notice.message}`;
}
