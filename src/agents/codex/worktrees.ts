/** Codex makes worktrees at home: `~/.codex/worktrees/1a2b/harbour`. */
export const worktrees = { folder: '.codex', nameAt: 3 };
