import type { Places } from '../../agents/agent.ts';
import { findAgent } from '../../agents/find-agent.ts';
import { agents } from '../../agents/registry.ts';
import type { LoadedConfig } from '../../config/config.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { ANY_AGENT, findReaders } from '../../lifecycle/promotion/rule/find-readers.ts';
import type { KeepRequest } from '../../loop/rules/keep-rules.ts';
import { loadMemory } from '../../memory/memory.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import { withLoaded } from '../configured-request.ts';
import { deliveryOptions } from '../learn/learn-project.ts';
import { findOwnFiles } from './own-files.ts';

/** The facts that decide where rules are written. */
interface RulePlaces extends UserHome {
  /** The root of the project. */
  root: string;
  config: LoadedConfig;
  /** The agent that the rule was made for, by its name in `run`; absent if a person reported the failure. */
  agent?: string;
  /** The owner of the files; overrides the configuration. */
  file?: 'user' | 'project';
}

/**
 * Chooses where rules are written: the user's memory and the files that their agents read in every project, or the memory and
 * files of the project.
 */
export async function chooseRulePlace({
  root,
  home,
  env,
  config,
  agent,
  file,
}: RulePlaces): Promise<KeepRequest['place']> {
  const whose = file ?? config.config.learning?.file ?? DEFAULTS.learningFile;
  // A command could be any agent.
  const name = agent === undefined ? undefined : findAgent(agent, agents)?.name;
  if (whose === 'user')
    return { whose, memoryRoot: findOwnFolders({ home, env }).config, files: await findOwnFiles({ home, env }, name) };
  const { projectRoot: _root, ...delivery } = deliveryOptions({ root }, await withLoaded({ home, env }, config));
  return { whose, delivery: { ...delivery, agents: await findUsers(root, delivery, name) } };
}

/** Returns the agents used in a project: those that its memory or its files reveal, and the one that a rule was made for. */
async function findUsers(root: string, places: Places, named: string | undefined): Promise<string[]> {
  const readers = await findReaders(await loadMemory(root), { ...places, projectRoot: root });
  const users = [
    ...new Set([...(named === undefined ? [] : [named]), ...readers.filter((reader) => reader !== ANY_AGENT)]),
  ];
  return users.length > 0 ? users : [DEFAULTS.agent];
}
