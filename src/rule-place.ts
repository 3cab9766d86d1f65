import { agents } from './agents/registry.ts';
import type { LoadedConfig } from './config/config.ts';
import { deliveryOptions } from './learn-project.ts';
import type { KeepRequest } from './loop/rules/keep-rules.ts';
import { withConfig } from './pipeline.ts';
import { AppError } from './shared/errors.ts';
import { findOwnFolders } from './shared/folders.ts';

/** What decides where rules go. */
export interface RulePlaces {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  now: Date;
  config: LoadedConfig;
}

/** The reader of an agent's logs knows its context files; a command may be anything, and is taken for Claude Code. */
const READERS: Readonly<Record<string, string>> = { claude: 'claude-code', command: 'claude-code' };

/** Where rules go: the user's memory and the file that the agent reads in every project, or those of the project. */
export async function chooseRulePlace(
  agentName: string,
  projectRoot: string,
  request: RulePlaces,
): Promise<KeepRequest['place']> {
  const name = READERS[agentName] ?? agentName;
  if (request.config.config.learning?.file === 'project') {
    const configured = await withConfig({ cwd: projectRoot, home: request.home, env: request.env, now: request.now });
    const { projectRoot: _root, ...delivery } = deliveryOptions({ root: projectRoot }, configured);
    return { whose: 'project', delivery: { ...delivery, agents: [name] } };
  }
  const { claudeDir, agentDirs } = request.config.config;
  const named = { ...agentDirs, ...(claudeDir === undefined ? {} : { 'claude-code': claudeDir }) };
  const places = { home: request.home, env: request.env, folders: named, projectRoot };
  const reader = agents.find((known) => known.name === name);
  const context = await reader?.context?.(places);
  const file = context?.user ?? context?.local;
  if (!file) throw new AppError('not-found', `${name} reads no file of the user.`, { hint: 'Set learning.file to "project".' });
  return { whose: 'user', memoryRoot: findOwnFolders(request).config, file };
}
