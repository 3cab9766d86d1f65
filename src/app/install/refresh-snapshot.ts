import type { LiveConfig } from '../../config/config.ts';
import { readContradictions } from '../../delivery/journal/contradictions.ts';
import { markUnsolved } from '../../delivery/snapshot/keys.ts';
import type { MinedTrigger } from '../../delivery/snapshot/own-records.ts';
import { DEFAULT_LIVE, type UnexplainedCases, type UnsolvedNote } from '../../delivery/snapshot/snapshot.ts';
import { writeSnapshot } from '../../delivery/snapshot/write-snapshot.ts';
import type { UnsolvedFailure } from '../../lessons/recurring/unsolved.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { ConfiguredRequest } from '../configured-request.ts';

/** Facts just mined from the sessions of this machine. */
interface MinedHere {
  triggers: ReadonlyMap<string, MinedTrigger>;
  unsolved: readonly UnsolvedFailure[];
  unexplained?: UnexplainedCases;
}

/** Updates the snapshot that hooks answer from to match memory. Returns notices if that fails: lessons are still written. */
export async function refreshSnapshot(
  project: { root: string; folders: readonly string[] },
  request: Pick<ConfiguredRequest, 'home' | 'env' | 'folders' | 'known' | 'allowed' | 'now' | 'minConfidence'> & {
    live?: LiveConfig;
  },
  mined?: MinedHere,
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
      ...(mined ? { mined: mined.triggers, unsolved: mined.unsolved.map(markFailure) } : {}),
      unexplained: mined?.unexplained,
      contradicted: readContradictions(data, project.root),
      minConfidence: request.minConfidence,
    });
    return [];
  } catch (error) {
    return [`hooks still use the previous lessons: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function markFailure({ key, ...failure }: UnsolvedFailure): UnsolvedNote {
  return { ...failure, mark: markUnsolved(failure.program, key) };
}
