import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { systemError } from '../shared/errors.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { UserHome } from '../shared/surroundings.ts';

/** What the team is told of this machine. */
export interface TeamMachine {
  /** A random name that reveals nothing. */
  id: string;
  /** The operating system and the shell: facts about machines hold on those of their kind. */
  kind: string;
}

/** The folder for what is sent and fetched, in hardwon's data folder. */
export function teamFolder(dataDir: string): string {
  return join(dataDir, 'team');
}

/** Returns the pseudonym and the kind of this machine; the pseudonym is made on first use. */
export function describeMachine(dataDir: string, { env, platform = process.platform }: UserHome): TeamMachine {
  const path = join(teamFolder(dataDir), 'machine');
  return { id: readId(path) ?? makeId(path), kind: `${platform}/${nameShell(env, platform)}` };
}

/** Returns the name of the user, which must not be sent. */
export function nameUser({ env }: UserHome): string {
  try {
    return env.USER ?? env.USERNAME ?? userInfo().username;
  } catch {
    return '';
  }
}

function nameShell(env: UserHome['env'], platform: string): string {
  const shell = basename(env.SHELL ?? '').replace(/\.exe$/i, '');
  return /^[a-z]{2,12}$/.test(shell) ? shell : platform === 'win32' ? 'powershell' : 'sh';
}

function makeId(path: string): string {
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(path, randomBytes(8).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another process was faster: its name counts for both.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw systemError('unwritable', `Cannot write ${path}`, error);
  }
  return readId(path) ?? '';
}

function readId(path: string): string | undefined {
  try {
    const text = readRegularSync(path).toString('utf8').trim();
    return /^[0-9a-f]{16}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
