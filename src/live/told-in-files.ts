import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ReadFile } from '../delivery/snapshot/snapshot.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { sizeOf } from './append-line.ts';

/** Context files are kilobytes; what is larger is not looked through. */
const LARGEST = 1024 * 1024;

/** The ids of the lessons that the context files of an agent tell it, as they are on disk in its checkout now. */
export function findToldInFiles(files: readonly ReadFile[], checkout: string): Set<string> {
  const texts = files.map((file) => ({ file, text: readSmall(resolve(checkout, file.path)) }));
  const isImported = ({ path }: ReadFile) => texts.some(({ text }) => text.includes(`@${basename(path)}`));
  const isHidden = (file: ReadFile) =>
    file.unless?.some((path) => existsSync(resolve(checkout, path))) === true && !isImported(file);
  return new Set(texts.flatMap(({ file, text }) => (text === '' || isHidden(file) ? [] : idsInBlocks(text, file.key))));
}

/** The ids in the blocks of ours that are about this project. */
function idsInBlocks(text: string, key: string | undefined): string[] {
  const ids: string[] = [];
  for (let at = text.indexOf(START); at >= 0; at = text.indexOf(START, at + 1)) {
    const open = text.indexOf('-->', at);
    const end = text.indexOf(END, at);
    if (open < 0 || end < open) break;
    const project = /project=([0-9a-f]{8})/.exec(text.slice(at, open))?.[1];
    if (project === key) for (const [, id] of text.slice(open, end).matchAll(/\((L-\d+), (?:seen|imported)/g)) ids.push(id ?? '');
  }
  return ids;
}

const START = '<!-- hardwon:learn:start';
const END = '<!-- hardwon:learn:end';

function readSmall(path: string): string {
  try {
    // Mostly there is none, and an error takes longer than a look.
    return sizeOf(path) > 0 ? readRegularSync(path, LARGEST).toString('utf8') : '';
  } catch {
    return '';
  }
}
