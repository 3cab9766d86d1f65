import { distilProject, type Findings } from '../../lessons/distil-project.ts';
import type { MinedSession } from '../../lessons/mine-session.ts';
import type { SessionSummary } from '../../sessions/read.ts';
import type { PackageName } from '../../shell/packages.ts';
import type { ProjectDisk } from './project-disk.ts';

/** The findings of a project, and the state of the disk when they were made. */
export interface ProjectFindings {
  findings: Findings;
  looked: [path: string, isThere: boolean][];
  /** Packages that lessons would have fetched, and whether the project declared them. */
  packages: [wanted: PackageName, isDeclared: boolean][];
}

/** Distils the mined sessions of a project. */
export async function distilSessions(
  mined: AsyncIterable<MinedSession>,
  sessions: readonly SessionSummary[],
  disk: ProjectDisk | undefined,
): Promise<ProjectFindings> {
  const findings = { ...(await distilProject(mined, disk)), versions: newestVersions(sessions) };
  return { findings, looked: disk?.answers() ?? [], packages: disk?.packages() ?? [] };
}

/** Returns the version of each agent in its last session with calls. */
function newestVersions(sessions: readonly SessionSummary[]): Record<string, string> {
  const inOrder = sessions
    .filter(({ calls, version }) => calls > 0 && version !== undefined)
    .sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0));
  return Object.fromEntries(inOrder.map(({ agent, version = '' }) => [agent, version]));
}
