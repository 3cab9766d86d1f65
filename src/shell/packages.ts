import type { ShellCommand } from '../programs/command.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import type { Ecosystem, Fetch, Install } from '../programs/program.ts';
import { wordsOf } from '../shared/word-set.ts';

/** A package that a command fetches if it is not installed. */
export interface PackageName {
  readonly ecosystem: Ecosystem;
  /** The name without a version. */
  readonly name: string;
}

/** Returns the packages that a command names to install, or to run from a registry. */
export function packagesOf(command: ShellCommand): PackageName[] {
  return [...fetched(command), ...installed(command)].filter(({ name }) => name !== '');
}

/** Returns the packages that a runner fetches: `npx x`, `pnpm dlx x`, `uvx x`, `uv run --with x y`. */
function fetched({ runner, program }: ShellCommand): PackageName[] {
  const found: PackageName[] = [];
  for (let at = 0; at < runner.length; at++) {
    const fetcher = fetcherAt(runner, at);
    if (!fetcher) continue;
    const named = valuesOf(runner.slice(at), wordsOf(fetcher.packageFlags));
    found.push(...named.map((name) => nameOf(name, fetcher.ecosystem)));
    // If a package is named, the program belongs to that package.
    if (!fetcher.packagesOnly && named.length === 0 && !isOwn(program)) found.push(nameOf(program, fetcher.ecosystem));
  }
  return found;
}

function fetcherAt(runner: readonly string[], at: number): Fetch | undefined {
  const words = wordsFrom(runner, at).slice(1);
  const isMeant = ({ lead = '' }: Fetch) => [...wordsOf(lead)].every((word, index) => words[index] === word);
  return programOf(runner[at] ?? '')?.fetches?.find(isMeant);
}

/** Returns the words of a runner without its flags; the values of flags stay, and match nothing. */
function wordsFrom(runner: readonly string[], at: number): string[] {
  return runner.slice(at).filter((word, index) => index === 0 || !word.startsWith('-'));
}

function valuesOf(words: readonly string[], flags: ReadonlySet<string>): string[] {
  return words.flatMap((word, index) => {
    const [flag = '', value] = word.split('=', 2);
    if (!flags.has(flag)) return [];
    return (value ?? words[index + 1] ?? '').split(',');
  });
}

/** Returns the packages that an install command names: `npm i x`, `pip install x`, `brew install x`. */
function installed({ name, subcommand, operands, args }: ShellCommand): PackageName[] {
  const family = familyOf(name);
  const words = [...(subcommand?.split(' ') ?? []), ...operands];
  for (const installer of programOf(family)?.installs ?? []) {
    const verb = verbsOf(installer).find((candidate) => isPrefix(candidate, words, args));
    if (verb) return packagesBehind(verb, installer, words, operands);
  }
  return [];
}

/** Returns the subcommands that install, each as words; one empty subcommand for a program that does nothing else. */
function verbsOf({ verbs }: Install): string[][] {
  return verbs.split(', ').map((verb) => verb.split(' ').filter((word) => word !== ''));
}

function packagesBehind(
  verb: readonly string[],
  installer: Install,
  words: readonly string[],
  operands: readonly string[],
): PackageName[] {
  const given = verb[0]?.startsWith('-') ? operands : words.slice(verb.length);
  const named = installer.ecosystem === 'go' ? given.slice(0, 1).filter(isModule) : given;
  return named
    .filter((text) => !isOwn(text))
    .map((text) => nameOf(`${installer.prefix ?? ''}${text}`, installer.ecosystem));
}

function isPrefix(verb: readonly string[], words: readonly string[], args: readonly string[]): boolean {
  if (verb[0]?.startsWith('-')) return args.some((arg) => arg.startsWith(verb[0] ?? ''));
  return verb.every((word, index) => words[index] === word);
}

/** Whether a text names a Go module, which begins with the host it is fetched from. */
function isModule(text: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)+\//.test(text) || text.includes('@');
}

/** Whether a text names a file or folder of the project itself, or holds a placeholder that only the project can fill in. */
function isOwn(text: string): boolean {
  return (
    /^(?:\.{1,2}(?:[\\/[]|$)|\.[\w-]+[\\/]|workspace:|file:|link:|portal:|…|\.\.\.)/.test(text) ||
    /^[\w.-]*\/?requirements[\w.-]*\.txt$/.test(text)
  );
}

/** Returns a package without its version and extras; a URL stays a URL, which no manifest declares. */
function nameOf(text: string, ecosystem: Ecosystem): PackageName {
  if (/^(?:git\+|https?:|git:|ssh:|github:|gitlab:|bitbucket:)/i.test(text)) return { ecosystem, name: text };
  const name =
    ecosystem === 'pypi'
      ? text.replace(/\s*(?:\[|[<>=!~;@ ]).*$/, '')
      : ecosystem === 'npm'
        ? text.replace(/^npm:/, '').replace(/(?<=.)@[^/]*$/, '')
        : text.replace(/(?<=.)[@=].*$/, '');
  return { ecosystem, name: name.trim() };
}
