import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process, so that it is not confused with a later one that has the same id. */
export interface ProcessMark {
  pid: number;
  host: string;
  /** Its start time, as the system reports it; absent if unavailable. */
  since?: string;
}

/** Returns the mark of a running process. */
export function markProcess(pid: number): ProcessMark {
  const since = startOf(pid);
  return { pid, host: hostname(), since };
}

/** Whether that very process still runs. On another machine this is unknown, and it is assumed to. */
export function isStillRunning(mark: ProcessMark): boolean {
  if (mark.host !== hostname()) return true;
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return mark.since === undefined || startOf(mark.pid) === mark.since;
}

/** Ends a process with its group, if it is certainly the marked one. */
export function endMarked(mark: ProcessMark): void {
  if (mark.host !== hostname() || mark.since === undefined || !isStillRunning(mark)) return;
  try {
    process.kill(-mark.pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}

function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // The name of the program may contain spaces and brackets; the start time is the 20th field after it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ');
      return fields?.[19];
    }
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
