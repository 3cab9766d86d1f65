import { isInside } from '../../shared/files.ts';
import { contentHash, listRecords, readRecord } from '../undo-record.ts';

/**
 * The text that a file had before our own runs made it what it is now, as undo records tell; `{ text: undefined }` where there was no file.
 * Nothing where something else changed the file in between, or the records are gone: then hooks are taken out one by one. `isFree` says
 * whether a text is without hooks of ours.
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

/** Whether a run of ours, as undo records tell, made a file what it is now. */
export async function isWrittenByUs(dataDir: string, target: string, text: string): Promise<boolean> {
  const hash = contentHash(text);
  for (const { path } of (await listRecords(dataDir)).toReversed()) {
    const record = await readRecord(path).catch(() => undefined);
    if (record?.changes.some((each) => each.target === target && each.afterHash === hash)) return true;
  }
  return false;
}

/** Folders that runs of ours made for a file, outermost first. */
export async function findMadeFolders(dataDir: string, path: string): Promise<string[]> {
  const folders = new Set<string>();
  for (const { path: file } of await listRecords(dataDir)) {
    const record = await readRecord(file).catch(() => undefined);
    const target = record?.changes.find((change) => change.path === path)?.target;
    if (record && target !== undefined) for (const folder of record.folders) if (isInside(target, folder)) folders.add(folder);
  }
  return [...folders].sort((a, b) => a.length - b.length);
}
