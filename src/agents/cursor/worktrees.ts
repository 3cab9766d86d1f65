/** Cursor makes worktrees at home: `~/.cursor/worktrees/harbour/x1`. */
export const worktrees = { folder: '.cursor', nameAt: 2 };
