/** Cursor creates worktrees in the home folder: `~/.cursor/worktrees/harbour/x1`. */
export const worktrees = { folder: '.cursor', nameAt: 2 };
