import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readSqliteVersion } from '../../sessions/check-index.ts';
import { AppError } from '../../shared/errors.ts';
import { findOnPath } from '../../shared/find-on-path.ts';
import { neededNode, version } from '../../shared/package.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import { trimEndOf } from '../../shared/trim-end.ts';
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
    const { message, hint } = error instanceof AppError ? error : new AppError('unavailable', String(error));
    return {
      state: 'problem',
      says: `${trimEndOf(message, '.')}: sessions cannot be indexed.`,
      fix: hint ?? 'Install hardwon again: npm install --global hardwon',
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
      says: 'Git is missing: hardwon cannot tell that worktrees and clones are one project, nor which files have changed.',
      fix: 'Install git.',
    };
  }
}

function examineBuild({ program: { hook, cli } }: Installation): ExaminationFinding {
  const missing = [hook, cli].filter((path) => !existsSync(path));
  if (missing.length === 0) return { state: 'ok', says: `All its files are in ${dirname(hook)}. It needs no network.` };
  return { state: 'problem', says: `${missing.join(' and ')} is missing.`, fix: 'npm install --global hardwon' };
}

/** Examines the PATH: two programs with the same name write and read the same files. */
function examinePath({ program: { cli }, env, platform }: Installation): ExaminationFinding[] {
  const found = findOnPath('hardwon', env, platform);
  if (found === undefined) {
    const says =
      "hardwon is not on the PATH: a team's hooks, the plugin in Codex and agents that call it cannot find it.";
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
