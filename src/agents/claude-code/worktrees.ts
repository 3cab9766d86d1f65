/** Claude Code creates worktrees in the repository: `harbour/.claude/worktrees/fix`. */
export const worktrees = { folder: '.claude' };
