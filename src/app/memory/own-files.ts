import type { ContextFile } from '../../agents/context.ts';
import { findUserFiles } from '../../lifecycle/user-memory/find-user-files.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import { withConfig } from '../configured-request.ts';

/**
 * Returns the files that show the rules of the user's own memory: those of the named agent, and of all agents found. Only the
 * user's configuration decides where their agents are: a repository written by someone else must not get their rules.
 */
export async function findOwnFiles(
  { home, env }: Pick<UserHome, 'home' | 'env'>,
  agent?: string,
): Promise<ContextFile[]> {
  const { config: memoryRoot } = findOwnFolders({ home, env });
  return findUserFiles({ ...(await withConfig({ cwd: memoryRoot, home, env })), memoryRoot }, agent);
}
