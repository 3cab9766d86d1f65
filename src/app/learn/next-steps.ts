import { join } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import { findHooks, listHookPlaces } from '../../agents/find-hooks.ts';
import { IGNORE_FILE, readFolderState } from '../../memory/ignore-file.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { exists, readTextFile } from '../../shared/files.ts';
import { type ConfiguredRequest, type LearnRequest, withConfig } from '../configured-request.ts';
import { learn } from './learn.ts';
import type { ProjectReport, ReportedLesson } from './learn-report.ts';

/** The output of `hardwon --json`: what there is to do in the project of the working directory. */
export interface NextStepsReport {
  /** The version of this shape. */
  schema: 1;
  /** The time of the report, ISO 8601. */
  at: string;
  /** The project; absent if no session was held in the folder, and it has no memory. */
  project?: { name: string; root: string; ready: number; watching: number };
  /** What there is to do, the most useful first. */
  steps: NextStep[];
}

/** One thing to do. */
export interface NextStep {
  what: 'settle' | 'learn' | 'install' | 'review' | 'capture' | 'resolve' | 'share';
  /** The reason, as one sentence. */
  text: string;
  /** The command that does it, or shows it first. */
  command: string;
}

/** Finds what there is to do in a project. Reads what `learn` reads, and writes nothing but the index. */
export async function findNextSteps(asked: LearnRequest): Promise<NextStepsReport> {
  const { projects } = await learn({ ...asked, apply: false, all: false });
  const at = asked.now.toISOString();
  const [project] = projects;
  if (!project) return { schema: 1, at, steps: [] };
  const countOf = (status: ReportedLesson['status']) =>
    project.lessons.filter((lesson) => lesson.status === status).length;
  const { name, root } = project;
  return {
    schema: 1,
    at,
    project: { name, root, ready: countOf('ready'), watching: countOf('watching') },
    steps: project.exists && !project.container ? await listSteps(project, await withConfig(asked)) : [],
  };
}

async function listSteps(project: ProjectReport, request: ConfiguredRequest): Promise<NextStep[]> {
  const steps: (NextStep | undefined)[] = [
    findRefusal(project),
    findUnwritten(project),
    findExposed(project),
    findMissingHooks(project, request),
    ...findReviews(project),
    await findUnshared(project.root),
  ];
  return steps.filter((step) => step !== undefined);
}

function findRefusal({ refusals: [first] }: ProjectReport): NextStep | undefined {
  if (first === undefined) return undefined;
  return { what: 'settle', text: `Lessons cannot be written: ${first}`, command: 'hardwon learn' };
}

function findUnwritten({ lessons, changes, refusals }: ProjectReport): NextStep | undefined {
  if (changes.length === 0 || refusals.length > 0) return undefined;
  const fresh = lessons.filter(({ isNew, status }) => isNew && status === 'ready').length;
  const text =
    fresh === 0
      ? `${count(changes.length, 'file')} ${changes.length === 1 ? 'is' : 'are'} out of date.`
      : `${count(fresh, 'new lesson')} ${fresh === 1 ? 'is' : 'are'} ready and not written yet.`;
  return { what: 'learn', text, command: 'hardwon learn' };
}

/** A file that is only for this machine, and that the next commit could contain. */
function findExposed({ notices, changes }: ProjectReport): NextStep | undefined {
  const notice = notices.find((text) => text.includes('git does not ignore'));
  if (notice === undefined || changes.length > 0) return undefined;
  return { what: 'settle', text: `${notice}.`, command: 'hardwon doctor' };
}

function findMissingHooks({ agents, root }: ProjectReport, request: ConfiguredRequest): NextStep | undefined {
  const { home, env, folders = {}, known } = request;
  const hasNone = (agent: Agent) =>
    agent.hooks !== undefined && findHooks(listHookPlaces(agent, { home, env, folders }, root)).length === 0;
  const missing = known.filter((agent) => agents.includes(agent.name) && hasNone(agent));
  if (missing.length === 0 || request.live?.mode === 'off') return undefined;
  const names = missing.map(({ title }) => title).join(', ');
  return {
    what: 'install',
    text: `${names} ${missing.length === 1 ? 'has' : 'have'} no hooks: lessons are not shown while ${missing.length === 1 ? 'it works' : 'they work'}.`,
    command: `hardwon install ${missing.map(({ name }) => name).join(' ')}`,
  };
}

/** Finds what only a person can decide. */
function findReviews({ lessons, noted }: ProjectReport): NextStep[] {
  const steps: NextStep[] = [];
  // A lesson from somebody's words waits for review; one from sessions becomes ready when it comes up again.
  const waiting = lessons.filter(
    ({ status, origin, conflict }) => status === 'watching' && origin !== undefined && !conflict,
  );
  if (waiting.length > 0)
    steps.push({
      what: 'review',
      text: `${count(waiting.length, 'lesson')} ${waiting.length === 1 ? 'waits' : 'wait'} for your review: confirm or reject ${waiting.length === 1 ? 'it' : 'them'}.`,
      command: 'hardwon memory list --status watching',
    });
  if (noted !== undefined)
    steps.push({
      what: 'capture',
      text: `Something failed in ${count(noted, 'session')} that nobody has looked at.`,
      command: 'hardwon capture --from-session noted',
    });
  const disputed = lessons.filter(({ conflict }) => conflict !== undefined).length;
  if (disputed > 0)
    steps.push({
      what: 'resolve',
      text: `${count(disputed, 'lesson')} may contradict ${disputed === 1 ? 'another' : 'others'}.`,
      command: 'hardwon resolve',
    });
  return steps;
}

/** Lessons in a repository with a remote are worth sharing; without one there is nobody to share them with. */
async function findUnshared(root: string): Promise<NextStep | undefined> {
  const remotes = openDisk().findGit(root)?.remotes.size ?? 0;
  if (remotes === 0 || !(await isUnshared(root))) return undefined;
  return { what: 'share', text: 'The lessons are not shared with your team.', command: 'hardwon share --dry-run' };
}

/** Whether a project has lessons, and hardwon hides them from git. */
export async function isUnshared(root: string): Promise<boolean> {
  const folder = join(root, MEMORY_FOLDER);
  if (!(await exists(join(folder, MEMORY_FILE)))) return false;
  const ignore = await readTextFile(join(folder, IGNORE_FILE)).catch(() => undefined);
  return readFolderState(ignore?.text) === 'hidden';
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
