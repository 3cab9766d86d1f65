import type { ConfiguredRequest } from '../app/configured-request.ts';
import type { ReportedLesson } from '../app/learn/learn-report.ts';
import { findOwnFiles } from '../app/memory/own-files.ts';
import { nameFile } from '../delivery/file-name.ts';
import type { Findings } from '../lessons/distil-project.ts';
import { sumFigures } from '../lessons/figures.ts';
import { loadUserMemory, type Memory } from '../memory/memory.ts';
import { printNotice } from '../memory/notice.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { isToldEverywhere } from '../verify/verified.ts';
import { reportNothing } from './partial-picture.ts';
import type { PicturedProject } from './picture.ts';

/** The id of the user's own memory on the page and in the API. */
export const OWN_ID = 'own-memory';

/** A single object, so that an unchanged picture can be recognised. */
const NOTHING_FOUND: Findings = { lessons: [], records: {}, figures: sumFigures([]), seenOnce: [], sessions: [] };

/**
 * Presents the user's own memory as a project with lessons but no sessions: rules that hold in every project. Returns undefined
 * if there never was any; if it cannot be read, the report says why.
 */
export async function pictureOwnMemory(request: ConfiguredRequest): Promise<PicturedProject | undefined> {
  const { config: root } = findOwnFolders(request);
  const memory = await loadUserMemory(root).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  const isBroken = memory instanceof AppError;
  // Rejected lessons can be restored, so they count.
  if (!isBroken && memory.entries.length + memory.graveyard.stones.length === 0) return undefined;
  const place = { id: OWN_ID, name: 'My own memory', root, folders: [root], exists: true, container: false };
  const project = { ...place, remotes: [], sessions: [] };
  return {
    isOwn: true,
    project,
    findings: NOTHING_FOUND,
    tombstones: isBroken || memory.graveyard.stones.length === 0 ? undefined : memory.graveyard.stones,
    report: {
      ...reportNothing(project, NOTHING_FOUND.figures),
      lessons: isBroken ? [] : await reportLessons(memory, request),
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
