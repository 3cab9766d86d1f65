import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ReadFile } from '../delivery/snapshot/snapshot.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { sizeOf } from './append-line.ts';

/** Context files have a few kilobytes; larger ones are not searched. */
const LARGEST = 1024 * 1024;

/** Finds the ids of the lessons in the context files of an agent, as they are now on disk in its checkout. */
export function findToldInFiles(files: readonly ReadFile[], checkout: string): Set<string> {
  const texts = files.map((file) => ({ file, text: readSmall(resolve(checkout, file.path)) }));
  const isImported = ({ path }: ReadFile) => texts.some(({ text }) => text.includes(`@${basename(path)}`));
  const isHidden = (file: ReadFile) =>
    file.unless?.some((path) => existsSync(resolve(checkout, path))) === true && !isImported(file);
  return new Set(texts.flatMap(({ file, text }) => (text === '' || isHidden(file) ? [] : idsInBlocks(text, file.key))));
}

/** Returns the ids in hardwon's blocks about this project. */
function idsInBlocks(text: string, key: string | undefined): string[] {
  const ids: string[] = [];
  for (let at = text.indexOf(START); at >= 0; at = text.indexOf(START, at + 1)) {
    const open = text.indexOf('-->', at);
    const end = text.indexOf(END, at);
    if (open < 0 || end < open) break;
    const project = /project=([0-9a-f]{8})/.exec(text.slice(at, open))?.[1];
    if (project === key)
      for (const [, id] of text.slice(open, end).matchAll(/\((L-\d+), (?:seen|imported)/g)) ids.push(id ?? '');
  }
  return ids;
}

const START = '<!-- hardwon:learn:start';
const END = '<!-- hardwon:learn:end';

function readSmall(path: string): string {
  try {
    // Usually there is none, and an error takes longer than a check.
    return sizeOf(path) > 0 ? readRegularSync(path, LARGEST).toString('utf8') : '';
  } catch {
    return '';
  }
}
