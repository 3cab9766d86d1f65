import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claudeMemoryPath } from '../../src/agents/claude-code/context.ts';
import type { DeliveryRequest } from '../../src/delivery/plan.ts';
import type { Lesson } from '../../src/lessons/lesson.ts';

export const NOW = new Date('2026-03-01T12:00:00Z');

/** A made-up user's folders on disk: a home with one project in it. */
export interface TestProject {
  base: string;
  home: string;
  root: string;
  dataDir: string;
  claudeMemory: string;
  request(lessons: Lesson[], parts?: Partial<DeliveryRequest>): DeliveryRequest;
  write(name: string, text: string): Promise<void>;
  read(name: string): Promise<string>;
  remove(): Promise<void>;
}

export async function makeProject(): Promise<TestProject> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'orchard ü-')));
  const home = join(base, 'home');
  const root = join(home, 'orchard');
  const claudeMemory = claudeMemoryPath(root, join(home, '.claude'));
  await mkdir(root, { recursive: true });
  return {
    base,
    home,
    root,
    dataDir: join(base, 'data'),
    claudeMemory,
    request: (lessons, parts = {}) => ({
      projectRoot: root,
      home,
      env: {},
      agents: ['claude-code'],
      lessons,
      now: NOW,
      anonymise: hideHomes,
      ...parts,
    }),
    write: async (name, text) => {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    },
    read: (name) => readFile(join(root, name), 'utf8'),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

/** Everything below a folder: folders, links, and files with mode and text. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, name);
    const facts = await lstat(path);
    if (facts.isDirectory()) entries[name] = 'folder';
    else if (facts.isSymbolicLink()) entries[name] = `link to ${await readlink(path)}`;
    else entries[name] = `${(facts.mode & 0o777).toString(8)} ${(await readFile(path)).toString('latin1')}`;
  }
  return entries;
}

function hideHomes(text: string, { homes }: { homes: string[] }): string {
  return homes.reduce((clean, home) => clean.replaceAll(home, '~'), text);
}
