import { realpathSync } from 'node:fs';
import { sameFile } from '../shared/paths.ts';
import type { IgnoredSettings } from './config.ts';

/**
 * Whether the user trusts exactly this folder; a trusted parent is not enough, because a repository inside a trusted one may be
 * anybody's. Follows links on both sides.
 */
export function isTrusted(folder: string, trusted: readonly string[]): boolean {
  const real = follow(folder);
  return trusted.some((path) => sameFile(follow(path), real));
}

function follow(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Explains which settings are ignored: one sentence for each reason. */
export function tellIgnored({ file, userFile, untrusted, userOnly }: IgnoredSettings): string[] {
  return [
    ...(untrusted.length > 0
      ? [`${file}: ignored ${list(untrusted)}, because you do not trust this project. ${howToTrust(userFile)}`]
      : []),
    ...(userOnly.length > 0
      ? [`${file}: ignored ${list(userOnly)}, because only your own configuration may set that: ${userFile}.`]
      : []),
  ];
}

/** Explains how to make all settings of a project apply. */
function howToTrust(userFile: string): string {
  return `If you do, add its folder to "trust" in ${userFile}.`;
}

function list(keys: readonly string[]): string {
  return keys.length < 2 ? keys.join('') : `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}`;
}
