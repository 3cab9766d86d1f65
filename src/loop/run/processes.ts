import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, so that it can be told from another one that got its number later. */
export interface ProcessMark {
  pid: number;
  host: string;
  /** When it was started, as the system says it; absent where that is not to be had. */
  since?: string;
}

/** The mark of a process that runs now. */
export function markProcess(pid: number): ProcessMark {
  const since = startOf(pid);
  return { pid, host: hostname(), ...(since === undefined ? {} : { since }) };
}

/** Whether that very process still runs. On another machine nobody knows, and it is taken to. */
export function isStillRunning(mark: ProcessMark): boolean {
  if (mark.host !== hostname()) return true;
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return mark.since === undefined || startOf(mark.pid) === mark.since;
}

/** Ends a process with its group, if it is surely the one that was marked. */
export function endMarked(mark: ProcessMark): void {
  if (mark.host !== hostname() || mark.since === undefined || !isStillRunning(mark)) return;
  try {
    process.kill(-mark.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // The name of the program may hold blanks and brackets; the start is the 20th field behind it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ');
      return fields?.[19];
    }
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
