import { homedir } from 'node:os';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { stripControls } from '../shared/terminal.ts';
import { adviseOn } from './ask-memory.ts';
import { attemptOf, type HealOptions, type HealRecord, healCall } from './auto-heal.ts';
import { callerOf, nameSource } from './debug/caller.ts';
import type { CodePlace } from './debug/source-map.ts';
import { logFailure } from './failure-log.ts';
import { narrowRemedies, presets } from './presets.ts';

/** How a function is healed. */
export interface AutoHealOptions<T = unknown> extends Omit<HealOptions, 'dataDir' | 'record'> {
  /** A ready-made choice of what is healed: `k8s`, `git`, `jira` and so on. All that the remedies are good for where absent. */
  preset?: string;
  /** Says why a value is a failure, for functions that return errors instead of throwing them. */
  isFailure?(value: T): string | undefined;
  /** The project whose log of failures is written; that of the working folder where absent. */
  project?: string;
  /** False: nothing is written to the log. */
  log?: boolean;
  /** Hears what the memory knows about a failure that was not healed, or how to save a fix; printed to stderr where absent. */
  onAdvice?(advice: string[]): void;
}

/**
 * Wraps a function: where it fails for a reason that one of the remedies is good for, the remedy is run and the function called again.
 * What it returns or throws in the end is passed on untouched.
 */
export function autoHeal<A extends unknown[], T>(
  call: (...args: A) => Promise<T> | T,
  options: AutoHealOptions<T>,
): (...args: A) => Promise<T> {
  return wrap(call, options, callerOf(autoHeal));
}

function wrap<A extends unknown[], T>(
  call: (...args: A) => Promise<T> | T,
  options: AutoHealOptions<T>,
  caller: CodePlace | undefined,
): (...args: A) => Promise<T> {
  const { preset: name, isFailure, project, log = true, onAdvice = printAdvice, ...rest } = options;
  const preset = name === undefined ? undefined : presets.find((each) => each.name === name);
  if (name !== undefined && preset === undefined)
    throw new AppError('usage', `There is no preset ${name}.`, {
      hint: `Presets: ${presets.map((each) => each.name).join(', ')}.`,
    });
  const remedies = narrowRemedies(options.remedies, preset);
  return (...args) => {
    const folders = findOwnFolders({ env: process.env, home: process.env.HOME || homedir() });
    const root = findRepository(project ?? process.cwd());
    const record = async (entry: HealRecord) => {
      // The call counts, not the log of it.
      if (log) {
        const source = caller && nameSource(caller, root);
        await logFailure(source === undefined ? entry : { ...entry, source }, { root, folders }).catch(() => undefined);
      }
      if (!entry.success) onAdvice(await adviseOn({ tool: options.tool, error: entry.error }, root, folders.config));
    };
    return healCall(
      attemptOf(() => call(...args), isFailure),
      { ...rest, remedies, dataDir: folders.data, record },
    );
  };
}

function printAdvice(advice: string[]): void {
  for (const line of advice) process.stderr.write(`${stripControls(`hardwon: ${line}`)}\n`);
}

/** The same as a decorator of methods: `@autoHealed({ tool: 'get_pods', remedies: [vpn] })`. */
export function autoHealed<T>(options: AutoHealOptions<T>) {
  const caller = callerOf(autoHealed);
  return <This, A extends unknown[]>(method: (this: This, ...args: A) => Promise<T> | T, _context: ClassMethodDecoratorContext) =>
    function healed(this: This, ...args: A): Promise<T> {
      return wrap((...inner: A) => method.apply(this, inner), options, caller)(...args);
    };
}
