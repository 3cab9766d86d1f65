import type { LiveConfig } from './config/config.ts';
import type { ConfiguredRequest } from './configured-request.ts';
import { readUndone } from './delivery/journal/undone.ts';
import { DEFAULT_LIVE } from './delivery/snapshot/snapshot.ts';
import { writeSnapshot } from './delivery/snapshot/write-snapshot.ts';
import { findOwnFolders } from './shared/folders.ts';

/** Brings what hooks answer from in line with memory. Gives what the user should know where that fails: lessons are written all the same. */
export async function refreshSnapshot(
  project: { root: string; folders: readonly string[] },
  request: Pick<ConfiguredRequest, 'home' | 'env' | 'folders' | 'known' | 'allowed' | 'now' | 'minConfidence'> & {
    live?: LiveConfig;
  },
  mined: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const { cache, data } = findOwnFolders(request);
  try {
    await writeSnapshot({
      projectRoot: project.root,
      projectFolders: project.folders,
      home: request.home,
      env: request.env,
      folders: request.folders ?? {},
      known: request.known,
      cacheDir: cache,
      live: { ...DEFAULT_LIVE, ...request.live },
      allowed: request.allowed,
      now: request.now,
      mined,
      undone: readUndone(data, project.root),
      ...(request.minConfidence === undefined ? {} : { minConfidence: request.minConfidence }),
    });
    return [];
  } catch (error) {
    return [`hooks still answer from what was learned before: ${error instanceof Error ? error.message : String(error)}`];
  }
}
