import type { ConfiguredRequest } from '../app/configured-request.ts';
import type { ReportedLesson } from '../app/learn/learn-report.ts';
import { findOwnFiles } from '../app/memory/own-files.ts';
import { nameFile } from '../delivery/file-name.ts';
import type { Findings } from '../lessons/distil-project.ts';
import { sumFigures } from '../lessons/figures.ts';
import { loadUserMemory, type Memory } from '../memory/memory.ts';
import { printNotice } from '../memory/notice.ts';
import { isToldEverywhere } from '../memory/tellable.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import type { PicturedProject } from './picture.ts';

/** Under which the page and the API know the user's own memory. */
export const OWN_ID = 'own-memory';

/** Of one piece, so that a picture without news is told from one with. */
const NOTHING_FOUND: Findings = { lessons: [], records: {}, figures: sumFigures([]), seenOnce: [], sessions: [] };

/**
 * The user's own memory as something that has lessons and no sessions: rules that hold in every project. Nothing where there never was any; of
 * one that cannot be read, why.
 */
export async function pictureOwnMemory(request: ConfiguredRequest): Promise<PicturedProject | undefined> {
  const { config: root } = findOwnFolders(request);
  const memory = await loadUserMemory(root).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  const isBroken = memory instanceof AppError;
  // What was rejected can be taken back.
  if (!isBroken && memory.entries.length + memory.graveyard.stones.length === 0) return undefined;
  const place = { id: OWN_ID, name: 'My own memory', root, folders: [root], exists: true, container: false };
  return {
    isOwn: true,
    project: { ...place, remotes: [], sessions: [] },
    findings: NOTHING_FOUND,
    report: {
      ...place,
      agents: [],
      figures: NOTHING_FOUND.figures,
      lessons: isBroken ? [] : await reportLessons(memory, request),
      changes: [],
      tokens: 0,
      budget: 0,
      leftOut: [],
      applied: false,
      refusals: isBroken ? [memory.message] : [],
      notices: isBroken ? [] : memory.notices.map(printNotice),
    },
    sessions: [],
  };
}

async function reportLessons({ entries }: Memory, request: ConfiguredRequest): Promise<ReportedLesson[]> {
  const files = (await findOwnFiles(request)).map(({ path }) => nameFile(path, '', request.home));
  return entries.map((entry) => {
    const delivered = isToldEverywhere(entry);
    return { ...entry, delivered, deliveredIn: delivered ? files : [], isNew: false };
  });
}
