/** Codex creates worktrees in the home folder: `~/.codex/worktrees/1a2b/harbour`. */
export const worktrees = { folder: '.codex', nameAt: 3 };
