import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunResult, runCli } from '../support/run.ts';
import { repository } from './markdown.ts';

/** A home folder with the bundled example sessions in it, and the project they were held in. */
export interface ExampleHome {
  path: string;
  project: string;
  /** The folder of Claude Code in it. */
  claude: string;
  /** Runs the built tool in the project, on the day after the last session. */
  run(
    args: readonly string[],
    options?: { cwd?: string; env?: Record<string, string | undefined> },
  ): Promise<RunResult>;
  /** Every file outside hardwon's cache with its text. */
  files(): Promise<Record<string, string>>;
  remove(): Promise<void>;
}

/** Where the project is in the bundled logs. */
const exampleRoot = '/home/mara/harbour';

/** Sets the example up as `hardwon demo` does. Call `remove` when done. */
export async function makeExampleHome(): Promise<ExampleHome> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-docs-')));
  const project = join(path, 'harbour');
  const claude = join(path, '.claude');
  const logs = join(claude, 'projects', project.replace(/[^a-zA-Z0-9]/g, '-'));
  await mkdir(project);
  await writeFile(join(project, 'CLAUDE.md'), '# Harbour\n\nBerth bookings for small ports.\n');
  await cp(join(repository, 'examples/sessions'), logs, { recursive: true });
  for (const file of await listFiles(logs)) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(exampleRoot, JSON.stringify(project).slice(1, -1)));
  }
  return {
    path,
    project,
    claude,
    run: (args, options = {}) => runCli(args, { home: path, cwd: project, now: '2026-03-24T09:00:00Z', ...options }),
    files: async () => {
      const found = (await listFiles(path)).filter((file) => !file.startsWith(join(path, '.cache')));
      const entries = found.map(async (file) => [
        file.slice(path.length + 1).replaceAll('\\', '/'),
        await readFile(file, 'utf8'),
      ]);
      return Object.fromEntries(await Promise.all(entries));
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
