import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readSqliteVersion } from '../../sessions/check-index.ts';
import { findOnPath } from '../../shared/find-on-path.ts';
import { neededNode, version } from '../../shared/package.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';

/** Examines Node, this program, its database and git. */
export const program: Examination = {
  name: 'program',
  title: 'Program',
  async examine(patient) {
    return [
      examineNode(process.versions.node),
      examineSqlite(),
      await examineGit(),
      examineBuild(patient),
      ...examinePath(patient),
    ];
  },
};

/** Compares Node with the oldest version that works, according to package.json. */
export function examineNode(running: string): ExaminationFinding {
  const [wantedMajor = 0, wantedMinor = 0] = neededNode.replace(/^\D+/, '').split('.').map(Number);
  const [major = 0, minor = 0] = running.split('.').map(Number);
  const isEnough = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  if (isEnough) return { state: 'ok', says: `hardwon ${version} on Node ${running}.` };
  return {
    state: 'problem',
    says: `Node ${running} is too old: hardwon ${version} needs ${neededNode}.`,
    fix: 'Install a newer Node, and hardwon with it.',
  };
}

function examineSqlite(): ExaminationFinding {
  try {
    return { state: 'ok', says: `SQLite ${readSqliteVersion()}.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return {
      state: 'problem',
      says: `SQLite cannot be loaded (${reason}): sessions cannot be indexed.`,
      fix: 'Install hardwon again with this Node: npm install --global hardwon',
    };
  }
}

async function examineGit(): Promise<ExaminationFinding> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { timeout: 5_000 });
    return { state: 'ok', says: `${stdout.trim()}.` };
  } catch {
    return {
      state: 'note',
      says: 'There is no git: worktrees and clones of a repository are not known to be one project, and changed files are not known.',
      fix: 'Install git.',
    };
  }
}

function examineBuild({ program: { hook, cli } }: Installation): ExaminationFinding {
  const missing = [hook, cli].filter((path) => !existsSync(path));
  if (missing.length === 0) return { state: 'ok', says: `It lies in ${dirname(hook)}, and is whole. It needs no network.` };
  return { state: 'problem', says: `${missing.join(' and ')} is missing.`, fix: 'npm install --global hardwon' };
}

/** Examines the PATH: two programs with the same name write and read the same files. */
function examinePath({ program: { cli }, env, platform }: Installation): ExaminationFinding[] {
  const found = findOnPath('hardwon', env, platform);
  if (found === undefined) {
    const says = 'hardwon is not on the PATH: hooks of a team, the plugin in Codex and agents that call it do not find it.';
    return [{ state: 'note', says, fix: 'npm install --global hardwon' }];
  }
  const other = readVersion(found);
  if (sameTarget(found, cli) || other === undefined || other === version) return [];
  const says = `The hardwon on the PATH (${found}) is version ${other}, and this is ${version}.`;
  return [{ state: 'note', says, fix: 'Use one of them: npm install --global hardwon' }];
}

function sameTarget(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

/** Returns the version of the package that a program on the PATH belongs to, if its file leads there. */
function readVersion(path: string): string | undefined {
  try {
    const manifest = join(dirname(realpathSync(path)), '..', 'package.json');
    const { name, version: found } = JSON.parse(readRegularSync(manifest).toString('utf8')) as {
      name?: string;
      version?: string;
    };
    return name === 'hardwon' ? found : undefined;
  } catch {
    return undefined;
  }
}
