import type { Sentence } from '../../lessons/quotable.ts';
import type { ShellCommand } from '../../shell/index.ts';
import type { SourceCheckout } from './checkout.ts';

/** The kinds of tool sources. */
export type ToolSourceKind =
  | 'npm-script'
  | 'make-target'
  | 'just-recipe'
  | 'task'
  | 'script'
  | 'mcp-server'
  | 'mcp-tool'
  | 'wrapped-function';

/** Where a tool, or a part of it, is written. */
export interface FoundToolSource {
  kind: ToolSourceKind;
  /** Its usual name: `npm run build`, `make deploy`, `scripts/deploy.sh`. */
  name: Sentence;
  /** The file, relative to the top of the checkout, with forward slashes; a file of the user's own is relative to `~`. */
  path: string;
  /** Its first and last line, counted from 1. */
  from: number;
  to: number;
  /** The command that it runs, if it is one: its own sources are searched for, too. */
  runs?: string;
  /** The folder in which this is run. */
  folder?: string;
  /** Whether its own source was found already, so that the command is not followed. */
  isFollowed?: boolean;
  /** Whether the lines contain settings, including secrets, and are not shown. */
  isPrivate?: boolean;
}

/** The requested tool, parsed. */
export interface AskedTool {
  /** As it was requested. */
  text: string;
  /** The name, if it is nothing more: `deploy`. */
  name: string | undefined;
  /** The same as a command: `npm run build -w quay`. */
  command: ShellCommand | undefined;
  /** The script, task or target that the command runs. */
  script: string | undefined;
  /** Whether it comes from a source that was found: there, a name is a program and never a script of the project. */
  isCommand: boolean;
  /** The folder in which it is run. */
  folder: string;
}

/** One way to find sources. */
export type SourceFinder = (
  asked: AskedTool,
  checkout: SourceCheckout,
) => Promise<FoundToolSource[]> | FoundToolSource[];
