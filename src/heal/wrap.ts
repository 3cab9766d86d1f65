import { homedir } from 'node:os';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { stripControls } from '../shared/terminal.ts';
import { adviseOn, type RememberedIssue } from './ask-memory.ts';
import { attemptOf, type HealingAttempt, type HealOptions, type HealRecord, healCall } from './auto-heal.ts';
import { choosePreset, planConfigured, readLive } from './configured-healing.ts';
import { callerOf, nameSource } from './debug/caller.ts';
import type { CodePlace } from './debug/source-map.ts';
import type { FailureText } from './detect.ts';
import { logFailure } from './failure-log.ts';
import type { CallArguments } from './parameters.ts';
import { narrowRemedies } from './presets.ts';
import { addToResult, addToThrown, failureOfResult } from './tell-in-error.ts';
import { noteTold, noteWorked } from './told.ts';

/** Options for healing a function. */
export interface AutoHealOptions<T = unknown, A extends unknown[] = never[]>
  extends Omit<HealOptions, 'dataDir' | 'record' | 'tool' | 'remedies' | 'arguments'> {
  /** The name of the tool, as people and the memory know it; that of the function if absent. */
  tool?: string;
  /** The permitted remedies, in order of preference; if absent, those that the user's configuration enables for the tool. */
  remedies?: HealOptions['remedies'];
  /** A ready-made choice of what to heal: `k8s`, `git`, `jira` and so on. If absent, everything that the remedies can fix. */
  preset?: string;
  /**
   * Returns the arguments of a call by name, for remedies with parameters; by default the members of the first one if it is an
   * object.
   */
  arguments?(...args: A): CallArguments;
  /**
   * Returns why a value is a failure, for functions that return errors instead of throwing them. MCP results with `isError` are
   * recognised anyway.
   */
  isFailure?(value: T): string | undefined;
  /** The project whose failure log is written; by default that of the working directory. */
  project?: string;
  /** False: nothing is written to the log. */
  log?: boolean;
  /**
   * Receives what the memory knows about a failure that was not healed, or how to save a fix. If absent, that is put into the
   * failure itself: into the message of the error, or the text of the result.
   */
  onAdvice?(advice: string[]): void;
}

/** The context that the language passes to a method decorator. */
interface MethodContext {
  readonly kind: 'method';
  readonly name: string | symbol;
}

/** Heals methods: `@autoHeal({ preset: 'k8s' })`, with standard decorators and with TypeScript's earlier ones. */
interface HealDecorator {
  <This, A extends unknown[], T>(
    method: (this: This, ...args: A) => Promise<T> | T,
    context: MethodContext,
  ): (this: This, ...args: A) => Promise<T>;
  (target: object, name: string | symbol, descriptor: PropertyDescriptor): PropertyDescriptor;
}

/**
 * Wraps a function, or decorates a method: if it fails for a reason that one of the remedies can fix, the remedy is run and the
 * function called again. Its return value is passed on, and so is the final exception, with what the memory knows about it.
 */
export function autoHeal<A extends unknown[], T>(
  call: (...args: A) => Promise<T> | T,
  options?: AutoHealOptions<T, A>,
): (...args: A) => Promise<T>;
export function autoHeal<T = unknown, A extends unknown[] = unknown[]>(options?: AutoHealOptions<T, A>): HealDecorator;
export function autoHeal<A extends unknown[], T>(
  first: ((...args: A) => Promise<T> | T) | AutoHealOptions<T, A> = {},
  options: AutoHealOptions<T, A> = {},
): ((...args: A) => Promise<T>) | HealDecorator {
  const caller = callerOf(autoHeal);
  return typeof first === 'function' ? wrap(first, options, first.name, caller) : decorate(first, caller);
}

/** The decorator of `autoHeal(options)`, by another name. */
export function autoHealed<T = unknown, A extends unknown[] = unknown[]>(
  options?: AutoHealOptions<T, A>,
): HealDecorator {
  return decorate(options ?? {}, callerOf(autoHealed));
}

function decorate<T, A extends unknown[]>(
  options: AutoHealOptions<T, A>,
  caller: CodePlace | undefined,
): HealDecorator {
  choosePreset(options.preset);
  const heal = (method: (...args: A) => Promise<T> | T, name: string) => {
    const following = { isOpen: true };
    return function healed(this: unknown, ...args: A): Promise<T> {
      return wrap((...inner: A) => method.apply(this, inner), options, name, caller, following)(...args);
    };
  };
  const decorator = (
    method: unknown,
    context: MethodContext | string | symbol,
    descriptor?: PropertyDescriptor,
  ): unknown => {
    // Before decorators were standardised, TypeScript passed the class, the name and the property descriptor of the method.
    if (descriptor)
      return { ...descriptor, value: heal(descriptor.value as (...args: A) => Promise<T> | T, nameOf(context)) };
    return heal(method as (...args: A) => Promise<T> | T, nameOf(context));
  };
  return decorator as HealDecorator;
}

function nameOf(context: MethodContext | string | symbol): string {
  return String(typeof context === 'object' ? context.name : context);
}

function wrap<A extends unknown[], T>(
  call: (...args: A) => Promise<T> | T,
  options: AutoHealOptions<T, A>,
  name: string,
  caller: CodePlace | undefined,
  // The next success matters only if something was shown, in this process or in an earlier one.
  following = { isOpen: true },
): (...args: A) => Promise<T> {
  const {
    preset: _preset,
    isFailure,
    project,
    log = true,
    onAdvice,
    arguments: argumentsOf,
    onEvent,
    ...rest
  } = options;
  const tool = options.tool ?? name;
  if (tool === '')
    throw new AppError('usage', 'A function without a name needs the name of its tool: autoHeal(call, { tool }).');
  const preset = choosePreset(options.preset);
  return async (...args) => {
    const attempt = attemptOf(
      () => call(...args),
      (value) => isFailure?.(value) ?? failureOfResult(value),
    );
    const first = await attempt();
    if (first.ok && !following.isOpen) return first.value;
    const home = process.env.HOME || homedir();
    const folders = findOwnFolders({ env: process.env, home });
    const describe = () => {
      const root = findRepository(project ?? process.cwd());
      const named = nameArguments(args, argumentsOf);
      return { root, named, followed: { dataDir: folders.data, root, tool, input: inputOf(args, named) } };
    };
    if (first.ok) {
      following.isOpen = false;
      try {
        noteWorked(describe().followed);
      } catch {
        // A successful call stays successful, whatever else fails.
      }
      return first.value;
    }
    const { root, named, followed } = describe();
    const record = async (entry: HealRecord) => {
      // Only the call matters, not its log.
      if (!log) return;
      const source = caller && nameSource(caller, root);
      await logFailure(source === undefined ? entry : { ...entry, source }, { root, folders }).catch(() => undefined);
    };
    const plan = options.remedies
      ? { remedies: narrowRemedies(options.remedies, preset) }
      : await planConfigured(tool, preset, { root, home, complain: (problem) => complain([problem]) });
    const live = await readLive({ root, home });
    let failure: FailureText | undefined;
    const hear = (issues: readonly RememberedIssue[]) => {
      following.isOpen ||= issues.length > 0;
      if (log) noteTold({ ...followed, live }, issues);
    };
    const tell = async (): Promise<string[]> =>
      failure ? adviseOn({ tool, error: failure.text }, root, folders.config, hear) : [];
    let value: T;
    try {
      value = await healCall(afterFirst(first, attempt), {
        ...rest,
        ...plan,
        tool,
        arguments: named,
        dataDir: folders.data,
        record,
        onEvent(event) {
          if (event.type === 'given-up') failure = event.failure;
          onEvent?.(event);
        },
      });
    } catch (error) {
      const advice = await tell();
      if (onAdvice) onAdvice(advice);
      else if (advice.length > 0 && !addToThrown(error, printAdvice(advice))) complain(advice);
      throw error;
    }
    const advice = await tell();
    if (onAdvice && failure) onAdvice(advice);
    if (onAdvice || advice.length === 0) return value;
    const told = addToResult(value, printAdvice(advice));
    if (told === undefined) complain(advice);
    return told ?? value;
  };
}

/** Makes attempts of which the first was made already. */
function afterFirst<T>(
  first: HealingAttempt<T>,
  attempt: () => Promise<HealingAttempt<T>>,
): () => Promise<HealingAttempt<T>> {
  let isFirst = true;
  return async () => {
    if (!isFirst) return attempt();
    isFirst = false;
    return first;
  };
}

/** Returns the arguments of a call by name. A mistake in the function that names them must not replace the failure. */
function nameArguments<A extends unknown[]>(
  args: A,
  argumentsOf: ((...args: A) => CallArguments) | undefined,
): CallArguments {
  if (!argumentsOf) return membersOf(args[0]);
  try {
    return argumentsOf(...args);
  } catch {
    return {};
  }
}

function membersOf(value: unknown): CallArguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as CallArguments) : {};
}

/**
 * Returns what distinguishes one call from another: its named arguments, or else those that are plain values. Others, such as the
 * context of a request, differ from call to call.
 */
function inputOf(args: readonly unknown[], named: CallArguments): unknown {
  if (Object.keys(named).length > 0) return named;
  return args.filter((value) => Array.isArray(value) || (typeof value !== 'object' && typeof value !== 'function'));
}

function printAdvice(advice: readonly string[]): string {
  return advice.map((line) => stripControls(`hardwon: ${line}`)).join('\n');
}

function complain(lines: readonly string[]): void {
  process.stderr.write(`${printAdvice(lines)}\n`);
}
