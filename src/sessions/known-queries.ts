import type { Compilable, Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * What every run asks, as kysely compiles it for SQLite. Loading kysely takes a tenth of a run in which nothing is new, and such a run
 * asks nothing else. A test holds each to `buildKnownQueries`, which is what another database compiles.
 */
export const KNOWN_QUERIES = {
  files:
    'select "id", "agent", "root", "path", "size", "mtime", "inode", "offset", "lines", "tail", "reader", "home", "bad_count", "bad" from "files"',
  state: 'select "value" from "meta" where "key" = ?',
  result: 'select "state", "text" from "results" where "key" = ?',
} as const;

export type KnownQuery = keyof typeof KNOWN_QUERIES;

/** The columns of a known file, in the order in which they are asked for. */
export const KNOWN_FILE_COLUMNS = [
  'id',
  'agent',
  'root',
  'path',
  'size',
  'mtime',
  'inode',
  'offset',
  'lines',
  'tail',
  'reader',
  'home',
  'bad_count',
  'bad',
] as const;

/** The same queries as kysely builds them. */
export function buildKnownQueries(db: Kysely<Tables>): Record<KnownQuery, Compilable> {
  return {
    files: db.selectFrom('files').select(KNOWN_FILE_COLUMNS),
    state: db.selectFrom('meta').select('value').where('key', '=', ''),
    result: db.selectFrom('results').select(['state', 'text']).where('key', '=', ''),
  };
}
