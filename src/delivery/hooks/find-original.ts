import { isInside } from '../../shared/files.ts';
import { contentHash, listRecords, readRecord } from '../undo-record.ts';

/**
 * Returns the text that a file had before our own runs changed it to its present text, according to undo records; `{ text:
 * undefined }` if there was no file. Undefined if something else changed the file in between, or the records are gone: then hooks
 * are removed one by one. `isFree` says whether a text contains no hooks of ours.
 */
export async function findOriginal(
  dataDir: string,
  target: string,
  text: string,
  isFree: (text: string) => Promise<boolean>,
): Promise<{ text: string | undefined } | undefined> {
  let hash = contentHash(text);
  for (const { path } of (await listRecords(dataDir)).toReversed()) {
    const record = await readRecord(path).catch(() => undefined);
    const change = record?.changes.find((each) => each.target === target && each.afterHash === hash);
    if (!change) continue;
    if (change.before === undefined || (await isFree(change.before))) return { text: change.before };
    hash = contentHash(change.before);
  }
  return undefined;
}

/** Whether one of our runs, according to undo records, wrote the present text of a file. */
export async function isWrittenByUs(dataDir: string, target: string, text: string): Promise<boolean> {
  const hash = contentHash(text);
  for (const { path } of (await listRecords(dataDir)).toReversed()) {
    const record = await readRecord(path).catch(() => undefined);
    if (record?.changes.some((each) => each.target === target && each.afterHash === hash)) return true;
  }
  return false;
}

/** Returns the folders that our runs created for a file, outermost first. */
export async function findMadeFolders(dataDir: string, path: string): Promise<string[]> {
  const folders = new Set<string>();
  for (const { path: file } of await listRecords(dataDir)) {
    const record = await readRecord(file).catch(() => undefined);
    const target = record?.changes.find((change) => change.path === path)?.target;
    if (record && target !== undefined)
      for (const folder of record.folders) if (isInside(target, folder)) folders.add(folder);
  }
  return [...folders].sort((a, b) => a.length - b.length);
}
