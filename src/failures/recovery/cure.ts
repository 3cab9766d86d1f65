import { type CommandChange, compareCommands, isBypass, isDiagnostic, type ShellCommand } from '../../shell/index.ts';
import { type ComplaintLine, complaintsOf } from '../complaint.ts';
import { declaresPackage, isInstaller } from '../findings/installer.ts';
import { addedSettings, isUnsafeSetting } from './call-settings.ts';
import type { ClaimedCall } from './claim.ts';
import { resolveDirectory } from './join-directory.ts';
import { editsInPlace, preparations } from './preparations.ts';
import { type FailedStep, headOf, textOf, typedNew, typedOld } from './relation.ts';
import { after, type Roots, type Step, type ThreadView } from './session-view.ts';
import { callOf, toolOf } from './tool-names.ts';

/** One way in which the call that worked differs from the one that failed. */
export interface CureChange {
  /**
   * A kind of change between two commands, a leading word that was dropped or added, a field of a tool's input, or a different
   * command.
   */
  kind: string;
  /** The removed part, as typed. */
  old?: string;
  /** The added part. */
  new?: string;
}

/** The next similar call that did not fail the same way, and its differences. */
export interface Cure {
  changes: readonly CureChange[];
  call: ClaimedCall;
  /** The number of calls between the failure and this call. */
  between: number;
}

/**
 * Finds what the agent did next instead: the first later call of the same tool with most of its words that does not complain the
 * same way; else one that shares the rarest argument, an id or the name of a file. It shows one difference among others, so only
 * differences that recur across sessions are believed.
 */
export function findCure(step: FailedStep, lines: readonly ComplaintLine[], view: ThreadView): Cure | undefined {
  const failed = step.failure.command;
  const keys = new Set(lines.map(({ key }) => key));
  let other = step.failure.wrapper === undefined ? undefined : findOtherTool(step, view);
  for (const later of after(view, step)) {
    if ((failed && !mayResemble(failed, later)) || !didMore(later, keys)) continue;
    const found = failed
      ? compareShell(failed, { step, later, lines, roots: view.roots })
      : compareFields(step, later, lines);
    if (found)
      return toCure(step, later, isUnchanged(found) && failed ? whatLiesBetween(step, later, failed, view) : found);
    if (failed && !other) {
      const instead = sharesRareWord(failed, later);
      if (instead) other = toCure(step, later, [instead]);
    }
  }
  return other;
}

/**
 * Whether a later call contains a word of the failed command that is longer than a letter or two; checked before it is parsed.
 */
function mayResemble({ name, args }: ShellCommand, { call }: Step): boolean {
  const text = call.input.command;
  return text !== undefined && (text.includes(name) || args.some((arg) => arg.length > 3 && text.includes(arg)));
}

function toCure(step: Step, later: Step, changes: readonly CureChange[]): Cure {
  return { changes, call: later.call, between: later.index - step.index - 1 };
}

function isUnchanged(changes: readonly CureChange[]): boolean {
  return changes.length === 1 && changes[0]?.kind === 'unchanged';
}

/** Returns the changes made before the same call worked: they may be the reason. With none, it was a matter of time. */
function whatLiesBetween(step: Step, later: Step, failed: ShellCommand, view: ThreadView): CureChange[] {
  const passed = view.steps.slice(step.index + 1, later.index + 1);
  if (passed.some((one) => isEdit(one) || editsInPlace(one))) return [{ kind: 'edited' }];
  // After a dependency has just been declared, installing it is expected.
  const declared = view.steps.slice(0, step.index).some((before) => declaresPackage(before));
  const prepared = passed.flatMap((one) => {
    const found = preparations(one, failed).filter(
      ({ command }) => !(declared && isInstaller(command)) && !fetchers.has(command.name),
    );
    const [only] = found;
    // A part of a chain or a pipe is a different command from the whole.
    return only && found.length === 1 && countCommands(one, failed) === 1 ? [textOf(only.command)] : [];
  });
  const distinct = [...new Set(prepared)].slice(0, MOST_CHANGES);
  return distinct.length === 0 ? [{ kind: 'unchanged' }] : distinct.map((text) => ({ kind: 'after', new: text }));
}

/** Counts the commands of a call except `cd` and the failed command, which may follow its preparation. */
function countCommands({ parsed }: Step, failed: ShellCommand): number {
  return parsed?.commands.filter((command) => command.name !== 'cd' && toolOf(command) !== toolOf(failed)).length ?? 0;
}

/** Programs that download. No build needs a download before each run; whoever asks for one may have published the download. */
const fetchers = new Set(['curl', 'wget', 'http', 'https', 'aria2c', 'invoke-webrequest', 'iwr']);

function isEdit({ call, outcome }: Step): boolean {
  return (call.tool === 'edit' || call.tool === 'write') && outcome === 'worked';
}

/** Whether a call ran and got past the complaint of the failed call, even if it then fails for another reason. */
function didMore(step: Step, keys: ReadonlySet<string>): boolean {
  const { call, failure, outcome, told } = step;
  if (told !== 'ok' && told !== 'failed') return false;
  if (outcome === 'worked') return true;
  const command = failure?.command ?? step.parsed?.main;
  return !complaintsOf(call.output, { command }).some(({ key }) => keys.has(key));
}

/** Two calls whose commands are compared, and the complaint of the first. */
interface Pair {
  step: Step;
  later: Step;
  lines: readonly ComplaintLine[];
  roots: Roots;
}

function compareShell(failed: ShellCommand, { step, later, lines, roots }: Pair): CureChange[] | undefined {
  for (const command of later.parsed?.commands ?? []) {
    if (command.nested || isBypass(command) || (isDiagnostic(command) && !isDiagnostic(failed))) continue;
    const found = compareFront(failed, command, lines) ?? compareSame(failed, command);
    if (found) {
      const changes = isUnchanged(found)
        ? placeOf(step, later, command, failed, roots).filter(
            ({ old, new: fresh }) => old !== undefined && old !== fresh,
          )
        : found.flatMap((change) =>
            change.kind === 'dir-changed' ? placeOf(step, later, command, failed, roots) : [change],
          );
      const whole = [...changes, ...compareSettings(step, later)];
      return whole.length === 0 ? found : whole;
    }
  }
  return undefined;
}

/** Returns the settings, apart from the command, in which the later call differs. */
function compareSettings({ call: failed }: Step, { call: later }: Step): CureChange[] {
  const added = addedSettings(failed.input, later.input).filter((setting) => !isUnsafeSetting(setting));
  return [
    ...added.map((setting) => ({ kind: 'field-added', new: setting })),
    ...addedSettings(later.input, failed.input).map((setting) => ({ kind: 'field-removed', old: setting })),
  ];
}

/** Returns the change of directory, as folders of the repository, because the typed path names one machine. */
function placeOf(step: Step, later: Step, command: ShellCommand, failed: ShellCommand, roots: Roots): CureChange[] {
  const [from, to] = [
    folderOf(resolveDirectory(step.call.cwd, failed.dir), roots),
    folderOf(resolveDirectory(later.call.cwd, command.dir), roots),
  ];
  // If both are the same, the log does not show where an earlier `cd` had left the shell, so the folder had to be given.
  return to === undefined ? [] : [{ kind: 'dir-changed', old: from, new: to }];
}

function folderOf(directory: string | undefined, roots: Roots): string | undefined {
  const folder = directory === undefined ? undefined : roots.relative(directory);
  return folder === '' ? '.' : folder;
}

/** Returns the change if a leading word was dropped (`wrap make test`, then `make test`) or added. */
function compareFront(
  failed: ShellCommand,
  command: ShellCommand,
  lines: readonly ComplaintLine[],
): CureChange[] | undefined {
  const [before, now] = [wordsOf(failed), wordsOf(command)];
  // The argument that the complaint names is gone, for example another package is requested: that is why the call works.
  if (failed.args.some((arg) => !now.includes(arg) && lines.some(({ text }) => namesWord(text, arg)))) return undefined;
  const dropped = frontOf(before, now);
  if (dropped !== undefined) return [{ kind: 'front-dropped', old: dropped, new: now[0] ?? '' }];
  const added = frontOf(now, before);
  return added === undefined ? undefined : [{ kind: 'front-added', old: before[0] ?? '', new: added }];
}

/** Whether a complaint contains the word as a separate word. */
function namesWord(text: string, word: string): boolean {
  return text.split(/[\s'"`:,;()]+/).includes(word);
}

/** Returns the words that `long` has in front of `short`, if the rest is the same call. */
function frontOf(long: readonly string[], short: readonly string[]): string | undefined {
  const [program] = short;
  if (program === undefined || long[0] === program) return undefined;
  const at = long.indexOf(program);
  if (at < 1 || at > 4) return undefined;
  const rest = long.slice(at);
  const shared = rest.filter((word) => short.includes(word)).length;
  return shared >= Math.max(1, 0.6 * Math.max(rest.length, short.length)) ? long.slice(0, at).join(' ') : undefined;
}

function compareSame(failed: ShellCommand, command: ShellCommand): CureChange[] | undefined {
  if (toolOf(command) !== toolOf(failed)) return undefined;
  const { changes, similarity } = compareCommands(failed, command);
  if (similarity < LEAST_ALIKE) return undefined;
  const counted = changes.filter(({ kind }) => !passing.has(kind));
  if (counted.length === 0) return [{ kind: 'unchanged' }];
  return counted.slice(0, MOST_CHANGES).map((change) => {
    const [old, fresh] = [
      typedOld(change),
      change.kind === 'flag-added' ? withValue(change, changes, command) : typedNew(change),
    ];
    return { kind: change.kind, old, new: fresh };
  });
}

/** Returns a flag with its value, even if no table knows that it takes one: the word after it that was added with it. */
function withValue(
  change: CommandChange,
  changes: readonly CommandChange[],
  { args }: ShellCommand,
): string | undefined {
  const typed = typedNew(change);
  const next = typed !== undefined && args.includes(typed) ? args[args.indexOf(typed) + 1] : undefined;
  const came = changes.some(({ kind, new: operand }) => kind === 'operand-added' && operand === next);
  return next !== undefined && came ? `${typed} ${next}` : typed;
}

/** At least half of the words must be the same. */
const LEAST_ALIKE = 0.5;
/** A call with more differences is a different call. */
const MOST_CHANGES = 8;

/** Changes that no complaint is about, such as the destination of the output. */
const passing = new Set(['redirect-changed', 'fallback-added', 'fallback-removed', 'order-changed', 'wrapper-changed']);

/** Finds a tool of the agent that was used instead of a program that a wrapper refuses. */
function findOtherTool(step: Step, view: ThreadView): Cure | undefined {
  const later = after(view, step, 2).find(
    ({ call, outcome }) => outcome === 'worked' && (call.tool === 'search' || call.tool === 'list'),
  );
  return later && toCure(step, later, [{ kind: 'other-tool', new: later.call.name }]);
}

/**
 * Finds a different command that takes the same id or file and works: `queue show 4711 --trace` is refused, `queue export 4711`
 * is not.
 */
function sharesRareWord(failed: ShellCommand, later: Step): CureChange | undefined {
  if (later.outcome !== 'worked') return undefined;
  const rare = [...failed.operands, ...failed.arguments.flatMap(({ value }) => value ?? [])].filter(isRare);
  if (rare.length === 0) return undefined;
  for (const command of later.parsed?.commands ?? []) {
    if (command.nested || command.piped || isBypass(command) || toolOf(command) === toolOf(failed)) continue;
    if (isDiagnostic(command) && (!isDiagnostic(failed) || command.name !== failed.name)) continue;
    const shared = rare.find((word) =>
      command.args.some((arg) => arg === word || arg.split(/[/=?&:#]/).includes(word)),
    );
    if (shared !== undefined) return { kind: 'other-command', old: callOf(failed), new: templateOf(command, shared) };
  }
  return undefined;
}

/** Whether a word is an id, or a name that hardly anything else has. */
function isRare(word: string): boolean {
  return /^(?:\d{4,}|[0-9a-f]{7,40}|[\w.@+-]*\d[\w.@+-]{5,})$/.test(word);
}

/** Returns a command with placeholders for the shared word and for every other number. */
function templateOf(command: ShellCommand, shared: string): string {
  const operands = command.args.map((arg) =>
    arg
      .split(shared)
      .join('<id>')
      .replace(/\d{4,}/g, '<n>'),
  );
  const told = operands.filter((arg) => arg.includes('<id>') || /^[\w./{}:<>-]{1,60}$/.test(arg));
  return [headOf(command), ...told].join(' ').slice(0, 160);
}

function wordsOf(command: ShellCommand): string[] {
  return [...command.runner, command.program, ...(command.subcommand?.split(' ') ?? []), ...command.args];
}

/** Compares the input of a tool other than the shell with that of its next call, as far as the complaint is about it. */
function compareFields(step: FailedStep, later: Step, lines: readonly ComplaintLine[]): CureChange[] | undefined {
  if (later.call.name !== step.call.name || later.outcome !== 'worked') return undefined;
  const [before, now] = [fieldsOf(step), fieldsOf(later)];
  const names = new Set([...before.keys(), ...now.keys()]);
  const changes = [...names].flatMap((name): CureChange[] => {
    const [old, fresh] = [before.get(name), now.get(name)];
    if (old === fresh || !lines.some(({ text }) => text.includes(name) || (old !== undefined && text.includes(old))))
      return [];
    if (old === undefined) return [{ kind: 'field-added', new: name }];
    if (fresh === undefined) return [{ kind: 'field-removed', old: name }];
    // A different value belongs to the task, unless the complaint itself names it.
    return lines.some(({ text }) => text.includes(fresh))
      ? [{ kind: 'field-changed', old: `${name}=${old}`, new: `${name}=${fresh}` }]
      : [];
  });
  return changes.length === 0 ? undefined : changes.slice(0, MOST_CHANGES);
}

function fieldsOf({ call: { input } }: Step): Map<string, string> {
  const { rest = {}, oldText: _, newText: __, ...own } = input;
  return new Map(Object.entries({ ...own, ...rest }).map(([name, value]) => [name, String(value)]));
}
