import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { now } from '../shared/clock.ts';

/** What a command is run in: read once, here, so that everything below is a function of it. */
export interface Surroundings {
  cwd: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  now: Date;
}

/** The surroundings of this process. */
export function surroundings(): Surroundings {
  return { cwd: process.cwd(), home: process.env.HOME || homedir(), env: process.env, now: now(process.env) };
}

/** A path from the command line, seen from the working folder; `~` works where the shell did not expand it. */
export function resolvePath(path: string, { cwd, home }: Surroundings): string {
  return resolve(cwd, path === '~' ? home : path.startsWith('~/') ? `${home}${path.slice(1)}` : path);
}

/** Prints data to stdout as one JSON document. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
