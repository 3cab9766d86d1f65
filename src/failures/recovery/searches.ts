import { isSearch, type ShellCommand } from '../../shell/index.ts';
import { resolveDirectory } from './join-directory.ts';
import type { Roots, Step } from './session-view.ts';

/** A search or a listing, by a tool or by a command. */
export interface Search {
  /** The search pattern, as typed. */
  pattern: string;
  /** Everything else that decides the hits, apart from the place: the program, its flags, the filter of files. */
  manner: string;
  /** The only place searched, below the repository; '' for its root. */
  place: string;
}

/** Returns the search that a call made, if it did nothing else and searched one place of the repository. */
export function searchOf(
  { call, parsed, failure }: Pick<Step, 'call' | 'parsed' | 'failure'>,
  roots: Roots,
): Search | undefined {
  const { tool, input, cwd, name } = call;
  if (tool === 'search' || tool === 'list') {
    const place = input.path === undefined ? '' : roots.relative(input.path, cwd);
    if (input.pattern === undefined || place === undefined) return undefined;
    const filters = Object.entries(input.rest ?? {}).filter(([key]) => !shaping.has(key));
    return { pattern: input.pattern, manner: JSON.stringify([name, input.glob, filters.sort()]), place: bare(place) };
  }
  // The text is tested first, because parsing a command costs more.
  if (tool !== 'shell' || !/grep|\b(?:rg|ag|ack|find)\b/.test(input.command ?? '')) return undefined;
  const [command, ...others] =
    parsed?.commands.filter(({ piped, nested, role }) => !piped && !nested && role !== 'setup') ?? [];
  if (!command || others.length > 0 || (failure?.command && failure.command !== command)) return undefined;
  const words = command.name === 'find' ? divideFind(command) : isSearch(command) ? divideSearch(command) : undefined;
  const [typed = '.', ...more] = words?.places ?? [];
  if (!words?.pattern || more.length > 0) return undefined;
  const place = roots.relative(typed, resolveDirectory(cwd, command.dir));
  return place === undefined ? undefined : { pattern: words.pattern, manner: words.manner, place: bare(place) };
}

/** Returns the places that a command searched, below the repository. */
export function searchedPlaces(command: ShellCommand, cwd: string | undefined, roots: Roots): string[] {
  const { places } =
    command.name === 'find' ? divideFind(command) : isSearch(command) ? divideSearch(command) : { places: [] };
  const from = resolveDirectory(cwd, command.dir);
  return places.flatMap((typed) => {
    const place = roots.relative(typed, from);
    return place === undefined || place === '' ? [] : [bare(place)];
  });
}

/** Arguments of search tools that decide how hits are shown, not which hits there are. */
const shaping = new Set(['output_mode', '-n', '-A', '-B', '-C', 'head_limit', 'limit', 'offset', 'description']);

interface DividedSearch {
  pattern: string | undefined;
  manner: string;
  places: readonly string[];
}

function divideSearch({ name, arguments: all, operands }: ShellCommand): DividedSearch {
  const given = all.flatMap(({ text, value }) =>
    /^(?:-[a-zA-Z]*e|--regexp)$/.test(text) && value !== undefined ? value : [],
  );
  const flags = all.flatMap(({ kind, text, value = '' }) => (kind === 'flag' ? `${text}=${value}` : []));
  return {
    pattern: given.length > 0 ? given.join('\n') : operands[0],
    manner: [name, ...flags.sort()].join(' '),
    places: given.length > 0 ? operands : operands.slice(1),
  };
}

/** Divides the arguments of `find`, which names its places first. */
function divideFind({ name, args }: ShellCommand): DividedSearch {
  const at = args.findIndex((arg) => arg.startsWith('-'));
  return {
    pattern: at < 0 ? undefined : args.slice(at).join(' '),
    manner: name,
    places: at < 0 ? args : args.slice(0, at),
  };
}

function bare(place: string): string {
  return place.replace(/\/+$/, '');
}
