import type { Argument, ShellCommand } from '../programs/command.ts';
import { hasExtension, isExplicitPath, isRevision } from './path-shape.ts';
import { GIT_MIXED, GIT_PATHS } from './tables/paths.ts';

type Choice = 'path' | 'maybe' | 'explicit' | 'none';

/** How to take each operand of git: behind `--` all are files; before it a branch may look like a folder. */
export function gitPathArguments(command: ShellCommand): (operand: number, argument: Argument) => Choice {
  const { subcommand = '' } = command;
  if (GIT_PATHS.has(subcommand)) return () => 'path';
  if (subcommand === 'worktree add' || subcommand === 'worktree remove' || subcommand === 'init')
    return (operand) => (operand === 0 ? 'path' : 'none');
  if (subcommand === 'clone') return (operand) => (operand === 1 ? 'path' : 'none');
  if (subcommand === 'stash push') return () => 'path';
  if (!GIT_MIXED.has(subcommand)) return (_, argument) => (argument.afterDashes ? 'path' : 'none');
  const isPattern = subcommand === 'grep' && !command.flags.includes('-e');
  return (operand, { afterDashes, text }) => {
    if (isPattern && operand === 0) return 'none';
    if (afterDashes) return 'path';
    if (isRevision(text) || text.includes(':')) return 'none';
    return isExplicitPath(text) || hasExtension(text) || text.endsWith('/') ? 'path' : 'none';
  };
}
