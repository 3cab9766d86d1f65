import type { Agent, Places } from '../agents/agent.ts';
import { chooseAgents } from '../agents/choose-agents.ts';
import { agents } from '../agents/registry.ts';
import type { LiveConfig, LoadedConfig } from '../config/config.ts';
import { DEFAULTS } from '../config/defaults.ts';
import { loadConfig } from '../config/load-config.ts';
import { tellIgnored } from '../config/trust.ts';
import type { Confidence } from '../lessons/lesson.ts';
import type { Surroundings } from '../shared/surroundings.ts';

/** The sessions to learn from, and what to do with the lessons. */
export interface LearnRequest extends Surroundings {
  /** Any folder of the project; defaults to the working directory. */
  project?: string;
  /** Whether to learn from every project that has sessions. */
  all: boolean;
  /** Names of agents; defaults to all. */
  agents?: readonly string[];
  /** Folders of agents, by name, that replace the usual ones. */
  folders?: Readonly<Record<string, string>>;
  since?: Date;
  until?: Date;
  budget?: number;
  minConfidence?: Confidence;
  /** Absolute paths of files to write in addition to those that the agents read. */
  targets?: readonly string[];
  /** Globs of folders to treat as one project in this run. */
  join: readonly string[];
  configPath?: string;
  /** Whether to write the lessons. */
  apply: boolean;
  /** With `all`: also write lessons that hold in several projects to the user's own memory and files. */
  user?: boolean;
  /** Fingerprints of lessons that a person does not want: they are rejected in the same step in which the others are written. */
  rejected?: readonly string[];
  /** Whether to replace blocks that were edited by hand. */
  force: boolean;
  /** Whether to delete the index first. */
  fresh: boolean;
  onProgress?: (done: number, total: number) => void;
}

/** A request completed from configuration files. */
export type ConfiguredRequest<T = LearnRequest> = T & {
  /** Folders declared to be one project: its name, then globs. */
  projectGlobs: Record<string, string[]>;
  /** Texts that look like secrets but are not. */
  allowed: string[];
  /** All agents: the built-in ones and those of adapters. */
  known: readonly Agent[];
  /** Reasons why adapters could not be loaded. */
  problems: readonly string[];
  /** Settings of the hooks, if a file has any. */
  live?: LiveConfig;
  /** The team with which lessons are shared, if there is one. One that a project's file names is only for projects in `of`. */
  team?: { url: string; people: number; of?: string };
} & Pick<LearnRequest, 'budget' | 'minConfidence' | 'targets'>;

/** Completes a request from configuration files; the command line takes precedence. */
export async function withConfig<
  T extends Pick<LearnRequest, 'cwd' | 'home' | 'env' | 'configPath' | 'project' | 'agents' | 'folders'> & {
    all?: boolean;
  },
>(request: T): Promise<ConfiguredRequest<T>> {
  const loaded = await loadConfig({
    cwd: request.project ?? request.cwd,
    home: request.home,
    env: request.env,
    ...(request.configPath === undefined ? {} : { explicitPath: request.configPath }),
  });
  return withLoaded(request, loaded);
}

/** Does the same for files that were already read. */
export async function withLoaded<
  T extends Pick<LearnRequest, 'home' | 'env' | 'agents' | 'folders'> & { all?: boolean },
>(request: T, loaded: LoadedConfig): Promise<ConfiguredRequest<T>> {
  const { config } = loaded;
  const claude = config.claudeDir === undefined ? {} : { 'claude-code': config.claudeDir };
  const folders = { ...claude, ...config.agentDirs, ...request.folders };
  const { known, problems } = await knowAgents(loaded, { home: request.home, env: request.env, folders });
  chooseAgents(request.agents ?? config.agents, known, problems);
  chooseAgents(Object.keys(folders), known, problems);
  return {
    ...(config.budget === undefined ? {} : { budget: config.budget }),
    ...(config.minConfidence === undefined ? {} : { minConfidence: config.minConfidence }),
    ...(config.agents === undefined ? {} : { agents: config.agents }),
    // The targets of one project do not concern the others.
    ...(config.targets === undefined || request.all ? {} : { targets: config.targets }),
    ...request,
    folders,
    projectGlobs: config.projects,
    allowed: config.redaction.allow,
    known,
    problems,
    ...(config.live === undefined ? {} : { live: config.live }),
    ...findTeam(loaded, request.env),
  };
}

/** Returns the team: by the environment, or else by the configuration. */
export function findTeam(
  { config, teamOf }: Pick<LoadedConfig, 'config' | 'teamOf'>,
  env: LearnRequest['env'],
): Pick<ConfiguredRequest, 'team'> {
  const { url: configured, people = DEFAULTS.teamPeople } = config.team ?? {};
  if (env.HARDWON_TEAM_URL) return { team: { url: env.HARDWON_TEAM_URL, people } };
  return configured === undefined
    ? {}
    : { team: { url: configured, people, ...(teamOf === undefined ? {} : { of: teamOf }) } };
}

/** Returns the built-in agents and those that adapters add. */
async function knowAgents(
  { adapters = [], ignored }: LoadedConfig,
  places: Places,
): Promise<{ known: readonly Agent[]; problems: string[] }> {
  const problems = ignored ? tellIgnored(ignored) : [];
  if (adapters.length === 0) return { known: agents, problems };
  const { loadAdapters } = await import('../agents/load-adapters.ts');
  const loaded = await loadAdapters(adapters, { taken: agents, places });
  return { known: [...agents, ...loaded.agents], problems: [...problems, ...loaded.problems] };
}
