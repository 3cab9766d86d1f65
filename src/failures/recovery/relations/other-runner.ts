import { type ShellCommand, scriptFileOf } from '../../../shell/index.ts';
import type { Failure } from '../../failure.ts';
import type { Claim } from '../claim.ts';
import { isSameFamily } from '../program-families.ts';
import {
  claim,
  type FailedStep,
  findRetry,
  hasSameArguments,
  isRepeated,
  isSameTool,
  type Relation,
  type Retry,
} from '../relation.ts';
import { runtimeFacts } from '../runtime-facts.ts';
import { after, type ThreadView } from '../session-view.ts';

/**
 * The same program through another runtime, wrapper or package manager: `python3 x.py` lacks a module, `uv run python x.py` has
 * it; `pytest` is not found, `uv run pytest` is; `cargo` refuses a flag, `cargo +nightly` accepts it.
 */
export const otherRunner: Relation = {
  name: 'other-runner',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed) return [];
    const manager = failure.kind === 'wrong-manager' ? failure.suggestion : undefined;
    if (manager && failed.name !== manager) return [wantsManager(step, failed, manager)];
    if (manager) return wantsVersion(step, failed, view);
    if (isMisread(failure, failed)) return wantsOther(step, failed, view, { extension: extensionOf(failed) });
    if (failure.kind === 'wrong-runtime') return wantsOther(step, failed, view, {});
    if (!kinds.has(failure.kind)) return [];
    const missing = failure.kind === 'command-not-found' ? failure.subject : undefined;
    if (missing !== undefined && isWrapper(failed, missing)) return otherWrapper(step, failed, view, missing);
    // If another command of the chain, or of a script, was missing, changing the runner of this one explains nothing.
    if (failure.kind === 'command-not-found' && missing !== failed.program && missing !== failed.name) return [];
    const retry = findRetry(
      step,
      view,
      (candidate) => successorOf(candidate.command, failed) !== undefined || runsTheSame(failed, candidate),
      (command) => isSameFamily(command.name, failed.name) || successorOf(command, failed) !== undefined,
      () => true,
    );
    if (!retry) return [];
    const wrong = startOf(failed);
    const right = successorOf(retry.command, failed) ?? startOf(retry.command);
    if (wrong === right || right === '') return [];
    return [
      claim(step, retry.step, {
        relation: 'other-runner',
        key: `${wrong}`,
        wrong,
        right,
        because: failure.subject || undefined,
        facts: { cause: failure.kind },
      }),
    ];
  },
};

const kinds = new Set(['module-missing', 'command-not-found', 'wrong-manager']);

/** Explains a project that says which package manager it requires. */
function wantsManager(step: FailedStep, failed: ShellCommand, manager: string): Claim {
  return claim(step, undefined, {
    relation: 'other-runner',
    key: `manager ${manager}`,
    wrong: failed.name,
    right: manager,
    facts: { cause: 'wrong-manager' },
  });
}

/**
 * Explains a project that requires another version of the package manager, which says so. Corepack, which these messages mention,
 * starts the declared version; if a command was run first and the same call then worked, that command is the lesson.
 */
function wantsVersion(step: FailedStep, failed: ShellCommand, view: ThreadView): Claim[] {
  const shown = wantsOther(step, failed, view, {});
  if (shown.length > 0) return shown;
  const worksLater = after(view, step).some(
    ({ outcome, parsed }) => outcome === 'worked' && parsed?.commands.some((command) => isRepeated(failed, command)),
  );
  if (worksLater || failed.wrappers.some((wrapper) => wrapper.startsWith('corepack'))) return [];
  return [runtimeClaim(step, undefined, failed, `corepack ${failed.name}`)];
}

/** Explains a runtime that refuses its input while another one, or another version of it, accepts the same. */
function wantsOther(
  step: FailedStep,
  failed: ShellCommand,
  view: ThreadView,
  { extension }: { extension?: string },
): Claim[] {
  const retry = findRetry(
    step,
    view,
    ({ command, step: later }) =>
      wayOf(command) !== wayOf(failed) &&
      // A syntax error whose code was edited in between was in the code.
      (extension === undefined || !isEditedBetween(step.index, later.index, view)),
    (command) => command.nested === false && isSameRun(failed, command),
    () => true,
  );
  return retry ? [runtimeClaim(step, retry, failed, wayOf(retry.command), extension)] : [];
}

function runtimeClaim(
  step: FailedStep,
  retry: Retry | undefined,
  failed: ShellCommand,
  right: string,
  extension?: string,
): Claim {
  const facts = extension === undefined ? runtimeFacts(step.failure) : { rule: 'node.extension', wanted: extension };
  const wrong = wayOf(failed);
  return claim(step, retry?.step, {
    relation: 'other-runner',
    key: `${wrong} ${facts.rule ?? ''} ${facts.wanted ?? ''}`,
    wrong,
    right,
    facts: { cause: 'wrong-runtime', ...facts },
  });
}

function isEditedBetween(from: number, to: number, view: ThreadView): boolean {
  return view.steps
    .slice(from + 1, to)
    .some(({ call, outcome }) => (call.tool === 'edit' || call.tool === 'write') && outcome === 'worked');
}

/** Whether Node mistakes the types of a TypeScript file for errors in the code. */
function isMisread({ rule }: Failure, failed: ShellCommand): boolean {
  return rule === 'build.python' && isSameFamily(failed.name, 'node') && /^\.[cm]?tsx?$/.test(extensionOf(failed));
}

function extensionOf(command: ShellCommand): string {
  return /\.\w+$/.exec(scriptFileOf(command) ?? '')?.[0] ?? '';
}

/** Whether a command has the same sub-command with the same arguments, or runs the same script by another interpreter. */
function isSameRun(failed: ShellCommand, command: ShellCommand): boolean {
  const [before, now] = [argumentsOf(failed), argumentsOf(command)];
  if (before.length !== now.length || before.some((arg, index) => arg !== now[index])) return false;
  if (command.name === failed.name) return command.subcommand === failed.subcommand;
  const script = scriptFileOf(failed);
  return script !== undefined && script === scriptFileOf(command);
}

/** Returns the words after the program, except the toolchain that it selects: `+nightly`. */
function argumentsOf({ args }: ShellCommand): string[] {
  return args.filter((arg, index) => index > 0 || !isToolchain(arg));
}

function isToolchain(arg: string | undefined): boolean {
  return arg !== undefined && /^\+[a-z\d][\w.-]*$/.test(arg);
}

/** Returns the words that start a program: `corepack yarn`, `cargo +nightly`, `npx tsx`. */
function wayOf(command: ShellCommand): string {
  const corepack = command.wrappers.filter((wrapper) => /^corepack\b/.test(wrapper));
  const toolchain = command.args.slice(0, 1).filter(isToolchain);
  return [...corepack, startOf(command), ...toolchain].join(' ');
}

/** Whether the name is that of a program in front of the command: the `timeout` of `timeout 60 make`. */
function isWrapper({ wrappers }: ShellCommand, name: string): boolean {
  return wrappers.some((wrapper) => nameOf(wrapper) === name);
}

/** Explains another program of the same kind in front of the same command: `gtimeout 60 make`. */
function otherWrapper(step: FailedStep, failed: ShellCommand, view: ThreadView, wrong: string): Claim[] {
  const standIn = ({ wrappers }: ShellCommand) =>
    wrappers.map(nameOf).find((name) => name !== wrong && isSameFamily(name, wrong));
  const retry = findRetry(
    step,
    view,
    ({ command }) => standIn(command) !== undefined,
    (command) => isSameTool(command, failed) && hasSameArguments(command, failed),
  );
  const right = retry && standIn(retry.command);
  if (!right) return [];
  return [
    claim(step, retry.step, {
      relation: 'other-runner',
      key: wrong,
      wrong,
      right,
      facts: { cause: 'command-not-found' },
    }),
  ];
}

function nameOf(wrapper: string): string {
  return wrapper.split(' ', 1)[0] ?? wrapper;
}

/** Returns the sub-command that has replaced a program: `docker compose` for `docker-compose`, `uv pip` for `pip`. */
function successorOf(command: ShellCommand, failed: ShellCommand): string | undefined {
  const typed = [command.name, command.subcommand, ...command.args].filter(Boolean).join(' ');
  const rest = [failed.subcommand, ...failed.args].filter(Boolean).join(' ');
  const name = failed.name.includes('-') ? failed.name.replace('-', ' ') : `${command.name} ${failed.name}`;
  if (failed.name === command.name || speaking.has(command.name) || !name.startsWith(`${command.name} `))
    return undefined;
  return typed === `${name} ${rest}`.trim() ? name : undefined;
}

/** Programs that take the words of a command but do not run it. */
const speaking = new Set(['echo', 'printf', 'which', 'where', 'whereis', 'type', 'man', 'info', 'grep', 'rg']);

function runsTheSame(failed: ShellCommand, { command, difference }: Retry): boolean {
  const changed = command.program !== failed.program || command.runner.join(' ') !== failed.runner.join(' ');
  if (!changed) return false;
  const others = difference.changes.filter((change) => !/^(?:runner|program|wrapper|redirect|dir)/.test(change.kind));
  return others.length === 0 || sameTarget(failed, command);
}

/** Whether two commands with different arguments have the same intent, because both run the same script or module. */
function sameTarget(failed: ShellCommand, command: ShellCommand): boolean {
  const target = failed.operands[0];
  return target !== undefined && target.length > 2 && command.operands.includes(target);
}

function startOf(command: ShellCommand): string {
  return [...command.runner, command.program].join(' ');
}
