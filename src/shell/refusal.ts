import type { Dialect, ShellCommand } from '../programs/command.ts';
import { programs } from '../programs/index.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import type { BypassRule, DangerRule } from '../programs/refusal-rule.ts';
import { bypassOf } from './bypass.ts';
import { Lru } from './lru.ts';
import { type PackageName, packagesOf } from './packages.ts';
import { parseCommand } from './parse-command.ts';
import { BYPASSES } from './refusals/bypasses.ts';
import { DANGERS, FIRST_DANGERS } from './refusals/dangers.ts';

/** The reason why a command is never recommended. */
export type CommandRefusal = Pick<BypassRule, 'id' | 'group' | 'why'>;

/**
 * Every rule for refusing a command: bypasses of guards, and other dangers. Commands that fetch packages are looked up and have
 * no rule here.
 */
export const REFUSALS: readonly (BypassRule | DangerRule)[] = [
  ...programs.flatMap(({ bypasses = [] }) => bypasses),
  ...BYPASSES,
  ...FIRST_DANGERS,
  ...programs.flatMap(({ dangers = [] }) => dangers),
  ...DANGERS,
];

/** The effects that a text would have if somebody ran it. */
interface Examined {
  /** The reason why it is never recommended, if there is one. */
  refusal: CommandRefusal | undefined;
  /** The packages that it fetches. */
  packages: readonly PackageName[];
}

/** The nesting limit for scripts in arguments of scripts; no legitimate command goes deeper. */
const DEEPEST = 3;
const DIALECTS: readonly Dialect[] = ['posix', 'powershell'];

/** A replay words the same lessons again after each session: without a cache, this was a fifth of its time. */
const examined = new Lru<Examined>(2000);

/**
 * Examines everything that a command line would run: every command of a chain, behind wrappers and runners, in `sh -c`, in
 * substitutions, and in arguments that are command lines themselves. The line is read in both kinds of shell.
 */
export function examineForRefusal(text: string): Examined {
  const known = examined.get(text);
  if (known) return known;
  const found = examine(text, 0);
  examined.set(text, found);
  return found;
}

function examine(text: string, depth: number): Examined {
  const packages = new Map<string, PackageName>();
  let refusal = depth === 0 ? refuseVariable(text) : undefined;
  for (const dialect of DIALECTS) {
    const { commands } = parseCommand(text, dialect);
    for (const command of commands) {
      refusal ??= refuse(command, commands);
      for (const found of packagesOf(command)) packages.set(`${found.ecosystem} ${found.name}`, found);
      for (const script of scriptsIn(command)) {
        const inner = depth < DEEPEST ? examine(script, depth + 1) : undefined;
        refusal ??= inner?.refusal;
        for (const found of inner?.packages ?? []) packages.set(`${found.ecosystem} ${found.name}`, found);
      }
    }
  }
  return { refusal, packages: [...packages.values()] };
}

function refuse(command: ShellCommand, line: readonly ShellCommand[]): CommandRefusal | undefined {
  return bypassOf(command) ?? exported(command) ?? dangerOf(command, line);
}

function dangerOf(command: ShellCommand, line: readonly ShellCommand[]): DangerRule | undefined {
  const fits = ({ test }: DangerRule) => test(command, line);
  const own = programOf(familyOf(command.name))?.dangers ?? [];
  return FIRST_DANGERS.find(fits) ?? own.find(fits) ?? DANGERS.find(fits);
}

/** Refuses `HUSKY=0` alone: a variable to be set for any command that follows. */
function refuseVariable(text: string): CommandRefusal | undefined {
  const set = /^\s*(?:(?:export|set|setx)\s+|\$env:)?([A-Za-z_]\w*)\s*=\s*["']?([^\s"']*)["']?\s*$/.exec(text);
  const [, name = '', value = ''] = set ?? [];
  if (!set) return undefined;
  const [command] = parseCommand(`${name}=${value || "''"} x`).commands;
  return command && refuse(command, [command]);
}

function exported({ name, operands, args }: ShellCommand): CommandRefusal | undefined {
  const settings = /^(?:export|declare|typeset|set|setx|setenv)$/i.test(name) ? operands : [];
  const spaced = /^(?:setx|setenv)$/i.test(name) && args.length >= 2 ? [`${args[0]}=${args[1]}`] : [];
  return [...settings, ...spaced]
    .filter((text) => text.includes('='))
    .map(refuseVariable)
    .find((found) => found !== undefined);
}

/** Returns the arguments that are command lines: those of `su -c`, `watch`, an alias, or a shell on another machine. */
function scriptsIn({ words, args, program }: ShellCommand): string[] {
  const quoted = words.filter(({ text, quoted: isQuoted }) => isQuoted && /\s/.test(text)).map(({ text }) => text);
  const bare = args.filter((arg) => /\s/.test(arg) && !quoted.includes(arg));
  const own = /\s/.test(program) && !program.startsWith('$(') ? [program] : [];
  return [...own, ...quoted, ...bare].filter((text) => text.length < 2_000).map((text) => text.replace(/^!/, ''));
}
