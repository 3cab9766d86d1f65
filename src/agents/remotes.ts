import { contains, sameFile } from '../shared/paths.ts';
import type { Call } from './call.ts';

/**
 * Returns the git remotes that a shell call shows for the session's folder. Only commands that ran there count: after a `cd`,
 * with `-C` or in a temporary folder the remote belongs to another repository.
 */
export function findRemotes(call: Call, home: string | undefined): string[] {
  const command = call.input.command;
  // The output is reliable even if it is not known how the command ended.
  const mayTell = call.outcome === 'ok' || call.outcome === 'unknown';
  if (command === undefined || !mayTell || !/\bgit\s+(remote|push|fetch|pull)\b|\bgh\s/.test(command)) return [];
  if (!ranAtHome(command, call.cwd, home)) return [];
  const found: string[] = [];
  const add = (address: string | undefined): void => {
    const remote = address === undefined ? undefined : normaliseLoggedRemote(address);
    if (remote !== undefined && !found.includes(remote)) found.push(remote);
  };
  const output = call.output.slice(0, 20_000);
  if (/\bgit\s+remote\b/.test(command)) {
    for (const line of output.split('\n')) add(/^\S+\t(\S+) \((?:fetch|push)\)\s*$/.exec(line)?.[1]);
    if (/\bgit\s+remote\s+get-url\b/.test(command) && !output.trim().includes('\n')) add(output.trim());
  }
  if (/\bgit\s+(push|fetch|pull)\b/.test(command)) {
    for (const line of output.split('\n')) add(/^(?:To|From) (\S+)\s*$/.exec(line)?.[1]);
  }
  // With -R, --repo or an api path gh may refer to any repository.
  if (
    /\bgh\s+(pr|issue|repo|run)\s/.test(command) &&
    !/\s(-R|--repo)\b|\bgh\s+repo\s+(clone|fork|create|view\s+[^-\s])/.test(command)
  ) {
    for (const line of output.split('\n')) {
      add(/^(?:url:\s+)?(https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+)\/(?:pull|issues|actions\/runs)\/\d+\s*$/.exec(line)?.[1]);
    }
  }
  return found;
}

/**
 * Returns `github.com/owner/repo` for any address that git accepts, without credentials; undefined for a folder on this machine.
 */
export function normaliseLoggedRemote(address: string): string | undefined {
  const trimmed = address.trim().slice(0, 500);
  const url = /^[a-z][a-z+.-]*:\/\/(?:[^@/\s]*@)?([^/:\s@]+)(?::\d+)?\/(\S+)$/i.exec(trimmed);
  const scp = url === null ? /^(?:[^@/\s:]+@)?([^/:\s@]+\.[^/:\s@]+):(?!\/\/)(\S+)$/.exec(trimmed) : null;
  const host = (url ?? scp)?.[1]?.toLowerCase();
  const path = (url ?? scp)?.[2];
  if (host === undefined || path === undefined || !host.includes('.') || trimmed.startsWith('file:')) return undefined;
  const clean = path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
  return /^[\w.~-]+(\/[\w.~-]+)+$/.test(clean) ? `${host}/${clean}` : undefined;
}

function ranAtHome(command: string, cwd: string | undefined, home: string | undefined): boolean {
  if (cwd !== undefined && home !== undefined && !contains(home, cwd)) return false;
  if (isTemporary(cwd ?? home ?? '')) return false;
  if (/\bgit\s+-C\b|--git-dir|\bpushd\b/.test(command)) return false;
  for (const [, target] of command.matchAll(/(?:^|[;&|(\n])[ \t]*cd[ \t]+("[^"\n]*"|'[^'\n]*'|[^\s;&|)]+)/g)) {
    const folder = (target ?? '').replace(/^["']|["']$/g, '');
    if (home === undefined || !sameFile(folder, home)) return false;
  }
  return true;
}

function isTemporary(path: string): boolean {
  return /^(\/private)?\/(tmp|var\/folders|var\/tmp)(\/|$)|[\\/]Temp[\\/]/.test(path);
}
