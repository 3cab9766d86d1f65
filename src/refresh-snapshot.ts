import type { LiveConfig } from './config/config.ts';
import type { ConfiguredRequest } from './configured-request.ts';
import { readContradictions } from './delivery/journal/contradictions.ts';
import type { MinedTrigger } from './delivery/snapshot/own-records.ts';
import { DEFAULT_LIVE } from './delivery/snapshot/snapshot.ts';
import { writeSnapshot } from './delivery/snapshot/write-snapshot.ts';
import { findOwnFolders } from './shared/folders.ts';

/** Brings what hooks answer from in line with memory. Gives what the user should know where that fails: lessons are written all the same. */
export async function refreshSnapshot(
  project: { root: string; folders: readonly string[] },
  request: Pick<ConfiguredRequest, 'home' | 'env' | 'folders' | 'known' | 'allowed' | 'now' | 'minConfidence'> & {
    live?: LiveConfig;
  },
  mined?: ReadonlyMap<string, MinedTrigger>,
): Promise<string[]> {
  const { cache, data } = findOwnFolders(request);
  const { lessons: overrides = {}, ...live } = request.live ?? {};
  try {
    await writeSnapshot({
      projectRoot: project.root,
      projectFolders: project.folders,
      home: request.home,
      env: request.env,
      folders: request.folders ?? {},
      known: request.known,
      cacheDir: cache,
      live: { ...DEFAULT_LIVE, ...live },
      overrides,
      allowed: request.allowed,
      now: request.now,
      ...(mined ? { mined } : {}),
      contradicted: readContradictions(data, project.root),
      ...(request.minConfidence === undefined ? {} : { minConfidence: request.minConfidence }),
    });
    return [];
  } catch (error) {
    return [`hooks still answer from what was learned before: ${error instanceof Error ? error.message : String(error)}`];
  }
}
