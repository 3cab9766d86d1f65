import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFetched } from '../../src/team/add-fetched.ts';
import type { TeamKnowledge } from '../../src/team/knowledge.ts';
import type { Parcel, SentSeen } from '../../src/team/rows.ts';
import type { FetchRequest, TeamStore } from '../../src/team/store.ts';
import { type PostgresServer, startPostgres } from './support/postgres.ts';
import { DAY, makeTeam, parcel, START, seen, words } from './support/team.ts';

const ALL: FetchRequest = { projects: ['harbour'], kinds: ['linux/bash'], people: 2 };
/** Whatever anybody found. */
const ANYBODY: FetchRequest = { ...ALL, people: 1 };

function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

function decision(key: string, verdict: string): Parcel['decisions'][number] {
  return { project: 'harbour', key, scope: 'own', verdict, at: START };
}

/** The wordings that a person gets, with the number of people who use them: counted apart from the queries. */
function countFinders(rows: readonly (SentSeen & { who: number })[], me: number, people: number): object[] {
  const live = rows.filter(({ kind, occurrences }) => occurrences > 0 && ['', ...ALL.kinds].includes(kind));
  const mine = new Set(live.filter(({ who }) => who === me).map(({ key }) => key));
  const finders = new Map<string, Set<number>>();
  for (const { key, kind, words: id, state, who } of live)
    if (state !== 'over')
      finders.set(`${key},${kind},${id}`, (finders.get(`${key},${kind},${id}`) ?? new Set()).add(who));
  return [...finders].flatMap(([name, { size }]) => {
    const [key = '', kind, id] = name.split(',');
    return size >= people || mine.has(key) ? [{ key, kind, id, found: size }] : [];
  });
}

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.stop());

describe('the store of a team', () => {
  it('counts people and machines, and knows since when enough people have seen a group', async () => {
    const team = await makeTeam(server);
    const [ann, ben] = [await team.as('ann'), await team.as('ben')];
    expect(await ann.me()).toMatch(/^[0-9a-f]{16}$/);
    expect(await ann.me()).not.toBe(await ben.me());
    await ann.send(
      parcel({ seen: [seen(), seen({ machine: 'm2', first_at: START - DAY, occurrences: 4, sessions: 2 })] }),
    );
    const alone = await ann.fetch(ALL);
    expect(alone).toMatchObject({ isWhole: true, groups: [{ key: 'k1', people: 1, machines: 2, ready_at: null }] });
    await ben.send(parcel({ seen: [seen({ first_at: START + DAY / 2, state: 'ready' })] }));
    const { groups, words: texts, sizes } = await ben.fetch(ALL);
    expect(groups).toEqual([
      {
        project: 'harbour',
        key: 'k1',
        kind: '',
        words: words('{"title":"one"}').id,
        people: 2,
        machines: 3,
        over: 0,
        over_at: 0,
        doubting: 0,
        occurrences: 6,
        sessions: 4,
        failed: 3,
        succeeded: 0,
        wasted_calls: 6,
        wasted_minutes: 9,
        first_at: START - DAY,
        last_at: START + DAY,
        ready_at: START + DAY / 2,
      },
    ]);
    expect(texts).toEqual([words('{"title":"one"}')]);
    expect(sizes).toEqual([{ project: 'harbour', people: 2, machines: 2 }]);
    await ann.close();
    await ben.close();
  });

  it('takes the same rows again without counting them twice, and moves a group to the month in which it was seen last', async () => {
    const team = await makeTeam(server);
    const ann = await team.as('ann');
    await ann.send(parcel({ seen: [seen()] }));
    await ann.send(parcel({ seen: [seen()] }));
    await ann.send(parcel({ seen: [seen({ month: 202611, occurrences: 5, sessions: 2, last_at: START + 40 * DAY })] }));
    const { groups } = await ann.fetch(ALL);
    expect(groups).toMatchObject([{ people: 1, machines: 1, occurrences: 5, sessions: 2, last_at: START + 40 * DAY }]);
    await ann.close();
  });

  it('fetches only what changed, also what disappeared', async () => {
    const team = await makeTeam(server);
    const [ann, ben] = [await team.as('ann'), await team.as('ben')];
    await ann.send(parcel({ seen: [seen(), seen({ key: 'k2' })] }));
    const first = await ben.fetch(ANYBODY);
    expect(first.groups.map(({ key }) => key)).toEqual(['k1', 'k2']);
    const since = { horizon: first.horizon, generation: first.generation };
    expect(await ben.fetch({ ...ANYBODY, since })).toMatchObject({ isWhole: false, groups: [], touched: [] });
    await ann.send(parcel({ seen: [seen({ occurrences: 0, sessions: 0 })] }));
    expect(await ben.fetch({ ...ANYBODY, since })).toMatchObject({
      isWhole: false,
      groups: [],
      touched: [{ project: 'harbour', key: 'k1' }],
    });
    // A copy of the database that is behind: nothing of what was known can be relied on.
    expect(await ben.fetch({ ...ANYBODY, since: { ...since, horizon: since.horizon + 1_000_000 } })).toMatchObject({
      isWhole: true,
    });
    await ann.close();
    await ben.close();
  });

  it('keeps projects, kinds of machines and wordings apart', async () => {
    const team = await makeTeam(server);
    const [ann, ben] = [await team.as('ann'), await team.as('ben')];
    const other = words('{"title":"two"}');
    await ann.send(
      parcel({
        words: [words('{"title":"one"}'), words('{"title":"one"}', 'orchard')],
        seen: [
          seen(),
          seen({ project: 'orchard' }),
          seen({ key: 'k3', kind: 'darwin/zsh' }),
          seen({ key: 'k4', kind: 'linux/bash' }),
        ],
      }),
    );
    await ben.send(parcel({ words: [other], seen: [seen({ words: other.id })] }));
    const { groups } = await ben.fetch(ANYBODY);
    expect(groups.map(({ project, key, kind, people }) => ({ project, key, kind, people }))).toEqual([
      { project: 'harbour', key: 'k1', kind: '', people: 1 },
      { project: 'harbour', key: 'k1', kind: '', people: 1 },
      { project: 'harbour', key: 'k4', kind: 'linux/bash', people: 1 },
    ]);
    expect((await ben.fetch({ ...ALL, projects: [] })).groups).toEqual([]);
    await ann.close();
    await ben.close();
  });

  it('says for how many people a group is over, and never lets one person outweigh the team', async () => {
    const team = await makeTeam(server);
    const [ann, ben] = [await team.as('ann'), await team.as('ben')];
    await ann.send(parcel({ seen: [seen({ occurrences: 900_000, sessions: 900_000, failed: 900_000 })] }));
    await ben.send(parcel({ seen: [seen({ state: 'over', last_at: START + 9 * DAY })] }));
    expect((await ben.fetch(ALL)).groups).toMatchObject([
      { people: 1, over: 1, over_at: START + 9 * DAY, occurrences: 1000, sessions: 1000, failed: 1000 },
    ]);
    await ann.close();
    await ben.close();
  });

  it('counts those for whom what a group calls wrong works as people, whatever their numbers', async () => {
    const team = await makeTeam(server);
    const [ann, ben] = [await team.as('ann'), await team.as('ben')];
    await ann.send(parcel({ seen: [seen({ failed: 3, succeeded: 6 })] }));
    await ben.send(
      parcel({ seen: [seen({ failed: 3, succeeded: 9_000 }), seen({ machine: 'm2', failed: 3, succeeded: 1 })] }),
    );
    expect((await ann.fetch(ALL)).groups).toMatchObject([{ people: 2, doubting: 1 }]);
    await ann.close();
    await ben.close();
  });

  it('lets nobody outweigh the compared sessions of the others', async () => {
    const team = await makeTeam(server);
    const [ann, ben] = [await team.as('ann'), await team.as('ben')];
    const arm = (failures: number, sessions: number) => ({
      ...{ project: 'harbour', machine: 'm1', month: 202610, arm: 'told', failures, sessions },
    });
    await ann.send(parcel({ arms: [arm(1, 30), arm(2, 10)] }));
    await ben.send(parcel({ arms: [arm(1, 90_000), arm(2, 10_000), arm(3, 50)] }));
    expect((await ann.fetch(ALL)).arms).toEqual([
      { project: 'harbour', arm: 'told', failures: 1, sessions: 929 },
      { project: 'harbour', arm: 'told', failures: 2, sessions: 109 },
    ]);
    await ann.close();
    await ben.close();
  });

  it('adds up outcomes and compared sessions, and lists decisions', async () => {
    const team = await makeTeam(server);
    const [ann, ben] = [await team.as('ann'), await team.as('ben')];
    const outcome = { project: 'harbour', key: 'k1', machine: 'm1', month: 202610 };
    const counts = { shown: 5, stopped: 1, followed: 4, helped: 3, mistakes: 1, false_alarms: 0 };
    const arm = { project: 'harbour', machine: 'm1', month: 202610, arm: 'told', failures: 2, sessions: 7 };
    const decision = { project: 'harbour', key: 'k1', scope: 'own', verdict: 'rejected', at: START };
    for (const person of [ann, ben, ben])
      await person.send(parcel({ outcomes: [{ ...outcome, ...counts }], arms: [arm], decisions: [decision] }));
    const fetched = await ann.fetch(ALL);
    expect(fetched.outcomes).toEqual([
      {
        project: 'harbour',
        month: 202610,
        shown: 10,
        stopped: 2,
        followed: 8,
        helped: 6,
        mistakes: 2,
        false_alarms: 0,
      },
    ]);
    expect(fetched.arms).toEqual([{ project: 'harbour', arm: 'told', failures: 2, sessions: 14 }]);
    expect(fetched.decisions).toEqual([
      { project: 'harbour', key: 'k1', scope: 'own', verdict: 'rejected', people: 2 },
    ]);
    await ben.send(parcel({ decisions: [{ ...decision, verdict: 'withdrawn' }] }));
    expect((await ann.fetch(ALL)).decisions).toMatchObject([{ people: 1 }]);
    await ann.close();
    await ben.close();
  });

  it('heeds the last of the decisions of owners, whoever made it', async () => {
    const team = await makeTeam(server);
    const [owner, other, ann] = [await team.as('owner'), await team.as('owner2'), await team.as('ann')];
    const decide = (store: TeamStore, verdict: string) =>
      store.send(parcel({ decisions: [{ ...decision('k1', verdict), scope: 'team' }] }));
    const { horizon, generation } = await ann.fetch(ALL);
    await decide(owner, 'rejected');
    expect((await ann.fetch(ALL)).decisions).toMatchObject([{ scope: 'team', verdict: 'rejected' }]);
    await decide(other, 'withdrawn');
    expect((await ann.fetch(ALL)).decisions).toEqual([]);
    expect(await ann.fetch({ ...ALL, since: { horizon, generation } })).toMatchObject({
      decided: [{ key: 'k1' }],
      decisions: [],
    });
    await decide(owner, 'rejected');
    expect((await ann.fetch(ALL)).decisions).toMatchObject([{ scope: 'team', verdict: 'rejected', people: 1 }]);
    for (const store of [owner, other, ann]) await store.close();
  });

  it('tells by what changed the same as by everything', async () => {
    const team = await makeTeam(server);
    const [ann, ben] = [await team.as('ann'), await team.as('ben')];
    const asked: FetchRequest = { ...ALL, projects: ['harbour', 'orchard'] };
    const outcome = (key: string, month = 202610) => ({
      ...{ project: 'harbour', key, machine: 'm1', month, shown: 2, stopped: 0, followed: 1, helped: 1, mistakes: 1 },
      false_alarms: 0,
    });
    const arm = (project: string, failures: number) => ({
      project,
      machine: 'm1',
      month: 202610,
      arm: 'told',
      failures,
      sessions: 3,
    });
    await ann.send(
      parcel({
        seen: [seen(), seen({ key: 'k2' }), seen({ project: 'orchard' })],
        outcomes: [outcome('k1'), outcome('k2')],
        arms: [arm('harbour', 1), arm('harbour', 2), arm('orchard', 1)],
        decisions: [decision('k1', 'confirmed'), decision('k2', 'rejected')],
      }),
    );
    const place = {
      at: new Date(START),
      url: 'team',
      people: 2,
      roots: {},
      projects: [...asked.projects],
      kinds: [],
    };
    let known = await addFetched(undefined, await ann.fetch(asked), place);
    const changes: Partial<Parcel>[] = [
      {},
      { seen: [seen()], outcomes: [outcome('k1'), outcome('k1', 202611)], arms: [arm('harbour', 1)] },
      { decisions: [decision('k1', 'withdrawn'), decision('k2', 'confirmed')] },
      { seen: [seen({ key: 'k2', month: 202611, occurrences: 3, sessions: 1, last_at: START + 40 * DAY })] },
      { seen: [seen({ key: 'k2', occurrences: 0, sessions: 0 }), seen({ project: 'orchard', machine: 'm9' })] },
    ];
    for (const change of changes) {
      for (const store of [ann, ben]) await store.send(parcel(change));
      const since = { horizon: known.horizon, generation: known.generation };
      const fetched = await ann.fetch({ ...asked, since });
      expect(fetched.isWhole).toBe(false);
      known = await addFetched(known, fetched, place);
      const whole = await addFetched(undefined, await ann.fetch(asked), place);
      for (const part of ['groups', 'decisions', 'outcomes', 'arms', 'sizes'] as const)
        expect(sorted(known[part])).toEqual(sorted(whole[part]));
    }
    expect(known.sizes).toEqual(expect.arrayContaining([{ project: 'orchard', people: 2, machines: 2 }]));
    expect(known.decisions).toEqual([{ project: 'harbour', key: 'k2', scope: 'own', verdict: 'confirmed', people: 2 }]);
    // Nothing that did not change comes again.
    const quiet = await ann.fetch({ ...asked, since: { horizon: known.horizon, generation: known.generation } });
    expect(quiet).toMatchObject({ groups: [], decided: [], decisions: [], outcomes: [], arms: [], sizes: [] });
    await ann.close();
    await ben.close();
  });

  it('sends to others what enough people found, whole and from the moment on at which they had', async () => {
    const team = await makeTeam(server);
    const [ann, ben, eve] = [await team.as('ann'), await team.as('ben'), await team.as('eve')];
    const place = { at: new Date(START), url: 'team', people: 2, roots: {}, projects: [...ALL.projects], kinds: [] };
    await ann.send(parcel({ seen: [seen({ machine: 'm1' }), seen({ machine: 'm2', first_at: START - DAY })] }));
    // Two machines of one person are one finder: she has it, and nobody else.
    expect(await ann.fetch(ALL)).toMatchObject({
      groups: [{ people: 1, machines: 2 }],
      words: [words('{"title":"one"}')],
    });
    let known = await addFetched(undefined, await eve.fetch(ALL), place);
    expect(known).toMatchObject({ groups: [], words: {}, refused: {}, sizes: [{ people: 1, machines: 2 }] });
    const next = async () => {
      const fetched = await eve.fetch({ ...ALL, since: { horizon: known.horizon, generation: known.generation } });
      known = await addFetched(known, fetched, place);
      return fetched;
    };
    const other = words('{"title":"two"}');
    await ben.send(parcel({ words: [other], seen: [seen({ words: other.id, machine: 'm3' })] }));
    // They do not say the same.
    expect(await next()).toMatchObject({ isWhole: false, groups: [], words: [] });
    await ben.send(parcel({ seen: [seen({ machine: 'm3', last_at: START + 2 * DAY })] }));
    expect(await next()).toMatchObject({
      isWhole: false,
      groups: [{ people: 2, machines: 3, first_at: START - DAY, last_at: START + 2 * DAY, ready_at: START }],
      words: [words('{"title":"one"}')],
    });
    expect(await next()).toMatchObject({ groups: [], touched: [] });
    expect(known.groups).toHaveLength(1);
    await ben.send(parcel({ seen: [seen({ machine: 'm3', occurrences: 0, sessions: 0 })] }));
    expect(await next()).toMatchObject({ isWhole: false, groups: [], touched: [{ key: 'k1' }] });
    expect(known.groups).toEqual([]);
    await ben.send(parcel({ seen: [seen({ machine: 'm3' })] }));
    await next();
    expect(known.groups).toMatchObject([{ people: 2 }]);
    await ben.forget({ person: await ben.me() });
    expect(await next()).toMatchObject({ isWhole: true, groups: [] });
    expect(known.groups).toEqual([]);
    for (const store of [ann, ben, eve]) await store.close();
  });

  it('says of what a person found who else found it in other words, and tells others nothing of it', async () => {
    const team = await makeTeam(server);
    const stores = Object.fromEntries(
      await Promise.all(['ann', 'ben', 'cid', 'eve'].map(async (name) => [name, await team.as(name)] as const)),
    );
    const { ann, ben, cid, eve } = stores as Record<'ann' | 'ben' | 'cid' | 'eve', TeamStore>;
    const other = words('{"title":"two"}');
    await ann.send(parcel({ seen: [seen()], decisions: [decision('k1', 'confirmed')] }));
    for (const store of [ben, cid]) await store.send(parcel({ words: [other], seen: [seen({ words: other.id })] }));
    const three = { ...ALL, people: 3 };
    expect((await ann.fetch(three)).groups).toMatchObject([{ words: other.id, people: 2 }, { people: 1 }]);
    expect(await eve.fetch(three)).toMatchObject({ groups: [], words: [], decisions: [{ key: 'k1', people: 1 }] });
    // Who asks for fewer gets what they found; the words of one person stay with those who found it as well.
    expect((await eve.fetch(ALL)).groups).toMatchObject([{ words: other.id, people: 2 }]);
    expect((await ann.fetch(ALL)).groups).toHaveLength(2);
    for (const store of [ann, ben, cid, eve]) await store.close();
  });

  it('sends to each person, by what changed, what a count over all rows says', async () => {
    const team = await makeTeam(server);
    const names = ['ann', 'ben', 'eve'] as const;
    const stores = await Promise.all(names.map(async (name) => await team.as(name)));
    const texts = [words('{"title":"one"}'), words('{"title":"two"}')];
    const step = fc.record({
      who: fc.nat(2),
      key: fc.constantFrom('k1', 'k2'),
      kind: fc.constantFrom('', 'linux/bash', 'darwin/zsh'),
      machine: fc.constantFrom('m1', 'm2'),
      text: fc.nat(1),
      state: fc.constantFrom('ready', 'over'),
      month: fc.constantFrom(202610, 202611),
      occurrences: fc.nat(2),
      forgets: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.constantFrom(2, 3), async (steps, people) => {
        for (const store of stores) await store.forget({ person: await store.me() });
        const asked = { ...ALL, people };
        const place = {
          at: new Date(START),
          url: 'team',
          people,
          roots: {},
          projects: [...ALL.projects],
          kinds: [],
        };
        const rows = new Map<string, SentSeen & { who: number }>();
        const known = await Promise.all(
          stores.map(async (store) => addFetched(undefined, await store.fetch(asked), place)),
        );
        for (const [at, { who, text, forgets, ...changes }] of steps.entries()) {
          const store = stores[who] as TeamStore;
          if (forgets && at % 4 === 3) {
            await store.forget({ person: await store.me() });
            for (const [name, row] of rows) if (row.who === who) rows.delete(name);
          } else {
            const row = seen({
              ...changes,
              words: texts[text]?.id ?? '',
              sessions: Math.min(1, changes.occurrences),
            });
            await store.send(parcel({ words: texts, seen: [row] }));
            rows.set([who, row.key, row.kind, row.machine].join(' '), { ...row, who });
          }
          for (const [me, mine] of stores.entries()) {
            const before = known[me] as TeamKnowledge;
            const since = { horizon: before.horizon, generation: before.generation };
            const after = await addFetched(before, await mine.fetch({ ...asked, since }), place);
            known[me] = after;
            expect(
              sorted(after.groups.map(({ key, kind, words: id, people: found }) => ({ key, kind, id, found }))),
            ).toEqual(sorted(countFinders([...rows.values()], me, people)));
            expect(sorted(after.groups)).toEqual(sorted((await mine.fetch(asked)).groups));
          }
        }
      }),
      { numRuns: 12 },
    );
    for (const store of stores) await store.close();
  });

  it('sends however many groups changed at once', async () => {
    const team = await makeTeam(server);
    const [ann, ben, eve] = [await team.as('ann'), await team.as('ben'), await team.as('eve')];
    const rows = Array.from({ length: 1_100 }, (_, index) => seen({ key: `k${index}` }));
    await ann.send(parcel({ seen: rows }));
    const { horizon, generation } = await eve.fetch(ALL);
    await ben.send(parcel({ seen: rows }));
    const { groups, touched, words: texts } = await eve.fetch({ ...ALL, since: { horizon, generation } });
    expect(new Set(groups.map(({ key }) => key)).size).toBe(1_100);
    expect([groups.length, touched.length, new Set(texts.map(({ id }) => id)).size]).toEqual([1_100, 1_100, 1]);
    for (const store of [ann, ben, eve]) await store.close();
  });

  it('finds out in which projects a group is known', async () => {
    const team = await makeTeam(server);
    const [ann, eve] = [await team.as('ann'), await team.as('eve')];
    await ann.send(
      parcel({ seen: [seen(), seen({ project: '*', key: 'k2' }), seen({ key: 'k3', occurrences: 0, sessions: 0 })] }),
    );
    expect(await eve.findProjects('k1', ['*', 'harbour'])).toEqual(['harbour']);
    expect(await eve.findProjects('k2', ['*', 'harbour'])).toEqual(['*']);
    expect(await eve.findProjects('k1', ['*', 'orchard'])).toEqual([]);
    expect(await eve.findProjects('k3', ['*', 'harbour'])).toEqual([]);
    await ann.close();
    await eve.close();
  });

  it('forgets a person, a project and old months, and has everybody fetch anew', async () => {
    const team = await makeTeam(server);
    const [owner, ann] = [await team.as('owner'), await team.as('ann')];
    await owner.send(parcel({ seen: [seen()] }));
    await ann.send(parcel({ seen: [seen(), seen({ key: 'k2' }), seen({ project: 'orchard' })] }));
    const { horizon, generation } = await ann.fetch(ALL);
    expect(await ann.forget({ person: await ann.me() })).toBe(3);
    expect(await ann.fetch({ ...ALL, since: { horizon, generation } })).toMatchObject({
      isWhole: true,
      groups: [],
      sizes: [{ project: 'harbour', people: 1 }],
    });
    await ann.send(
      parcel({ seen: [seen(), seen({ key: 'k2', month: 202609, first_at: START - 9 * DAY, last_at: START - DAY })] }),
    );
    expect(await owner.forget({ project: 'harbour' })).toBe(3);
    await ann.send(
      parcel({ seen: [seen({ key: 'k2', month: 202609, first_at: START - 9 * DAY, last_at: START - DAY }), seen()] }),
    );
    expect(await owner.prune(202610)).toBe(1);
    expect((await ann.fetch(ALL)).groups).toMatchObject([{ key: 'k1' }]);
    expect(await owner.prune(202611)).toBe(1);
    const empty = await ann.fetch(ALL);
    expect(empty).toMatchObject({ groups: [], words: [], sizes: [] });
    expect(empty.generation).toBe(generation + 4);
    // The months are there again when they are needed.
    await ann.send(parcel({ seen: [seen()] }));
    expect((await ann.fetch(ALL)).groups).toHaveLength(1);
    await owner.close();
    await ann.close();
  });

  it('forgets the words that nobody else uses, and says which of them are in use again', async () => {
    const team = await makeTeam(server);
    const [owner, ann, ben] = [await team.as('owner'), await team.as('ann'), await team.as('ben')];
    const [shared, own] = [words('{"title":"one"}'), words('{"title":"two"}')];
    await ann.send(parcel({ words: [shared, own], seen: [seen(), seen({ key: 'k2', words: own.id })] }));
    await ben.send(parcel({ seen: [seen()] }));
    expect(await ann.missingWords('m1')).toEqual([]);
    expect(await ann.forget({ person: await ann.me() })).toBe(2);
    // As a machine that does not know of this: it sends a group without the words that were there.
    await ann.send(parcel({ words: [], seen: [seen(), seen({ key: 'k2', words: own.id })] }));
    expect(await ann.missingWords('m1')).toEqual([{ project: 'harbour', id: own.id }]);
    expect(await ann.missingWords('m2')).toEqual([]);
    await ann.send(parcel({ words: [own] }));
    expect(await ann.missingWords('m1')).toEqual([]);
    await owner.prune(202611);
    await ben.send(parcel({ words: [], seen: [seen()] }));
    expect(await ben.missingWords('m1')).toEqual([{ project: 'harbour', id: shared.id }]);
    for (const store of [owner, ann, ben]) await store.close();
  });
});
