import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { Examination, ExaminationFinding, Installation } from '../../src/doctor/examination.ts';
import { inspectInstallation } from '../../src/doctor/inspect-installation.ts';
import { isolatedEnvironment, type RunResult, runBuilt, runCli } from '../support/run.ts';

const repository = resolve(import.meta.dirname, '../..');

/** A home folder with a project, and hardwon installed by a program on the PATH. */
export interface Ward {
  home: string;
  project: string;
  /** Writes a file below the home folder; gives its path. */
  write(path: string, text: string): Promise<string>;
  /** Runs the tool in the project. */
  run(...args: string[]): Promise<RunResult>;
  /** Runs the built tool: the index is closed for certain when its process has ended. */
  runBuilt(...args: string[]): Promise<RunResult>;
  /** The patient as it is now. */
  meet(env?: Record<string, string | undefined>): Promise<Installation>;
  /** What an examination finds now. */
  examine(examination: Examination, env?: Record<string, string | undefined>): Promise<ExaminationFinding[]>;
  /** Does every repair that an examination offers, and gives what it finds after that. */
  repair(examination: Examination): Promise<ExaminationFinding[]>;
}

export const NOW = new Date('2026-03-09T09:00:00Z');

const homes: string[] = [];

export async function makeWard(): Promise<Ward> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-ward-')));
  homes.push(home);
  const project = join(home, 'harbour');
  const bin = join(home, 'bin');
  await mkdir(join(project, '.git'), { recursive: true });
  await mkdir(bin);
  for (const [name, file] of [
    ['hardwon', 'cli.mjs'],
    ['hardwon-hook', 'hook.js'],
  ] as const) {
    const path = join(bin, name);
    await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${join(repository, 'dist', file)}' "$@"\n`);
    await chmod(path, 0o755);
  }
  const environment = { ...isolatedEnvironment({ home }), PATH: [bin, process.env.PATH].join(delimiter) };
  const ward: Ward = {
    home,
    project,
    async write(path, text) {
      const file = join(home, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      return file;
    },
    run: (...args) => runCli(args, { home, cwd: project, now: NOW.toISOString() }),
    runBuilt: (...args) => runBuilt(args, { home, cwd: project, now: NOW.toISOString() }),
    meet: (env = {}) =>
      inspectInstallation({
        ...{ cwd: project, home, env: { ...environment, ...env }, now: NOW, platform: process.platform },
        node: process.execPath,
        dist: join(repository, 'dist'),
      }),
    examine: async (examination, env) => examination.examine(await ward.meet(env)),
    async repair(examination) {
      for (const { repair } of await ward.examine(examination)) await repair?.run();
      return ward.examine(examination);
    },
  };
  return ward;
}

/** Removes every home folder; for `afterAll`. */
export async function clearWards(): Promise<void> {
  await Promise.all(homes.splice(0).map((home) => rm(home, { recursive: true, force: true })));
}

/** The findings that are not as they should be. */
export function complaints(findings: readonly ExaminationFinding[]): Pick<ExaminationFinding, 'state' | 'says'>[] {
  return findings.filter(({ state }) => state !== 'ok').map(({ state, says }) => ({ state, says }));
}
