import { rewriteOf, type ShellCommand, scriptOf } from '../../shell/index.ts';
import { ran, type Step } from '../recovery/session-view.ts';
import { isFixer, withoutPaths } from './fixer.ts';

/** A command that rewrote files without the agent's knowledge. */
export interface Rewriter {
  command: ShellCommand;
  /** The command without paths and values. */
  text: string;
  how: 'formats' | 'hook' | 'generates';
}

/** Returns the command of a call that rewrites files of the project by itself, recognised by its program or by its output. */
export function rewriterOf(step: Step): Rewriter | undefined {
  const { call, parsed } = step;
  // A fixer that ends red has written nevertheless.
  if (!parsed || (!ran(step) && step.told !== 'failed' && !step.failure?.masked)) return undefined;
  for (const command of parsed.commands) {
    if (command.nested) continue;
    if (isFixer(command)) return { command, text: withoutPaths(command), how: 'formats' };
    if (generates(command)) return { command, text: withoutPaths(command), how: 'generates' };
    if (command.name === 'git' && command.subcommand === 'commit' && hookOutput.test(call.output))
      return { command, text: 'git commit', how: 'hook' };
    if (scriptOf(command) !== undefined && wroteFiles.test(call.output))
      return { command, text: withoutPaths(command), how: 'formats' };
  }
  return undefined;
}

function generates(command: ShellCommand): boolean {
  const script = scriptOf(command);
  if (script !== undefined) return /(?:^|[:._-])(?:generate|gen|codegen)(?:$|[:._-])/.test(script.name);
  return rewriteOf(command) === 'generates';
}

/** Output of commit hooks that tidy the committed files. */
const hookOutput =
  /lint-staged|files were modified by this hook|Applying modifications from tasks|\b(?:fixed|reformatted|formatted) \d+ files?|^reformatted \S|\bFixed [1-9]\d* (?:file|error)/im;

/** Output of checks that also repair. */
const wroteFiles =
  /\bFixed [1-9]\d* (?:files?|errors?)\b|\b[1-9]\d* files? (?:reformatted|changed|rewritten)\b|--write\b|--fix\b|files were modified by this hook|^\[This command modified \d+ files? you've previously read/m;
