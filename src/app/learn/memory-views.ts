import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { liveFolder } from '../../delivery/journal/entry.ts';
import type { MemoryViews } from '../../delivery/plan.ts';
import { MEMORY_FOLDER, type Memory } from '../../memory/memory.ts';
import { LEARNED_FOLDER } from '../../memory/tool-fixes/tool-files.ts';
import type { TeamView } from '../../team/team-view.ts';

/**
 * Opens the data that belongs to the memory of a project besides its file: from the notes of hooks, how often lessons helped and
 * which ones rewrote a call that failed; the files of tool fixes; and the lessons of the team. Returns undefined, and loads nothing,
 * if there is none of these.
 */
export function openViews(root: string, dataDir: string, now: Date, team?: TeamView): MemoryViews | undefined {
  const hasFiles = existsSync(join(root, MEMORY_FOLDER, LEARNED_FOLDER));
  const hasJournal = existsSync(liveFolder(dataDir));
  if (!hasFiles && !hasJournal && !team) return undefined;
  return {
    async take(memory) {
      const absorbed = hasFiles
        ? await (await import('../../lifecycle/tool-files.ts')).absorbToolFiles(memory, root, now)
        : { memory, toolFiles: { files: [], notices: [] } };
      const counted = hasJournal ? await countJournal(absorbed.memory, dataDir, root) : absorbed.memory;
      const shared = team?.take(counted) ?? { memory: counted, notices: [] };
      return {
        memory: shared.memory,
        notices: [...absorbed.toolFiles.notices, ...shared.notices],
        async show(after) {
          if (!hasFiles) return [];
          const { planToolFiles } = await import('../../lifecycle/tool-files.ts');
          return planToolFiles(after, absorbed.toolFiles, root);
        },
      };
    },
  };
}

async function countJournal(memory: Memory, dataDir: string, root: string): Promise<Memory> {
  const [{ findHelped }, { countHelped }, { readContradictions }, { lowerFailed }] = await Promise.all([
    import('../../delivery/journal/helped-events.ts'),
    import('../../memory/helped.ts'),
    import('../../delivery/journal/contradictions.ts'),
    import('../../memory/confidence.ts'),
  ]);
  const failed = new Map([...readContradictions(dataDir, root)].map(([id, { at }]) => [id, at]));
  const lowered = lowerFailed(memory, failed);
  const events = findHelped(dataDir, root);
  return events ? countHelped(lowered, events) : lowered;
}
