import { isRewriter, rewriteOf, writesFile } from '../../shell/index.ts';
import type { CallView, SeenCommand } from './call-view.ts';
import { MAY_WRITE } from './may-write.ts';

/** The files that a shell call wrote: the known ones, or any file if they cannot be determined. */
export interface WrittenFiles {
  /** Whether any file of the repository may have changed: a formatter without arguments, a checkout. */
  everything: boolean;
  /** Paths relative to the repository; a folder stands for everything below it. */
  paths: string[];
}

/** Returns the files that a shell call writes, as far as its text shows. */
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

/**
 * Whether a command rewrites existing files: formatters, checkouts, edits in place. Builds and installs write elsewhere and do
 * not count.
 */
function rewrites({ command, words }: SeenCommand): boolean {
  if (isRewriter(command)) return rewriteOf(command) !== undefined;
  // Scripts and unknown programs are judged by their words.
  return (
    FORMATS.test(words.slice(0, 4).join(' ')) && !words.some((word) => /^(?:--check|--dry-run|-l|--diff)$/.test(word))
  );
}
