import { join } from 'node:path';
import type { LearnRequest } from '../app/configured-request.ts';
import { hashParts } from '../app/history/session-history.ts';
import { learn } from '../app/learn/learn.ts';
import type { ProjectReport } from '../app/learn/learn-report.ts';
import { findRecord, undoLast } from '../delivery/apply.ts';
import { nameFile } from '../delivery/file-name.ts';
import { listRecords, readRecord } from '../delivery/undo-record.ts';
import { MEMORY_FOLDER } from '../memory/memory.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import type { Surroundings } from '../shared/surroundings.ts';
import type { Done, ProjectChanges } from './answers/changes.ts';
import type { ProjectBody } from './inputs.ts';
import { nameFolder } from './name-folder.ts';
import type { PicturedProject, Shown } from './picture.ts';
import { isWritable, requireWritable } from './writable.ts';

/** Returns the changes that `learn --apply` would make for each project, and the write that `undo` would revert. */
export async function changesOf(
  shown: Shown,
  projects: readonly string[],
  here: Surroundings,
): Promise<ProjectChanges[]> {
  const last = await findLastWrites(findOwnFolders(here).data);
  return shown.projects
    .filter(({ project }) => projects.length === 0 || projects.includes(project.id))
    .filter((pictured) => isWritable(pictured) && !pictured.isOwn && !pictured.isUnfinished)
    .map((pictured) => {
      const { project, report } = pictured;
      const record = last.get(project.root);
      const files = record?.files.map((path) => nameFile(path, project.root, here.home)) ?? [];
      return {
        project: project.id,
        name: project.name,
        root: nameFolder(project.root, here.home),
        writable: isWritable(pictured),
        changes: report.changes.map(({ name, action, diff }) => ({ name, action, diff })),
        refusals: report.refusals,
        notices: report.notices,
        tokens: report.tokens,
        budget: report.budget,
        delivered: report.lessons.filter(({ delivered }) => delivered).length,
        leftOut: report.leftOut.length,
        stamp: stampOf(report),
        undo: record ? { at: record.at, files, write: record.number } : undefined,
      };
    });
}

/** Writes the lessons of one project, as `learn --apply` does. */
export async function applyChanges(
  { project, isOwn }: PicturedProject,
  { force }: Pick<ProjectBody, 'force'>,
  request: Omit<LearnRequest, 'project' | 'all' | 'apply' | 'force' | 'fresh'>,
): Promise<Done> {
  if (isOwn) throw new AppError('usage', 'The rules of your own memory are already in your files.');
  requireWritable({ project });
  const report = await learn({ ...request, project: project.root, all: false, apply: true, force, fresh: false });
  const [done] = report.projects;
  if (!done) throw new AppError('not-found', `There are no sessions for ${project.root}.`);
  const changes = done.changes.map(({ name, action, diff }) => ({ name, action, diff }));
  const files = `${changes.length} ${changes.length === 1 ? 'file' : 'files'}`;
  return { said: done.applied ? `${files} written` : 'There was nothing to write', changes, notices: done.notices };
}

/** Reverts the last write for a project. */
export async function undoChanges(
  pictured: PicturedProject,
  { force, write }: Pick<ProjectBody, 'force' | 'write'>,
  here: Surroundings,
): Promise<Done> {
  const { project } = pictured;
  requireWritable(pictured);
  const undone = await undoLast({
    ...writesOf(pictured, here),
    force,
    number: write,
  });
  if (!undone) throw new AppError('not-found', `There is nothing to undo for ${project.name}.`);
  const name = (path: string) => nameFile(path, project.root, here.home);
  return {
    said: `Undid the changes of ${undone.at.slice(0, 10)}, ${undone.at.slice(11, 16)} UTC`,
    changes: [],
    notices: [
      ...undone.restored.map((path) => `restored ${name(path)}`),
      ...undone.removed.map((path) => `removed ${name(path)}`),
      ...(undone.keptCopy ? [`The replaced text is kept in ${name(undone.keptCopy)}`] : []),
    ],
  };
}

/** Returns the number of the last write for a project, by which it can be undone. */
export async function lastWrite(pictured: PicturedProject, here: Surroundings): Promise<number | undefined> {
  return (await findRecord(writesOf(pictured, here)).catch(() => undefined))?.number;
}

/** Returns the owner of the writes: rules of the user's own memory are written from many projects. */
function writesOf({ project, isOwn }: PicturedProject, here: Surroundings): Parameters<typeof findRecord>[0] {
  const { data: dataDir } = findOwnFolders(here);
  return { dataDir, ...(isOwn ? { folder: join(project.root, MEMORY_FOLDER) } : { projectRoot: project.root }) };
}

/** Returns a hash of exactly the changes that would be written. */
export function stampOf({ changes, refusals }: Pick<ProjectReport, 'changes' | 'refusals'>): string {
  return hashParts([changes.map(({ path, diff }) => [path, diff]), refusals]);
}

async function findLastWrites(dataDir: string): Promise<Map<string, { at: string; files: string[]; number: number }>> {
  const last = new Map<string, { at: string; files: string[]; number: number }>();
  for (const { path, number } of await listRecords(dataDir).catch(() => [])) {
    const record = await readRecord(path).catch(() => undefined);
    if (record)
      last.set(record.projectRoot, { at: record.at, files: record.changes.map((change) => change.path), number });
  }
  return last;
}
