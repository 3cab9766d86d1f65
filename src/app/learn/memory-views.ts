import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readContradictions } from '../../delivery/journal/contradictions.ts';
import { liveFolder } from '../../delivery/journal/entry.ts';
import { findHelped } from '../../delivery/journal/helped-events.ts';
import type { MemoryViews } from '../../delivery/plan.ts';
import { absorbToolFiles, planToolFiles } from '../../lifecycle/tool-files.ts';
import { lowerFailed } from '../../memory/confidence.ts';
import { countHelped } from '../../memory/helped.ts';
import { MEMORY_FOLDER, type Memory } from '../../memory/memory.ts';
import { LEARNED_FOLDER } from '../../memory/tool-fixes/tool-files.ts';
import type { TeamView } from '../../team/team-view.ts';

/**
 * Opens the data that belongs to the memory of a project besides its file: from the notes of hooks, how often lessons helped and
 * which ones rewrote a call that failed; the files of tool fixes; and the lessons of the team. Returns undefined if there is none of
 * these.
 */
export function openViews(root: string, dataDir: string, now: Date, team?: TeamView): MemoryViews | undefined {
  const hasFiles = existsSync(join(root, MEMORY_FOLDER, LEARNED_FOLDER));
  const hasJournal = existsSync(liveFolder(dataDir));
  if (!hasFiles && !hasJournal && !team) return undefined;
  return {
    async take(memory) {
      const absorbed = hasFiles
        ? await absorbToolFiles(memory, root, now)
        : { memory, toolFiles: { files: [], notices: [] } };
      const counted = hasJournal ? countJournal(absorbed.memory, dataDir, root) : absorbed.memory;
      const shared = team?.take(counted) ?? { memory: counted, notices: [] };
      return {
        memory: shared.memory,
        notices: [...absorbed.toolFiles.notices, ...shared.notices],
        async show(after) {
          return hasFiles ? planToolFiles(after, absorbed.toolFiles, root) : [];
        },
      };
    },
  };
}

function countJournal(memory: Memory, dataDir: string, root: string): Memory {
  const failed = new Map([...readContradictions(dataDir, root)].map(([id, { at }]) => [id, at]));
  const lowered = lowerFailed(memory, failed);
  const events = findHelped(dataDir, root);
  return events ? countHelped(lowered, events) : lowered;
}
