import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { now } from '../shared/clock.ts';
import { AppError } from '../shared/errors.ts';
import type { Surroundings } from '../shared/surroundings.ts';
import { stripControls } from '../shared/terminal.ts';

/**
 * The process in which a command runs, limited to the parts that commands may use: a test runs them in its own process with a
 * different host.
 */
export interface Host extends Surroundings {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  /** The build folder, which holds the hook, the page and the scripts of threads. */
  dist: string;
  /** The exit code of the process. */
  exitCode: number;
}

/** An output stream; the columns are those of a terminal. */
export interface Output extends Writable {
  isTTY?: boolean;
  columns?: number;
}

/** Returns the part of a host that requests are made from: no streams, so that a request can be passed to a thread. */
export function surroundingsOf({ cwd, home, env, now: present }: Surroundings): Surroundings {
  return { cwd, home, env, now: present };
}

/** Returns the host of this process. */
export function processHost(): Host {
  const { stdin, stdout, stderr, env } = process;
  // All bundled files are in one folder.
  const dist = dirname(fileURLToPath(import.meta.url));
  return {
    cwd: findCwd(),
    home: resolve(env.HOME || homedir()),
    env,
    now: now(env),
    stdin,
    stdout,
    stderr,
    dist,
    exitCode: 0,
  };
}

function findCwd(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new AppError('not-found', 'The current folder no longer exists.', {
      hint: 'Go to another one with cd.',
      cause,
    });
  }
}

/** Resolves a path from the command line against the working directory; `~` works even if the shell did not expand it. */
export function resolvePath(path: string, { cwd, home }: Surroundings): string {
  return resolve(cwd, path === '~' ? home : path.startsWith('~/') ? `${home}${path.slice(1)}` : path);
}

/** Reports problems without stopping the command, for commands whose report has no place for them. */
export function tellProblems({ stderr }: Host, problems: readonly string[]): void {
  for (const problem of problems) stderr.write(stripControls(`hardwon: ${problem}\n`));
}

/** Prints data to stdout as one JSON document. Characters that act on a terminal, which JSON allows, are escaped. */
export function printJson({ stdout }: Host, value: unknown): void {
  stdout.write(`${renderJson(value, 2)}\n`);
}

/** Returns a value as JSON, on one line unless it is indented. */
export function renderJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent).replace(ACTIVE, (sign) =>
    Array.from(sign.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
}

/**
 * Control and format characters that JSON allows. They are given as ranges because the classes `\p{Cc}` and `\p{Cf}` take 8 ms to
 * compile, a twelfth of the start-up time.
 */
const ACTIVE =
  /[\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
