import picomatch from 'picomatch';
import type { Message } from '../agents/call.ts';
import type { CaseSession, Failing, PlacedCall } from '../cases/case.ts';
import type { Casebook } from '../cases/casebook.ts';
import { programAbout } from '../cases/program-about.ts';
import { allCalls } from '../cases/read-history.ts';
import { provesCommand } from '../failures/recovery/session-view.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import { isDiagnostic, parseShell, provesNothing, type ShellCommand } from '../shell/index.ts';

/** Calls that ran one command, and those of them that worked. */
export interface Runs {
  ran: readonly PlacedCall[];
  worked: readonly PlacedCall[];
}

/** Words of a lesson that stand for any value: `<your files>`, `…`, `$BRANCH`, `FILE`, `N`, and numbers. */
const ANY =
  /<[^<>]{1,40}>|…|\.{3}(?!\/)|\$\{?\w+\}?|\{[\w-]{1,30}\}|(?<![\w=-])[A-Z]{1,12}(?![\w=-])|(?<=[a-z])X\b|\b\d+\b/g;

/** What the history of a project shows, as the verifier asks for it. */
export class HistoryFacts {
  readonly book: Casebook;
  readonly #calls = new Map<string, PlacedCall[]>();
  readonly #failing = new Map<unknown, Failing>();
  readonly #shell: PlacedCall[] = [];
  /** How often each file or folder was read, edited or searched with success, by its path in the repository. */
  readonly #touched = new Map<string, number>();
  readonly #runs = new Map<string, Runs>();

  constructor(book: Casebook) {
    this.book = book;
    for (const call of allCalls(book.history)) {
      const end = call.step.call.id.slice(-12);
      const same = this.#calls.get(end);
      if (same) same.push(call);
      else this.#calls.set(end, [call]);
      const { command, path } = call.step.call.input;
      if (command !== undefined) this.#shell.push(call);
      else if (path !== undefined && call.step.outcome === 'worked') {
        const place = book.history.roots.relative(path, call.step.call.cwd) ?? path;
        this.#touched.set(place, (this.#touched.get(place) ?? 0) + 1);
      }
    }
    for (const one of [...book.cases.flatMap(({ failing }) => failing), ...book.single])
      this.#failing.set(one.step, one);
  }

  /** Returns the call that an id, or the end of one, names. */
  find(id: string): PlacedCall | undefined {
    const found = this.#calls.get(id.slice(-12)) ?? [];
    return found.find(({ step }) => step.call.id.endsWith(id)) ?? (id.length >= 12 ? found[0] : undefined);
  }

  /** Returns the failing call, if a call is one. */
  failingOf({ step }: PlacedCall): Failing | undefined {
    return this.#failing.get(step);
  }

  /** Returns how often file tools worked on a path, or below it; a path may be the end of a longer one, and have wildcards. */
  countTouched(path: string): number {
    const wanted = path.replace(/^\.\//, '').replace(/\/$/, '');
    const isPath = picomatch([wanted, `**/${wanted}`, `${wanted}/**`, `**/${wanted}/**`]);
    return [...this.#touched].reduce((sum, [place, count]) => sum + (isPath(place) ? count : 0), 0);
  }

  /** Finds the calls that ran a command as a lesson quotes it; words that stand for any value fit any. */
  runsOf(text: string): Runs {
    const known = this.#runs.get(text);
    if (known) return known;
    const set = this.#findSet(text);
    if (set) return set;
    const [first, ...others] = alternativesOf(text);
    if (others.length > 0) return joinRuns([first ?? '', ...others].map((one) => this.runsOf(one)));
    const exact = this.#findRuns(text);
    const runs = exact.ran.length > 0 ? exact : this.#findRuns(text.replaceAll(ANY, ANY_WORD));
    this.#runs.set(text, runs);
    return runs;
  }

  /** Finds the calls of a tool by its name, and those that set an argument: `Grep`, `run_in_background: true`. */
  #findSet(text: string): Runs | undefined {
    const [, name = '', value = ''] = /^([\w-]{2,40})(?:\s?[:=]\s?"?([\w./-]{1,40})"?)?$/.exec(text) ?? [];
    if (name === '') return undefined;
    const isSet = ({ step: { call } }: PlacedCall) =>
      value === '' ? call.name === name : String(argumentOf(call.input, name)) === value;
    const ran = [...this.#calls.values()].flat().filter(isSet);
    return ran.length > 0 ? { ran, worked: ran.filter(({ step }) => step.outcome === 'worked') } : undefined;
  }

  #findRuns(text: string): Runs {
    const wanted = parseShell(text, 'Bash').commands.filter(({ nested }) => !nested);
    const ran = wanted.length > 0 ? this.#shell.filter((call) => runsAll(call, wanted)) : [];
    return { ran, worked: ran.filter((call) => ranWell(call, wanted)) };
  }

  /** Whether each part of a command only looks, or worked with each of its flags, in two sessions: nothing else is told unseen. */
  isUsual(text: string): boolean {
    const wanted = parseShell(text.replaceAll(ANY, ANY_WORD), 'Bash').commands.filter(({ nested }) => !nested);
    return wanted.every((command) => {
      if (!/^[\w.-]+$/.test(command.name) || !this.#isProgram(command.name)) return true;
      if (programOf(familyOf(command.name)) && isDiagnostic(command)) return true;
      const sessions = new Set<unknown>();
      const flags = new Set<string>();
      for (const { step, session } of this.#shell) {
        if (step.failure || !step.call.input.command?.includes(command.name)) continue;
        for (const own of step.parsed?.commands ?? []) {
          if (own.name !== command.name || own.subcommand !== command.subcommand) continue;
          sessions.add(session);
          for (const flag of own.flags) flags.add(flag);
        }
      }
      return sessions.size >= 2 && command.flags.every((flag) => flags.has(flag));
    });
  }

  /** Whether the programs of a command ran with all of its flags, if not with its other words: then it is an example, and no guess. */
  knowsFlags(text: string): boolean {
    const wanted = parseShell(text.replaceAll(ANY, ANY_WORD), 'Bash').commands.filter(({ nested }) => !nested);
    const isKnown = ({ name, flags }: ShellCommand) =>
      this.#shell.some(({ step }) => {
        if (!step.call.input.command?.includes(name)) return false;
        const own = step.parsed?.commands.filter((command) => command.name === name) ?? [];
        return own.some((command) => flags.every((flag) => command.flags.includes(flag)));
      });
    // Code of another language is not a command.
    const isCommand = wanted.length > 0 && wanted.every(({ name }) => /^[\w.-]+$/.test(name) && this.#isProgram(name));
    return !isCommand || wanted.every(isKnown);
  }

  #isProgram(name: string): boolean {
    return (
      programOf(familyOf(name)) !== undefined ||
      this.#shell.some(({ step }) => step.parsed?.commands.some((one) => one.name === name))
    );
  }

  /** Whether a text was seen: in a command, in the input of a tool, in what people said, in an output or in what an agent wrote. */
  whereSeen(text: string): 'call' | 'said' | 'output' | undefined {
    return this.#whereIs(text) ?? this.#whereIs(text.replaceAll(ANY, '\0'));
  }

  #whereIs(text: string): 'call' | 'said' | 'output' | undefined {
    const isIn = matcherOf(text);
    for (const [, calls] of this.#calls)
      for (const { step } of calls) if (isIn(inputOf(step.call.input))) return 'call';
    const { sessions } = this.book.history;
    if (sessions.some(({ messages }) => messages.some((message) => isIn(message.text)))) return 'said';
    for (const [, calls] of this.#calls) for (const { step } of calls) if (isIn(step.call.output)) return 'output';
    return sessions.some(({ statements }) => statements.some((one) => isIn(one.text))) ? 'output' : undefined;
  }

  /** Returns how often the program of each of these calls ran although it might have been refused. */
  countAllowed(refused: readonly Failing[]): number {
    const programs = new Set(refused.map(programAbout));
    let allowed = 0;
    for (const [, calls] of this.#calls)
      for (const call of calls)
        if ((call.step.told === 'ok' || call.step.told === 'failed') && programs.has(programAbout(call))) allowed += 1;
    return allowed;
  }

  /** Finds the words of people that a proposal rests on: `S12 2026-01-31`. */
  findSaid(place: string): { session: CaseSession; messages: readonly Message[] } | undefined {
    const [, name, date] = /\b(S\d+)\b(?:\D{0,4}(\d{4}-\d\d-\d\d))?/.exec(place) ?? [];
    const session = this.book.history.sessions.find((one) => one.name === name);
    if (!session) return undefined;
    const onDay = session.messages.filter(({ at }) => date && new Date(at).toISOString().startsWith(date));
    const messages = onDay.length > 0 ? onDay : session.messages;
    return messages.length > 0 ? { session, messages } : undefined;
  }
}

const ANY_WORD = 'ANY_WORD';

/** Returns the forms that `gh search issues|prs` stands for. */
function alternativesOf(text: string): string[] {
  const found = /(?<=^|\s)([\w-]+(?:\|[\w-]+)+)(?=\s|$)/.exec(text);
  const word = found?.[1];
  return word === undefined ? [text] : word.split('|').map((one) => text.replace(word, one));
}

function joinRuns(all: readonly Runs[]): Runs {
  return { ran: all.flatMap(({ ran }) => ran), worked: all.flatMap(({ worked }) => worked) };
}

/** Returns a test for a text in another, with any spaces between words; where words stand for any value, something may be between. */
function matcherOf(text: string): (other: string) => boolean {
  const parts = text.split('\0').map((part) => part.trim().split(/\s+/).map(escapeExpression).join('\\s+'));
  if (!/[\p{L}\p{N}]/u.test(text.replaceAll('\0', ''))) return () => false;
  const expression = new RegExp(parts.filter(Boolean).join('[^\\n]{1,120}?'));
  return (other) => expression.test(other);
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function argumentOf(
  { background, limit, offset, replaceAll, rest }: PlacedCall['step']['call']['input'],
  name: string,
) {
  const known = { run_in_background: background, limit, offset, replace_all: replaceAll };
  return (known as Record<string, unknown>)[name] ?? rest?.[name];
}

function inputOf(input: PlacedCall['step']['call']['input']): string {
  const { command, path, pattern, glob, url, newText, rest } = input;
  return [
    command,
    path,
    pattern,
    glob,
    url,
    newText,
    ...Object.entries(rest ?? {}).map(([name, value]) => `${name}=${value}`),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Whether a call ran every command of a list, in order. */
function runsAll({ step }: PlacedCall, wanted: readonly ShellCommand[]): boolean {
  const { command } = step.call.input;
  if (command === undefined || !wanted.every(({ program }) => command.includes(program))) return false;
  let at = 0;
  for (const own of step.parsed?.commands ?? []) {
    const next = wanted[at];
    if (next && isLike(own, next)) at += 1;
  }
  return at === wanted.length;
}

function ranWell({ step }: PlacedCall, wanted: readonly ShellCommand[]): boolean {
  const last = wanted.at(-1);
  if (!last || step.failure) return false;
  const own = step.parsed?.commands.findLast((command) => isLike(command, last));
  return own !== undefined && !provesNothing(own) && (step.outcome === 'worked' || provesCommand(step, own));
}

/** Whether a command has all words of another, in their order. */
function isLike(own: ShellCommand, wanted: ShellCommand): boolean {
  if (own.name !== wanted.name || !isPart(wanted.runner, own.runner)) return false;
  if (!Object.keys(wanted.env).every((name) => name in own.env)) return false;
  if (wanted.dir !== undefined && !own.dir?.endsWith(wanted.dir.replace(/^\.\//, ''))) return false;
  return isPart(
    [...(wanted.subcommand?.split(' ') ?? []), ...wanted.args],
    [...(own.subcommand?.split(' ') ?? []), ...own.args],
  );
}

function isPart(wanted: readonly string[], own: readonly string[]): boolean {
  let at = 0;
  for (const word of own) {
    const next = wanted[at];
    if (next !== undefined && (next === word || next === ANY_WORD || matchesAny(next, word))) at += 1;
  }
  return at === wanted.length;
}

function matchesAny(wanted: string, word: string): boolean {
  if (!wanted.includes(ANY_WORD)) return false;
  const [before = '', ...after] = wanted.split(ANY_WORD);
  return word.startsWith(before) && word.endsWith(after.at(-1) ?? '');
}
