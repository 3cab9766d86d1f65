import { programs } from './index.ts';
import type { Program } from './program.ts';

/** Returns the facts about a program, given the name of its family. */
export function programOf(family: string): Program | undefined {
  return read().byName.get(family);
}

/** The name under which a program is known: `python3.12` is python, `egrep` is grep, `Get-Content` is get-content. */
export function familyOf(name: string): string {
  const { aliases, versioned } = read();
  const lower = /[A-Z]/.test(name) ? name.toLowerCase() : name;
  const last = lower.charCodeAt(lower.length - 1);
  const bare = last >= 48 && last <= 57 ? cutVersion(lower, versioned) : lower;
  return aliases.get(bare) ?? bare;
}

/** Whether a fact that is true of a program always, or of some of its subcommands, is true of this one: `view`, `pr view`, `* view`, `search *`. */
export function holdsFor(fact: true | string | undefined, subcommand: string | undefined): boolean {
  if (typeof fact !== 'string') return fact === true;
  if (subcommand === undefined) return false;
  const listed = subcommandsIn(fact);
  if (listed.has(subcommand) || listed.has('*')) return true;
  const space = subcommand.lastIndexOf(' ');
  if (space < 0) return false;
  return (
    listed.has(`* ${subcommand.slice(space + 1)}`) || listed.has(`${subcommand.slice(0, subcommand.indexOf(' '))} *`)
  );
}

interface Lookup {
  readonly byName: ReadonlyMap<string, Program>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly versioned: ReadonlySet<string>;
}

let lookup: Lookup | undefined;

/** Made when it is first asked for: a hook that matches no command needs none of it. */
function read(): Lookup {
  lookup ??= index();
  return lookup;
}

function index(): Lookup {
  const byName = new Map<string, Program>();
  const aliases = new Map<string, string>();
  const versioned = new Set<string>();
  for (const program of programs) {
    const names = program.names.split(' ');
    for (const name of names) byName.set(name, program);
    for (const alias of program.aliases?.split(' ') ?? []) aliases.set(alias, names[0] ?? '');
    for (const name of program.versioned?.split(' ') ?? []) versioned.add(name);
  }
  return { byName, aliases, versioned };
}

function cutVersion(name: string, versioned: ReadonlySet<string>): string {
  const bare = /^([a-z+]+)-?\d[\d.]*$/.exec(name)?.[1];
  return bare !== undefined && versioned.has(bare) ? bare : name;
}

const lists = new Map<string, ReadonlySet<string>>();

/** Subcommands as a set; two levels are joined by a slash in a list, and by a blank in a command. */
function subcommandsIn(text: string): ReadonlySet<string> {
  let list = lists.get(text);
  if (list === undefined) {
    list = new Set(text.split(' ').map((entry) => entry.replace('/', ' ')));
    lists.set(text, list);
  }
  return list;
}
