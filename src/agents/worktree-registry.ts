import { worktrees as claudeCode } from './claude-code/worktrees.ts';
import { worktrees as codex } from './codex/worktrees.ts';
import { worktrees as cursor } from './cursor/worktrees.ts';

/** A folder with a subfolder `worktrees`, in which an agent creates git worktrees. Defined in `worktrees.ts` of the agent's folder. */
export interface WorktreeFolder {
  /** In lower case: `.codex`. */
  folder: string;
  /**
   * The position of the repository's name in the path, counted from `folder`; the worktree is then two levels below `worktrees`. If
   * absent, `folder` is in the repository, and the worktree is one level below `worktrees`.
   */
  nameAt?: number;
}

/** The folders of all agents that create worktrees. Kept apart from `registry.ts`, which is too large for the hook. Add yours here. */
export const worktreeFolders: readonly WorktreeFolder[] = [claudeCode, codex, cursor];
