import { afterAll, describe, expect, it } from 'vitest';
import { buildKnownQueries, KNOWN_QUERIES } from '../../src/sessions/known-queries.ts';
import { migrations } from '../../src/sessions/schema.ts';
import { SCHEMA_VERSION } from '../../src/sessions/schema-version.ts';
import { openSqlite } from '../../src/sessions/sqlite.ts';

const store = openSqlite(':memory:');
afterAll(() => store.close());

describe('queries that are kept compiled', () => {
  it('are what kysely builds', async () => {
    const built = buildKnownQueries(await store.builder());
    expect(Object.fromEntries(Object.entries(built).map(([name, query]) => [name, query.compile().sql]))).toEqual(
      KNOWN_QUERIES,
    );
  });
});

describe('the version of the tables', () => {
  it('is the number of migrations', () => {
    expect(SCHEMA_VERSION).toBe(migrations.length);
  });
});
