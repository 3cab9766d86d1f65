import type { Sentence } from '../../lessons/quotable.ts';
import type { ShellCommand } from '../../shell/index.ts';
import type { SourceCheckout } from './checkout.ts';

/** What kind of thing a tool's source is. */
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
  /** What people call it: `npm run build`, `make deploy`, `scripts/deploy.sh`. */
  name: Sentence;
  /** The file, from the top of the checkout, with forward slashes; a file of the user's own is named from `~`. */
  path: string;
  /** Its first and last line, from 1. */
  from: number;
  to: number;
  /** The command that it runs, where it is one: its own sources are sought, too. */
  runs?: string;
  /** The folder that this is run in. */
  folder?: string;
  /** Its own source was found already: the command is not followed. */
  isFollowed?: boolean;
  /** The lines hold settings, among them secrets, and are not shown. */
  isPrivate?: boolean;
}

/** What was asked for, taken apart. */
export interface AskedTool {
  /** As it was asked. */
  text: string;
  /** The name alone, where it is no more than that: `deploy`. */
  name: string | undefined;
  /** The same as a command: `npm run build -w quay`. */
  command: ShellCommand | undefined;
  /** The script, task or target that the command runs. */
  script: string | undefined;
  /** It stands in a source that was found: a name is a program there, never a script of the project. */
  isCommand: boolean;
  /** The folder that it is run in. */
  folder: string;
}

/** One way to find sources. */
export type SourceFinder = (asked: AskedTool, checkout: SourceCheckout) => Promise<FoundToolSource[]> | FoundToolSource[];
