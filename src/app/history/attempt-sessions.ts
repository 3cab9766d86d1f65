import { readHistory } from '../../loop/run/history.ts';
import { listRuns, runFolder } from '../../loop/run/run-store.ts';
import type { SessionPlace } from '../../sessions/projects/project.ts';
import { contains } from '../../shared/paths.ts';

/**
 * An agent that `hardwon run` started has a session like any other, in a scratch checkout that is gone by now. What it got wrong there
 * belongs to the repository that the attempt was made for.
 */
export async function placeAttempts<T extends SessionPlace>(sessions: readonly T[], dataDir: string): Promise<readonly T[]> {
  const runs = [...(await readHistory(dataDir)), ...(await listRuns(dataDir))];
  const checkouts = new Map(runs.map(({ id, root }) => [runFolder(dataDir, id).tree, root]));
  return sessions.map((session) => {
    const own = [...checkouts].filter(([folder]) => session.cwds.some((cwd) => contains(folder, cwd)));
    const traces = own.map(([folder, root]) => ({ folder, kind: 'worktree' as const, value: root, weight: 1 }));
    return traces.length === 0 ? session : { ...session, traces: [...(session.traces ?? []), ...traces] };
  });
}
