import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Ailment } from '../programs/program.ts';
import { makeFolder, writeTextFile } from '../shared/files.ts';
import { hashText } from '../shared/hash.ts';
import { withLock } from '../shared/lock.ts';
import { readRegular } from '../shared/regular-file.ts';
import type { Diagnosis } from './detect.ts';
import { type CallArguments, fillWords, type ParameterSources, remedyEnvironment } from './parameters.ts';

/** Something that repairs the environment: connects, logs in again, starts a service. */
export interface Remedy {
  /** Its name for people and in the log: `vpn`. */
  name: string;
  /** The problems that it fixes. */
  heals: readonly Ailment[];
  /** Runs it; throws on failure. `signal` is aborted at the timeout. */
  run(context: RemedyContext): Promise<unknown> | unknown;
  /** The timeout; 60 s by default. */
  timeoutMs?: number;
  /** The time after a run before the next one: a remedy that did not help a minute ago does not help now. 60 s by default. */
  cooldownMs?: number;
  /** The values that it needs from the call: it is run, and cools down, separately for each target. */
  parameters?: ParameterSources;
}

/** The input of a remedy. */
export interface RemedyContext {
  tool: string;
  diagnosis: Diagnosis;
  /** The values of its parameters. */
  parameters: Readonly<Record<string, string>>;
  /** The named arguments of the call. They come from the caller, so they must never enter a command line unchecked. */
  arguments: CallArguments;
  signal: AbortSignal;
}

/** The result of a remedy. */
export interface Treatment {
  /** `ran`: it was run and succeeded. `shared`: another process ran it since the call failed. */
  how: 'ran' | 'shared' | 'failed' | 'cooling';
  /** Why it failed, or until when it is not run again. */
  reason?: string;
}

const TIMEOUT = 60_000;
const COOLDOWN = 60_000;

/** Names a remedy with its target: `login`, or `login(stage)`. */
export function nameTarget(name: string, parameters: Readonly<Record<string, string>>): string {
  const values = Object.values(parameters);
  return values.length === 0 ? name : `${name}(${values.join(', ')})`;
}

/** Returns the first remedy for a problem. */
export function chooseRemedy(remedies: readonly Remedy[], { ailment }: Diagnosis): Remedy | undefined {
  return remedies.find((remedy) => remedy.heals.includes(ailment));
}

/**
 * Runs a remedy, one at a time across all processes. A process that arrives while it runs waits and does not run it a second
 * time: twenty calls that fail because the network is down need one connection, not twenty.
 */
export async function treat(
  remedy: Remedy,
  context: Omit<RemedyContext, 'signal'>,
  { dataDir, failedAt, clock = Date.now }: { dataDir: string; failedAt: number; clock?: () => number },
): Promise<Treatment> {
  const folder = join(dataDir, 'remedies');
  const file = join(folder, fileName(nameTarget(remedy.name, context.parameters)));
  const timeoutMs = remedy.timeoutMs ?? TIMEOUT;
  await makeFolder(folder);
  return withLock(
    `${file}.lock`,
    async () => {
      const last = await readRun(`${file}.json`);
      if (last?.ok && last.startedAt >= failedAt) return { how: 'shared' };
      const ready = last === undefined ? 0 : last.endedAt + (remedy.cooldownMs ?? COOLDOWN);
      if (clock() < ready)
        return { how: 'cooling', reason: `it was run less than ${seconds(remedy.cooldownMs ?? COOLDOWN)} ago` };
      const startedAt = clock();
      const reason = await attempt(remedy, context, timeoutMs);
      const run: RemedyRun = { startedAt, endedAt: clock(), ok: reason === undefined };
      await writeTextFile(`${file}.json`, `${JSON.stringify(run)}\n`, { mode: 0o600 });
      return reason === undefined ? { how: 'ran' } : { how: 'failed', reason };
    },
    { timeoutMs: timeoutMs + 10_000, staleMs: timeoutMs + 30_000 },
  );
}

/**
 * Makes a remedy of a command in the user's configuration. Words are run as they are, with `{cluster}` for the value of a
 * parameter; a single text goes to the shell, which gets the values as variables (`$REMEDY_CLUSTER`) and never in its text.
 */
export function commandRemedy(
  name: string,
  command: string | readonly string[],
  options: Pick<Remedy, 'heals' | 'timeoutMs' | 'cooldownMs' | 'parameters'> & {
    cwd?: string;
    env?: Record<string, string | undefined>;
  },
): Remedy {
  const { heals, timeoutMs, cooldownMs, parameters, cwd, env } = options;
  return {
    name,
    heals,
    timeoutMs,
    cooldownMs,
    parameters,
    run: ({ signal, parameters: values }) =>
      runCommand(typeof command === 'string' ? command : fillWords(command, values), {
        signal,
        cwd,
        env: { ...(env ?? process.env), ...remedyEnvironment(values) },
      }),
  };
}

interface RemedyRun {
  startedAt: number;
  endedAt: number;
  ok: boolean;
}

async function readRun(path: string): Promise<RemedyRun | undefined> {
  try {
    const value = JSON.parse((await readRegular(path)).toString('utf8')) as Partial<RemedyRun>;
    const { startedAt, endedAt, ok } = value;
    return typeof startedAt === 'number' && typeof endedAt === 'number' && typeof ok === 'boolean'
      ? { startedAt, endedAt, ok }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns why it failed; undefined if it did not. */
async function attempt(
  remedy: Remedy,
  context: Omit<RemedyContext, 'signal'>,
  timeoutMs: number,
): Promise<string | undefined> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new Error(`it took longer than ${seconds(timeoutMs)}`));
      abort.abort();
    }, timeoutMs);
  });
  try {
    await Promise.race([remedy.run({ ...context, signal: abort.signal }), patience]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a command with its output on stderr, where people see what it asks of them; stdout belongs to the healed command. */
function runCommand(
  command: string | readonly string[],
  options: { signal: AbortSignal; cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<void> {
  const [program = '', ...words] = typeof command === 'string' ? [command] : command;
  return new Promise((done, fail) => {
    const child = spawn(program, words, {
      ...options,
      shell: typeof command === 'string',
      stdio: ['ignore', 2, 2],
      windowsHide: true,
    });
    child.on('error', (error) => fail(options.signal.aborted ? new Error('it was stopped') : error));
    child.on('close', (code, signal) => {
      if (code === 0) done();
      else fail(new Error(code === null ? `it was ended by ${signal}` : `it ended with ${code}`));
    });
  });
}

function fileName(name: string): string {
  const safe = encodeURIComponent(name).replaceAll('*', '%2A');
  // Names that are cut may differ only after the cut.
  return safe.length <= 100 ? safe : `${safe.slice(0, 80)}-${hashText(name)}`;
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}
