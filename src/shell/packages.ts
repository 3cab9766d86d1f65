import type { ShellCommand } from '../programs/command.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import type { Ecosystem, Fetch, Install } from '../programs/program.ts';
import { wordsOf } from '../shared/word-set.ts';

/** A package that a command would fetch where it is not there. */
export interface PackageName {
  readonly ecosystem: Ecosystem;
  /** Without its version. */
  readonly name: string;
}

/** The packages that a command names to be installed, or run from wherever they are published. */
export function packagesOf(command: ShellCommand): PackageName[] {
  return [...fetched(command), ...installed(command)].filter(({ name }) => name !== '');
}

/** `npx x`, `pnpm dlx x`, `uvx x`, `uv run --with x y`. */
function fetched({ runner, program }: ShellCommand): PackageName[] {
  const found: PackageName[] = [];
  for (let at = 0; at < runner.length; at++) {
    const fetcher = fetcherAt(runner, at);
    if (!fetcher) continue;
    const named = valuesOf(runner.slice(at), wordsOf(fetcher.packageFlags));
    found.push(...named.map((name) => nameOf(name, fetcher.ecosystem)));
    // With a package named, the program is one of its own.
    if (!fetcher.packagesOnly && named.length === 0 && !isOwn(program)) found.push(nameOf(program, fetcher.ecosystem));
  }
  return found;
}

function fetcherAt(runner: readonly string[], at: number): Fetch | undefined {
  const words = wordsFrom(runner, at).slice(1);
  const isMeant = ({ lead = '' }: Fetch) => [...wordsOf(lead)].every((word, index) => words[index] === word);
  return programOf(runner[at] ?? '')?.fetches?.find(isMeant);
}

/** The words of a runner without its flags; the values of flags stay, and match nothing. */
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

/** `npm i x`, `pip install x`, `brew install x`. */
function installed({ name, subcommand, operands, args }: ShellCommand): PackageName[] {
  const family = familyOf(name);
  const words = [...(subcommand?.split(' ') ?? []), ...operands];
  for (const installer of programOf(family)?.installs ?? []) {
    const verb = verbsOf(installer).find((candidate) => isPrefix(candidate, words, args));
    if (verb) return packagesBehind(verb, installer, words, operands);
  }
  return [];
}

/** Its subcommands, each as words; one without any where it does nothing else. */
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
  return named.filter((text) => !isOwn(text)).map((text) => nameOf(`${installer.prefix ?? ''}${text}`, installer.ecosystem));
}

function isPrefix(verb: readonly string[], words: readonly string[], args: readonly string[]): boolean {
  if (verb[0]?.startsWith('-')) return args.some((arg) => arg.startsWith(verb[0] ?? ''));
  return verb.every((word, index) => words[index] === word);
}

/** A module of Go begins with the host that it is fetched from. */
function isModule(text: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)+\//.test(text) || text.includes('@');
}

/** A file or folder of the project itself, or what only the project can fill in. */
function isOwn(text: string): boolean {
  return (
    /^(?:\.{1,2}(?:[\\/[]|$)|\.[\w-]+[\\/]|workspace:|file:|link:|portal:|…|\.\.\.)/.test(text) ||
    /^[\w.-]*\/?requirements[\w.-]*\.txt$/.test(text)
  );
}

/** A package without its version and extras; an address stays one, which nothing declares. */
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
