import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { readRegularSync } from '../shared/regular-file.ts';

/** A file of the page. */
export interface PageFile {
  body: string;
  type: string;
  etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Loads the files of the page by path; they are few, and read once. No path of a request ever reaches the disk. */
export function loadPage(folder: string): Map<string, PageFile> {
  try {
    const files = readdirSync(folder)
      .filter((name) => extname(name) in TYPES)
      .map((name): [string, PageFile] => {
        const body = readRegularSync(join(folder, name)).toString('utf8');
        const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
        return [`/${name}`, { body, type: TYPES[extname(name)] ?? 'text/plain', etag }];
      });
    return new Map(files);
  } catch (cause) {
    throw new AppError('unreadable', `The page is not in ${folder}.`, { hint: 'Install hardwon again.', cause });
  }
}
