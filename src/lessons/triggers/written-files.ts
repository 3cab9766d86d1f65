import { isRewriter, rewriteOf, writesFile } from '../../shell/index.ts';
import type { CallView, SeenCommand } from './call-view.ts';
import { MAY_WRITE } from './may-write.ts';

/** Files that a shell call wrote: these, or it cannot be said which. */
export interface WrittenFiles {
  /** Any file of the repository may have changed: a formatter without arguments, a checkout. */
  everything: boolean;
  /** Relative to the repository; a folder stands for all below it. */
  paths: string[];
}

/** The files that a shell call writes, as far as its text tells. */
export function writtenBy(view: CallView, text: string): WrittenFiles {
  const written: WrittenFiles = { everything: false, paths: [] };
  if (!MAY_WRITE.test(text)) return written;
  for (const seen of view.commands) {
    const { command, directory } = seen;
    if (writesFile(command)) {
      for (const { op, target } of command.redirects) if (op.includes('>')) add(view.roots.relative(target, directory));
    }
    if (!rewrites(seen)) continue;
    const named = view.pathsIn(seen);
    if (named.length === 0) written.everything = true;
    else for (const path of named) add(path);
  }
  return written;

  function add(path: string | undefined): void {
    if (path !== undefined) written.paths.push(path);
  }
}

const FORMATS = /(?:^|[\s:-])(?:fmt|format|fix|codegen|generate)(?:$|[\s:])/;

/** Whether a command rewrites files that are there: formatters, checkouts, edits in place. Not builds and installs, which write elsewhere. */
function rewrites({ command, words }: SeenCommand): boolean {
  if (isRewriter(command)) return rewriteOf(command) !== undefined;
  // Of scripts and of programs that nobody knows, their words tell.
  return FORMATS.test(words.slice(0, 4).join(' ')) && !words.some((word) => /^(?:--check|--dry-run|-l|--diff)$/.test(word));
}
