import { showingCommands } from '../../shell/index.ts';
import type { CallView, SeenCommand } from './call-view.ts';

/** The lines of a file that a command printed. */
export interface ShownText {
  /** The path, relative to the repository. */
  path: string;
  /** The number of the first line, counted from 1. */
  first: number;
  /** Whether the command asked for all lines from there on; then they are the rest of the file. */
  isToEnd: boolean;
  /** Whether the lines are numbered. */
  isNumbered: boolean;
}

/**
 * Returns the lines of a file that a shell call shows, if the whole output is lines of one file and their numbers are known: `cat
 * a.ts`, `sed -n '1,200p' a.ts`, `nl -ba a.ts | sed -n '1,200p'`, `head -50 a.ts`. Agents without a tool for reading work this
 * way.
 */
export function shownBy(view: CallView): ShownText | undefined {
  const printing = view.commands.filter(({ command }) => command.name !== 'cd');
  const [source, filter, ...others] = printing;
  if (
    !source ||
    others.length > 0 ||
    showingCommands(printing.map(({ command }) => command)).length !== printing.length
  )
    return undefined;
  const [path, ...more] = view.pathsIn(source);
  const shown = path === undefined || more.length > 0 ? undefined : rangeOf(source);
  if (!shown || path === undefined) return undefined;
  if (!filter) return { path, ...shown };
  const cut =
    filter.command.piped && view.pathsIn(filter).length === 0 && shown.first === 1 ? rangeOf(filter) : undefined;
  return cut && shown.isToEnd ? { path, ...cut, isNumbered: shown.isNumbered } : undefined;
}

type Range = Omit<ShownText, 'path'>;

function rangeOf({ command: { name, args } }: SeenCommand): Range | undefined {
  const flags = args.filter((word) => word.startsWith('-'));
  switch (name) {
    case 'cat':
      if (flags.some((flag) => flag !== '-n')) return undefined;
      return { first: 1, isToEnd: true, isNumbered: flags.length > 0 };
    case 'nl':
      // Without this flag, empty lines are not counted.
      return flags.join(' ') === '-ba' ? { first: 1, isToEnd: true, isNumbered: true } : undefined;
    case 'head':
      return /^-(?:n ?)?\d+$/.test(
        args
          .slice(0, 2)
          .join(' ')
          .replace(/ \D.*$/, ''),
      )
        ? { first: 1, isToEnd: false, isNumbered: false }
        : undefined;
    case 'sed': {
      const [, first, last] = /^(\d{1,7})(?:,(\d{1,7}|\$))?p$/.exec(args[1] ?? '') ?? [];
      if (args[0] !== '-n' || first === undefined || Number(first) === 0) return undefined;
      return { first: Number(first), isToEnd: last === '$', isNumbered: false };
    }
    default:
      return undefined;
  }
}
