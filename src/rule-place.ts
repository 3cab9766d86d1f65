import type { LoadedConfig } from './config/config.ts';
import { DEFAULTS } from './config/defaults.ts';
import { deliveryOptions } from './learn-project.ts';
import type { KeepRequest } from './loop/rules/keep-rules.ts';
import { findOwnFiles } from './own-files.ts';
import { withLoaded } from './pipeline.ts';
import { findOwnFolders } from './shared/folders.ts';

/** What decides where rules go. */
export interface RulePlaces {
  /** The root of the project. */
  root: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  config: LoadedConfig;
  /** The agent that the rule was made for, by the name that `run` knows it by; absent where a person reports. */
  agent?: string;
  /** Whose files, over the configuration. */
  file?: 'user' | 'project';
}

/** The readers of logs know the files of an agent. A command may be any agent. */
const READERS: Readonly<Record<string, string | undefined>> = { claude: 'claude-code', command: undefined };

/** Where rules go: the user's memory and the files that their agents read in every project, or the memory and files of the project. */
export async function chooseRulePlace({ root, home, env, config, agent, file }: RulePlaces): Promise<KeepRequest['place']> {
  const whose = file ?? config.config.learning?.file ?? DEFAULTS.learningFile;
  const name = agent !== undefined && Object.hasOwn(READERS, agent) ? READERS[agent] : agent;
  if (whose === 'user')
    return { whose, memoryRoot: findOwnFolders({ home, env }).config, files: await findOwnFiles({ home, env }, name) };
  const { projectRoot: _root, ...delivery } = deliveryOptions({ root }, await withLoaded({ home, env }, config));
  return { whose, delivery: { ...delivery, agents: [name ?? 'claude-code'] } };
}
