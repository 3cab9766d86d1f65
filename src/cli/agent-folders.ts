import { resolvePath } from '../app/surroundings.ts';
import { AppError } from '../shared/errors.ts';
import type { Surroundings } from '../shared/surroundings.ts';

/** The options that locate the logs of agents. */
export interface FolderFlags {
  claudeDir?: string;
  /** `opencode=~/exports`, once per agent. */
  agentDir?: string[];
}

/** Returns the folders of agents named by flags, by agent. */
export function foldersOf({ claudeDir, agentDir = [] }: FolderFlags, here: Surroundings): Record<string, string> {
  const folders: [agent: string, path: string][] = [];
  if (claudeDir !== undefined) folders.push(['claude-code', resolvePath(claudeDir, here)]);
  for (const pair of agentDir) {
    const at = pair.indexOf('=');
    const path = pair.slice(at + 1);
    if (at <= 0 || path === '') {
      throw new AppError('usage', `--agent-dir takes an agent and its folder, not ${pair}.`, {
        hint: 'Write it as opencode=~/opencode-export.',
      });
    }
    // Whether the agent exists is checked when the configuration is read, because it may name adapters.
    folders.push([pair.slice(0, at), resolvePath(path, here)]);
  }
  return Object.fromEntries(folders);
}
