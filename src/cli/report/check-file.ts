import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { readTextFile } from '../../shared/files.ts';

/** Refuses a path that cannot be written, and a file that is not such a report, because it is someone's work. */
export async function checkReportFile(path: string, mark: string, force: boolean, what: string): Promise<void> {
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory())
    throw new AppError('not-found', `There is no folder ${dirname(path)} to write the report to.`, {
      hint: 'Create it first, or name another file.',
    });
  const old = await readTextFile(path);
  if (old === undefined || old.text.trim() === '' || old.text.startsWith(mark) || force) return;
  throw new AppError('conflict', `${path} already exists and is not ${what}.`, {
    hint: 'Name another file, or replace it with --force.',
  });
}
