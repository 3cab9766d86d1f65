import type { Store } from './store.ts';

/** Returns a text that changes exactly when the content of the index does; empty for an index that never had any. */
export async function readState(store: Store): Promise<string> {
  const [row] = await store.ask('state', ['state']);
  return String(row?.[0] ?? '');
}

/** Called in the transaction that changes the content. */
export async function bumpState(store: Store): Promise<void> {
  const [birth = newBirth(), count = '0'] = (await readState(store)).split('.').filter((part) => part !== '');
  const value = `${birth}.${Number(count) + 1}`;
  const db = await store.builder();
  await db
    .insertInto('meta')
    .values({ key: 'state', value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute();
}

/** Distinguishes a rebuilt index from the one before. */
function newBirth(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}
