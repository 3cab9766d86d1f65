import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DebugReport, debugTool } from '../../../src/heal/debug/debug-tool.ts';

/** A folder with files that is a repository. */
export interface TestProject {
  root: string;
  home: string;
  /** Asks about a tool from a folder of the project. */
  debug(tool: string, error?: string, folder?: string): Promise<DebugReport>;
}

const made: string[] = [];

/** Makes a project; a path that begins with `~/` is a file of the user. */
export async function makeProject(files: Readonly<Record<string, string>>): Promise<TestProject> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-debug-')));
  made.push(home);
  const root = join(home, 'harbour');
  await mkdir(join(root, '.git'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const file = path.startsWith('~/') ? join(home, path.slice(2)) : join(root, path);
    await mkdir(dirname(file), { recursive: true });
    // Written so that no linter takes it for a template.
    await writeFile(file, text.replaceAll('$ROOT', root).replaceAll('$FOLDER', `\${${'workspaceFolder'}}`));
  }
  return {
    root,
    home,
    debug: (tool, error, folder = '.') => debugTool({ tool, folder: join(root, folder), home, env: {}, error }),
  };
}

/** Each source as `kind path:from-to`. */
export function placesOf({ sources }: DebugReport): string[] {
  return sources.map(({ kind, path, from, to }) => `${kind} ${path}:${from}-${to}`);
}

/** Removes every project; for `afterAll`. */
export async function clearProjects(): Promise<void> {
  await Promise.all(made.splice(0).map((home) => rm(home, { recursive: true, force: true })));
}
