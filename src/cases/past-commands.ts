import type { Step } from '../failures/recovery/session-view.ts';
import type { ShellCommand } from '../shell/index.ts';
import type { Failing, PlacedCall } from './case.ts';
import { programAbout } from './program-about.ts';
import { allCalls, type CaseHistory } from './read-history.ts';

/** A call that worked, with what of it may matter. */
interface WorkingCall {
  call: PlacedCall;
  form: string;
  parts: ReadonlySet<string>;
}

/** Every call of a project by the program or the tool that it is about, to show how it goes elsewhere. */
export class PastCommands {
  readonly #byProgram = new Map<string, PlacedCall[]>();
  readonly #failing: ReadonlySet<Step>;
  readonly #working = new Map<string, readonly WorkingCall[]>();
  readonly #roots: CaseHistory['roots'];

  constructor(history: CaseHistory, failing: readonly Failing[]) {
    this.#failing = new Set(failing.map(({ step }) => step));
    this.#roots = history.roots;
    const wanted = new Set(failing.map((one) => wordOf(programAbout(one))));
    for (const call of allCalls(history)) {
      const { command } = call.step.call.input;
      // Only calls that name a program that failed are parsed.
      const words = command === undefined ? [call.step.call.name] : (command.match(/[\w.-]+/g) ?? []);
      if (!words.some((word) => wanted.has(word))) continue;
      const program = programAbout(call);
      const same = this.#byProgram.get(program);
      if (same) same.push(call);
      else this.#byProgram.set(program, [call]);
    }
  }

  /** Returns the calls of a program, in order. */
  of(program: string): readonly PlacedCall[] {
    return this.#byProgram.get(program) ?? [];
  }

  /** Returns the calls of a program that are known to have worked, in order. */
  working(program: string): readonly WorkingCall[] {
    const known = this.#working.get(program);
    if (known) return known;
    const found = this.of(program)
      .filter((call) => this.worked(call))
      .map((call) => ({ call, form: formOf(call.step), parts: this.partsOf(call.step) }));
    this.#working.set(program, found);
    return found;
  }

  /** Returns the parts of a call that may be what is wrong with it. */
  partsOf(step: Step): ReadonlySet<string> {
    return partsOf(step, (folder) =>
      folder === undefined ? '?' : (this.#roots.relative(folder) ?? 'elsewhere') || '.',
    );
  }

  /** Whether a call did not do what it was for. */
  failed({ step }: Pick<PlacedCall, 'step'>): boolean {
    return this.#failing.has(step);
  }

  /** Whether a call is known to have worked. */
  worked({ step }: Pick<PlacedCall, 'step'>): boolean {
    return step.outcome === 'worked' && !this.#failing.has(step);
  }
}

function wordOf(program: string): string {
  return program.split(' ', 1)[0] ?? program;
}

/** Returns the form of a call: what stays the same when it is made again for another file, commit or number. */
export function formOf({ call, failure, parsed }: Step): string {
  const command = failure?.command ?? parsed?.main;
  if (!command) return [call.name, call.input.path, call.input.pattern, call.input.glob].filter(Boolean).join(' ');
  return [...Object.keys(command.env), ...command.runner, command.program, command.subcommand, ...command.args]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/\b[0-9a-f]{7,40}\b|\d+/g, '#');
}

function partsOf({ call, failure, parsed }: Step, placeOf: (folder: string | undefined) => string): Set<string> {
  const command = failure?.command ?? parsed?.main;
  const parts = new Set<string>();
  if (!command) return parts;
  for (const flag of command.flags) parts.add(`\`${flag}\``);
  for (const name of Object.keys(command.env)) parts.add(`\`${name}=\` in front`);
  for (const file of command.sourced) parts.add(`\`source ${file}\` before it`);
  if (command.runner.length > 0) parts.add(`behind \`${command.runner.join(' ')}\``);
  for (const wrapper of command.wrappers) parts.add(`behind \`${wrapper}\``);
  for (const operand of command.operands.slice(0, 3))
    if (/^[\w:.@/+-]{2,40}$/.test(operand)) parts.add(`\`${operand}\``);
  for (const before of standingBefore(command, parsed?.commands ?? [])) parts.add(`after \`${before}\` in one command`);
  if (command.piped || parsed?.commands.some(({ piped }) => piped)) parts.add('in a pipe');
  if ((parsed?.commands.length ?? 0) > 1) parts.add('chained with other commands');
  parts.add(`in folder ${placeOf(command.dir ?? call.cwd)}`);
  for (const [name, value] of Object.entries(call.input.rest ?? {}))
    if (value === true || (typeof value === 'string' && /^[\w-]{2,30}$/.test(value))) parts.add(`${name}: ${value}`);
  if (call.input.background) parts.add('in the background');
  return parts;
}

function standingBefore(command: ShellCommand, commands: readonly ShellCommand[]): string[] {
  const at = commands.indexOf(command);
  return commands
    .slice(0, Math.max(0, at))
    .filter(({ nested, piped, name }) => !nested && !piped && name !== 'cd' && name !== 'echo')
    .map(({ source }) => source.slice(0, 80));
}
