import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/sessions/open-store.ts';

describe('a query that is streamed', () => {
  it('gives every row, also where others are run and memory is freed between them', async () => {
    const { store } = await openStore(':memory:');
    const db = await store.builder();
    for (let number = 0; number < 50; number++)
      await db
        .insertInto('meta')
        .values({ key: `pier ${number}`, value: `${number}` })
        .execute();
    const seen: string[] = [];
    for await (const { key } of db.selectFrom('meta').selectAll().where('key', 'like', 'pier %').stream()) {
      seen.push(key);
      await db.updateTable('meta').set({ value: 'seen' }).where('key', '=', key).execute();
      globalThis.gc?.();
    }
    expect(seen.sort()).toEqual(Array.from({ length: 50 }, (_, number) => `pier ${number}`).sort());
    expect(await db.selectFrom('meta').select('key').where('value', '=', 'seen').execute()).toHaveLength(50);
    store.close();
  });
});
