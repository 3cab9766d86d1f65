import { worktrees as claudeCode } from './claude-code/worktrees.ts';
import { worktrees as codex } from './codex/worktrees.ts';
import { worktrees as cursor } from './cursor/worktrees.ts';

/** A folder in whose `worktrees` an agent makes git worktrees. `worktrees.ts` in the agent's folder, which imports nothing else than types. */
export interface WorktreeFolder {
  /** In lower case: `.codex`. */
  folder: string;
  /** Where the path names the repository, counted from the folder: the worktree is two below `worktrees`. One below, in the repository, where absent. */
  nameAt?: number;
}

/** Every agent that makes worktrees, for the hook, too: `registry.ts` would load too much. Add yours here. */
export const worktreeFolders: readonly WorktreeFolder[] = [claudeCode, codex, cursor];
