import type { Agent, Places } from '../agents/agent.ts';
import { chooseAgents } from '../agents/choose-agents.ts';
import { agents } from '../agents/registry.ts';
import type { LiveConfig, LoadedConfig } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { tellIgnored } from '../config/trust.ts';
import type { Confidence } from '../lessons/lesson.ts';

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
  /** Files to write besides those that the agents read, absolute. */
  targets?: readonly string[];
  /** Globs of folders that are one project in this run. */
  join: readonly string[];
  configPath?: string;
  /** Write what was learned. */
  apply: boolean;
  /** Of all projects: write what holds in several of them to the user's own memory and files, too. */
  user?: boolean;
  /** Replace blocks that were edited by hand. */
  force: boolean;
  /** Forget the index first. */
  fresh: boolean;
  onProgress?: (done: number, total: number) => void;
}

/** A request with what configuration files add to it. */
export type ConfiguredRequest<T = LearnRequest> = T & {
  /** Folders that were declared to be one project: its name, then globs. */
  projectGlobs: Record<string, string[]>;
  /** Texts that look like secrets and are none. */
  allowed: string[];
  /** Every agent there is: those that are built in, and adapters. */
  known: readonly Agent[];
  /** Why adapters could not be loaded, where there are such. */
  problems: readonly string[];
  /** What hooks may say, where a file says it. */
  live?: LiveConfig;
} & Pick<LearnRequest, 'budget' | 'minConfidence' | 'targets'>;

/** What configuration files add to a request; what the command line says wins. */
export async function withConfig<
  T extends Pick<LearnRequest, 'cwd' | 'home' | 'env' | 'configPath' | 'project' | 'agents' | 'folders'> & { all?: boolean },
>(request: T): Promise<ConfiguredRequest<T>> {
  const loaded = await loadConfig({
    cwd: request.project ?? request.cwd,
    home: request.home,
    env: request.env,
    ...(request.configPath === undefined ? {} : { explicitPath: request.configPath }),
  });
  return withLoaded(request, loaded);
}

/** The same, where the files were read already. */
export async function withLoaded<T extends Pick<LearnRequest, 'home' | 'env' | 'agents' | 'folders'> & { all?: boolean }>(
  request: T,
  loaded: LoadedConfig,
): Promise<ConfiguredRequest<T>> {
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
    // Those of one project are nothing to the others.
    ...(config.targets === undefined || request.all ? {} : { targets: config.targets }),
    ...request,
    folders,
    projectGlobs: config.projects,
    allowed: config.redaction.allow,
    known,
    problems,
    ...(config.live === undefined ? {} : { live: config.live }),
  };
}

/** The agents that are built in, and those that adapters add. */
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
