import { expect, it } from 'vitest';
import { addFetched } from '../../src/team/add-fetched.ts';
import type { Fetched } from '../../src/team/store.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 9, 1);

it('takes times that cannot be for the nearest that can', async () => {
  const group = { project: 'harbour', key: 'k1', kind: '', words: 'w1', people: 2, machines: 2, over: 0, doubting: 0 };
  const counts = { occurrences: 1, sessions: 1, failed: 1, succeeded: 0, wasted_calls: 0, wasted_minutes: 0 };
  const times = { first_at: -9e18, last_at: 9e18, over_at: 9e18, ready_at: 9e18 };
  const none = { touched: [], words: [], decided: [], decisions: [], outcomes: [], arms: [], sizes: [] };
  const fetched: Fetched = {
    ...{ isWhole: true, generation: 1, horizon: 1, ...none },
    groups: [
      { ...group, ...counts, ...times },
      { ...group, ...counts, first_at: NOW, last_at: NOW + 9 * DAY, over_at: 0, ready_at: null },
    ],
  };
  const place = { at: new Date(NOW), url: 'team', people: 2, roots: {}, projects: ['harbour'], kinds: [] };
  expect((await addFetched(undefined, fetched, place)).groups).toMatchObject([
    { first_at: Date.UTC(2020, 0, 1), last_at: NOW + DAY, over_at: NOW + DAY, ready_at: NOW + DAY },
    { first_at: NOW, last_at: NOW + DAY, over_at: 0, ready_at: null },
  ]);
});
