import type { Compilable, Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * The queries of every run, as kysely compiles them for SQLite. Loading kysely takes a tenth of a run without anything new, and
 * such a run needs no other queries. A test compares each with `buildKnownQueries`, which is compiled for any other database.
 */
export const KNOWN_QUERIES = {
  files:
    'select "id", "agent", "root", "path", "size", "mtime", "inode", "offset", "lines", "tail", "reader", "home", "bad_count", "bad" from "files"',
  state: 'select "value" from "meta" where "key" = ?',
  result: 'select "state", "text" from "results" where "key" = ?',
} as const;

export type KnownQuery = keyof typeof KNOWN_QUERIES;

/** The columns of a known file, in query order. */
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

/** Builds the same queries with kysely. */
export function buildKnownQueries(db: Kysely<Tables>): Record<KnownQuery, Compilable> {
  return {
    files: db.selectFrom('files').select(KNOWN_FILE_COLUMNS),
    state: db.selectFrom('meta').select('value').where('key', '=', ''),
    result: db.selectFrom('results').select(['state', 'text']).where('key', '=', ''),
  };
}
