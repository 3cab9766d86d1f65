import { isSearch, type ShellCommand } from '../../shell/index.ts';
import { resolveDirectory } from './join-directory.ts';
import type { Roots, Step } from './session-view.ts';

/** A search or a listing, by a tool or by a command. */
export interface Search {
  /** What is looked for, as it was typed. */
  pattern: string;
  /** All else that decides what is found, but for the place: the program, its flags, the filter of files. */
  manner: string;
  /** The one place it was held in, below the repository; '' for its root. */
  place: string;
}

/** The search that a call was, where it was nothing else, and was held in one place of the repository. */
export function searchOf({ call, parsed, failure }: Pick<Step, 'call' | 'parsed' | 'failure'>, roots: Roots): Search | undefined {
  const { tool, input, cwd, name } = call;
  if (tool === 'search' || tool === 'list') {
    const place = input.path === undefined ? '' : roots.relative(input.path, cwd);
    if (input.pattern === undefined || place === undefined) return undefined;
    const filters = Object.entries(input.rest ?? {}).filter(([key]) => !shaping.has(key));
    return { pattern: input.pattern, manner: JSON.stringify([name, input.glob, filters.sort()]), place: bare(place) };
  }
  // Asked of the text first: taking a command apart costs more.
  if (tool !== 'shell' || !/grep|\b(?:rg|ag|ack|find)\b/.test(input.command ?? '')) return undefined;
  const [command, ...others] = parsed?.commands.filter(({ piped, nested, role }) => !piped && !nested && role !== 'setup') ?? [];
  if (!command || others.length > 0 || (failure?.command && failure.command !== command)) return undefined;
  const words = command.name === 'find' ? divideFind(command) : isSearch(command) ? divideSearch(command) : undefined;
  const [typed = '.', ...more] = words?.places ?? [];
  if (!words?.pattern || more.length > 0) return undefined;
  const place = roots.relative(typed, resolveDirectory(cwd, command.dir));
  return place === undefined ? undefined : { pattern: words.pattern, manner: words.manner, place: bare(place) };
}

/** The places that a search by a command was held in, below the repository. */
export function searchedPlaces(command: ShellCommand, cwd: string | undefined, roots: Roots): string[] {
  const { places } = command.name === 'find' ? divideFind(command) : isSearch(command) ? divideSearch(command) : { places: [] };
  const from = resolveDirectory(cwd, command.dir);
  return places.flatMap((typed) => {
    const place = roots.relative(typed, from);
    return place === undefined || place === '' ? [] : [bare(place)];
  });
}

/** Arguments of search tools that decide how hits are shown, not which there are. */
const shaping = new Set(['output_mode', '-n', '-A', '-B', '-C', 'head_limit', 'limit', 'offset', 'description']);

interface DividedSearch {
  pattern: string | undefined;
  manner: string;
  places: readonly string[];
}

function divideSearch({ name, arguments: all, operands }: ShellCommand): DividedSearch {
  const given = all.flatMap(({ text, value }) => (/^(?:-[a-zA-Z]*e|--regexp)$/.test(text) && value !== undefined ? value : []));
  const flags = all.flatMap(({ kind, text, value = '' }) => (kind === 'flag' ? `${text}=${value}` : []));
  return {
    pattern: given.length > 0 ? given.join('\n') : operands[0],
    manner: [name, ...flags.sort()].join(' '),
    places: given.length > 0 ? operands : operands.slice(1),
  };
}

/** `find` names its places first. */
function divideFind({ name, args }: ShellCommand): DividedSearch {
  const at = args.findIndex((arg) => arg.startsWith('-'));
  return { pattern: at < 0 ? undefined : args.slice(at).join(' '), manner: name, places: at < 0 ? args : args.slice(0, at) };
}

function bare(place: string): string {
  return place.replace(/\/+$/, '');
}
