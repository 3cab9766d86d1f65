import type { ProjectReport } from '../../app/learn/learn-report.ts';
import { type Host, resolvePath } from '../../app/surroundings.ts';
import { findProject } from '../../sessions/projects/find-project.ts';
import { sameFile } from '../../shared/paths.ts';
import { listRoots } from '../undo/undo-roots.ts';
import { quoteWord } from '../views/text.ts';
import type { LearnFlags } from './command.ts';

/** Commands to run after `learn`. */
export interface NextCommands {
  /** The same run with --diff. */
  diff: string;
  /** The same run with --apply. */
  apply: string;
  /** The same, including lessons that hold in several projects. */
  applyUser: string;
  /** `hardwon why` with the options that select this project; the id of the lesson is to be appended. */
  why(project: ProjectReport): string;
  /** `hardwon undo`, with the same options. */
  undo(project: ProjectReport): string;
  /** Has a teacher explain what recurs. */
  teach(teacher: string): string;
  /** Promotes lessons that are due. */
  promote(project: ProjectReport): string;
  /** Reviews the lessons of noted sessions. */
  capture(project: ProjectReport): string;
}

/** Builds the commands: they must select the same project from the working directory, and --apply must write what was shown. */
export function nextCommands(flags: LearnFlags, here: Host): NextCommands {
  const places = placeOptions(flags);
  const asked = flags.project === undefined ? [] : [`--project ${quoteWord(flags.project)}`];
  const named = (project: ProjectReport) => [`--project ${quoteWord(project.root)}`];
  const folder = flags.project === undefined ? here.cwd : resolvePath(flags.project, here);
  const askedOf = (project: ProjectReport) => (flags.all && !isIn(project, folder) ? named(project) : asked);
  const rest = [...places, ...choiceOptions(flags)];
  const same = [...asked, ...(flags.all ? ['--all'] : []), ...(flags.user ? ['--user'] : []), ...rest];
  return {
    diff: ['hardwon learn --diff', ...same].join(' '),
    apply: ['hardwon learn --apply', ...same].join(' '),
    applyUser: ['hardwon learn --all --user --apply', ...rest].join(' '),
    why: (project) => ['hardwon why', ...askedOf(project), ...places].join(' '),
    teach: (teacher) => ['hardwon learn --teacher', teacher, ...asked, ...places].join(' '),
    promote: (project) => ['hardwon promote', ...askedOf(project)].join(' '),
    capture: (project) => ['hardwon capture --from-session noted', ...askedOf(project), ...places].join(' '),
    undo: (project) => ['hardwon undo', ...(isUndoneFrom(folder, project) ? asked : named(project))].join(' '),
  };
}

/** Returns the options that tell where projects and sessions are, as they were typed. */
function placeOptions({ claudeDir, agentDir, join, config }: LearnFlags): string[] {
  return [
    ...(claudeDir === undefined ? [] : [`--claude-dir ${quoteWord(claudeDir)}`]),
    ...(agentDir ?? []).map((pair) => `--agent-dir ${quoteWord(pair)}`),
    ...(join ?? []).map((glob) => `--join ${quoteWord(glob)}`),
    ...(config === undefined ? [] : [`--config ${quoteWord(config)}`]),
  ];
}

/** Returns the options that decide what is written. */
function choiceOptions({ agent, since, until, budget, minConfidence, target, force }: LearnFlags): string[] {
  return [
    ...(agent === undefined ? [] : [`--agent ${quoteWord(agent.join(','))}`]),
    ...(since === undefined ? [] : [`--since ${since.toISOString()}`]),
    ...(until === undefined ? [] : [`--until ${until.toISOString()}`]),
    ...(budget === undefined ? [] : [`--budget ${budget}`]),
    ...(minConfidence === undefined ? [] : [`--min-confidence ${minConfidence}`]),
    ...(target ?? []).map((path) => `--target ${quoteWord(path)}`),
    ...(force ? ['--force'] : []),
  ];
}

function isIn({ root, folders }: ProjectReport, folder: string): boolean {
  const project = { id: '', name: '', root, folders, remotes: [], exists: true, container: false, sessions: [] };
  return findProject([project], folder).project !== undefined;
}

/** Whether `undo` works from the folder: a clone or a joined folder belongs to a project that is written elsewhere. */
function isUndoneFrom(folder: string, { root }: ProjectReport): boolean {
  return listRoots(folder).some((candidate) => sameFile(candidate, root));
}
