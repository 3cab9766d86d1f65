import { readHistory } from '../../loop/run/history.ts';
import { listRuns, runFolder } from '../../loop/run/run-store.ts';
import type { SessionPlace } from '../../sessions/projects/project.ts';
import { contains } from '../../shared/paths.ts';

/**
 * Assigns the sessions of agents that `hardwon run` started to their repository. Such a session is like any other, but its
 * scratch checkout no longer exists; the failures in it belong to the repository that the attempt was made for.
 */
export async function placeAttempts<T extends SessionPlace>(
  sessions: readonly T[],
  dataDir: string,
): Promise<readonly T[]> {
  const runs = [...(await readHistory(dataDir)), ...(await listRuns(dataDir))];
  const checkouts = new Map(runs.map(({ id, root }) => [runFolder(dataDir, id).tree, root]));
  return sessions.map((session) => {
    const own = [...checkouts].filter(([folder]) => session.cwds.some((cwd) => contains(folder, cwd)));
    const traces = own.map(([folder, root]) => ({ folder, kind: 'worktree' as const, value: root, weight: 1 }));
    return traces.length === 0 ? session : { ...session, traces: [...(session.traces ?? []), ...traces] };
  });
}
