import type { Store } from './store.ts';

/** Returns a text that changes exactly when the content of the index does; empty for an index that never had any. */
export function readState(store: Store): string {
  const [row] = store.all("select value from meta where key = 'state'");
  return String(row?.[0] ?? '');
}

/** Called in the transaction that changes the content. */
export function bumpState(store: Store): void {
  const [birth = newBirth(), count = '0'] = readState(store)
    .split('.')
    .filter((part) => part !== '');
  store.run("insert or replace into meta (key, value) values ('state', ?)", `${birth}.${Number(count) + 1}`);
}

/** Distinguishes a rebuilt index from the one before. */
function newBirth(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}
