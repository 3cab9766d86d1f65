import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TeamKnowledge } from '../../src/team/knowledge.ts';
import type { LessonDetail, Lessons } from '../../src/web/answers/lessons.ts';
import type { Overview } from '../../src/web/answers/overview.ts';
import { compare, documentedFields, fieldsOf, isDocumented } from '../docs/fields.ts';
import { clearStages, NOW } from '../e2e/stage.ts';
import { lacking, surplus } from '../e2e/stories.ts';
import { type Colleague, makeColleague, ORIGIN, onceWrongRunner } from '../e2e/team-stage.ts';
import { endServers, serveStage } from '../web/served.ts';
import { makeDatabase, type PostgresServer, startPostgres } from './support/postgres.ts';
import { makeTeam } from './support/team.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(async () => {
  await server.stop();
  await clearStages();
});

async function json<T = Record<string, unknown>>(person: Colleague, args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await person.share([...args, '--json']);
  expect(code, stderr).toBeLessThan(2);
  return JSON.parse(stdout) as T;
}

/** Two people who made the same mistake once each, and know of each other. */
async function pair(
  first = 'ann',
  story = onceWrongRunner,
): Promise<[Colleague, Colleague, (person: string) => Promise<string>]> {
  const { urlOf } = await makeTeam(server);
  const [ann, ben] = [await makeColleague(await urlOf(first), story), await makeColleague(await urlOf('ben'), story)];
  for (const person of [ann, ben, ann]) expect((await person.share(['sync'])).code).toBe(0);
  return [ann, ben, urlOf];
}

async function journal(person: Colleague, lines: readonly object[]): Promise<void> {
  const folder = join(person.home, '.local/share/hardwon/live');
  await mkdir(folder, { recursive: true });
  const head = { project: person.project, agent: 'claude-code' };
  const text = lines.map((line) => `${JSON.stringify({ ...head, ...line })}\n`).join('');
  await appendFile(join(folder, 'journal.ndjson'), text);
}

describe('the lessons of a team', () => {
  it('say how many people saw them, and show only the calls of the reader', async () => {
    const [ann, , urlOf] = await pair();
    const why = await json(ann, ['why', 'L-001']);
    expect(why).toMatchObject({
      team: { people: 2, machines: 2, standing: 'ready' },
      calls: [{ evidence: { agent: 'claude-code' } }],
    });
    compare('## `why`', [why]);
    expect((await ann.share(['why', 'L-001'])).stdout).toContain('seen by 2 people on 2 machines');
    const eve = await makeColleague(await urlOf('eve'));
    await eve.share(['sync']);
    const { stdout } = await eve.share(['why', 'L-001']);
    expect(stdout).toContain('No calls are on record for it: it was found by other people of the team.');
  });

  it('join only within a repository, where they are about a project', async () => {
    const { urlOf } = await makeTeam(server);
    const path = `
sessions:
  - calls:
      - {id: a1, read: src/berth.ts, missing: true}
      - {id: a2, read: src/model/berth.ts, prints: export const berth = 1;}
`;
    const ann = await makeColleague(await urlOf('ann'), path);
    const ben = await makeColleague(await urlOf('ben'), path, 'git@example.com:dock/orchard.git');
    const eve = await makeColleague(await urlOf('eve'), path, 'https://example.com/dock/harbour');
    await json(ann, ['sync']);
    expect(await json(ben, ['sync'])).toMatchObject({ sent: { groups: 1 }, knows: { ready: 0 } });
    expect(await json(eve, ['sync'])).toMatchObject({ sent: { groups: 1 }, knows: { ready: 1 } });
  });

  it('are counted in stats, with what came of showing them', async () => {
    const [ann, ben] = await pair();
    await ben.share(['learn', '--apply']);
    const at = '2026-03-05T10:00:00.000Z';
    await journal(ben, [
      { at, session: 's1', what: 'shown', lesson: 'L-001', as: 'advice', call: 'c1' },
      { at, session: 's1', what: 'followed', lesson: 'L-001', yes: true, of: 'c1', call: 'c2' },
      { at, session: 's1', what: 'helped', lesson: 'L-001', yes: true, of: 'c1', call: 'c2' },
    ]);
    await ben.share(['sync']);
    await ann.share(['sync']);
    expect(await json(ann, ['stats'])).toMatchObject({
      team: { people: 2, machines: 2, lessons: { ready: 1, few: 0 }, shown: 1, followed: 1, helped: 1, falseAlarms: 0 },
    });
    expect((await ann.share(['stats'])).stdout).toContain('2 people on 2 machines: 1 lesson for everybody');
    compare('## `stats`', [await json(ben, ['stats'])]);
    const dry = await json(ann, ['sync', '--dry-run']);
    compare('## `sync`', [await json(ann, ['sync']), { ...dry, rows: [], words: [] }]);
  });

  it('are told by the page, with who else found them', async () => {
    const [ann, , urlOf] = await pair();
    const env = { HARDWON_TEAM_URL: await urlOf('ann') };
    const here = () => ({ cwd: ann.project, home: ann.home, env, now: new Date(NOW) });
    const served = await serveStage(ann, { here, request: () => ({ ...here(), join: [] }) });
    expect(await served.get<Overview>('/api/overview')).toMatchObject({
      team: { people: 2, machines: 2, lessons: { ready: 1, few: 0, rejected: 0 }, shown: 0 },
    });
    const { rows } = await served.get<Lessons>('/api/lessons?show=all');
    expect(rows).toMatchObject([{ status: 'ready' }]);
    const detail = await served.get<LessonDetail>(`/api/lessons/${rows[0]?.project}/${rows[0]?.id}`);
    expect(detail.team).toEqual({ people: 2, machines: 2 });
    const alone = await serveStage(ann);
    expect(await alone.get<Overview>('/api/overview')).not.toHaveProperty('team');
    await endServers();
  });

  it('pool the comparison with and without hooks', async () => {
    const [ann, ben] = await pair();
    const sessions = (arm: 'told' | 'held-out', failing: number) =>
      Array.from({ length: 30 }, (_, index) => {
        const session = `${arm}-${index}`;
        const at = '2026-03-05T10:00:00.000Z';
        const failure = { at, session, what: 'known-failure', lesson: 'L-001', call: `c-${session}` };
        return [{ at, session, what: 'session', arm }, ...(index < failing ? [failure] : [])];
      }).flat();
    await journal(ben, [...sessions('told', 1), ...sessions('held-out', 29)]);
    await ben.share(['sync']);
    await ann.share(['sync']);
    const effect = await json(ann, ['stats', '--effect']);
    expect(effect).toMatchObject({
      told: { sessions: 0 },
      team: {
        told: { sessions: 30, failures: 1 },
        heldOut: { sessions: 30, failures: 29 },
        difference: { verdict: 'fewer' },
      },
    });
    expect(Object.keys(effect.team as object)).toEqual(['told', 'heldOut', 'needed', 'difference']);
    expect((await ann.share(['stats', '--effect'])).stdout).toContain('The same over all sessions of the team');
    expect(await json(ann, ['stats', '--effect', '--since', '30d'])).not.toHaveProperty('team');
  });

  it('take part in a backtest from the moment at which enough people had found them', async () => {
    const { urlOf } = await makeTeam(server);
    const mistake = (day: string) => `
  - start: ${day}T09:00:00Z
    calls:
      - {shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {shell: uv run python tools/load.py, prints: loaded 12 rows}`;
    const quiet = (day: string) => `
  - start: ${day}T09:00:00Z
    calls:
      - {shell: git status, prints: clean}`;
    const ann = await makeColleague(await urlOf('ann'), `sessions:${mistake('2026-02-01')}`);
    const ben = await makeColleague(await urlOf('ben'), `sessions:${mistake('2026-02-02')}`);
    const eve = await makeColleague(
      await urlOf('eve'),
      `sessions:${quiet('2026-02-03')}${quiet('2026-02-04')}${mistake('2026-02-05')}`,
    );
    const before = await json<{ total: { known: number; shown: number } }>(eve, ['backtest']);
    expect(before).toMatchObject({ total: { known: 0, shown: 0 } });
    for (const person of [ann, ben, eve]) await person.share(['sync']);
    const after = await json<{ total: { known: number; shown: number } }>(eve, ['backtest']);
    const documented = documentedFields('## `backtest`');
    expect(fieldsOf(after).filter((field) => !isDocumented(field, documented))).toEqual([]);
    expect(after).toMatchObject({ team: { lessons: 1 }, total: { known: 1, shown: 1 } });
    // For those who came too early, nobody had found it yet.
    expect(await json(ann, ['backtest'])).toMatchObject({ total: { shown: 0 } });
  });

  it('leave the memory of everybody when an owner rejects them, and come back when that is withdrawn', async () => {
    const [ann, ben] = await pair('owner');
    await ben.share(['learn', '--apply']);
    expect(await ben.read('CLAUDE.md')).toContain('uv run');
    await ann.share(['learn', '--apply']);
    expect((await ann.share(['team', 'reject', 'L-001'])).stdout).toContain('is rejected for everybody');
    await ben.share(['sync']);
    await ben.share(['learn', '--apply']);
    expect((await ben.read('CLAUDE.md')) ?? '').not.toContain('uv run');
    expect(await ben.read('.memory/tombstones.md')).toContain('rejected for the whole team');
    // Ben did not decide that himself, and sends no decision.
    expect(await json(ben, ['sync'])).toMatchObject({ sent: { decisions: 0 } });
    const undone = await json(ann, ['team', 'reject', 'L-001', '--undo']);
    compare('## `team reject`', [undone]);
    expect(undone).toMatchObject({ rejected: false });
    await ben.share(['sync']);
    await ben.share(['restore', 'L-001']);
    expect((await ben.learn()).lessons).toMatchObject([{ status: 'ready' }]);
    expect(await ben.share(['team', 'reject', 'L-099'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no lesson L-099'),
    });
  });

  it('send decisions, so that a lesson that most people rejected reaches nobody else', async () => {
    const [ann, ben, urlOf] = await pair();
    for (const person of [ann, ben]) {
      await person.share(['learn', '--apply']);
      await person.share(['reject', 'L-001', '--reason', 'it is on purpose']);
      expect(await json(person, ['sync'])).toMatchObject({ sent: { decisions: 1 } });
    }
    const eve = await makeColleague(await urlOf('eve'));
    expect(await json(eve, ['sync'])).toMatchObject({ knows: { ready: 0 } });
    // The reason is Ann's own.
    expect((await json<{ rows: object[] }>(eve, ['sync', '--dry-run'])).rows).toEqual([]);
    await ann.share(['restore', 'L-001']);
    expect(await json(ann, ['sync'])).toMatchObject({ sent: { decisions: 1 } });
    expect(await json(eve, ['sync'])).toMatchObject({ knows: { ready: 1 } });
  });

  it('that contradict a lesson of the reader wait until somebody settles it', async () => {
    const { urlOf } = await makeTeam(server);
    for (const name of ['ann', 'ben'])
      await (await makeColleague(await urlOf(name), `sessions:${lacking}`)).share(['sync']);
    const eve = await makeColleague(await urlOf('eve'), `sessions:${surplus}${surplus}`);
    expect(await json(eve, ['sync'])).toMatchObject({ knows: { ready: 1 } });
    const { lessons, notices } = await eve.learn(['--apply']);
    expect(lessons.filter(({ status }) => status === 'ready')).toHaveLength(1);
    expect(lessons.filter(({ status }) => status === 'watching')).toMatchObject([
      { conflict: expect.stringContaining('L-00') },
    ]);
    expect(notices.join()).toContain('hardwon resolve');
    expect((await eve.share(['resolve'])).stdout).toContain('--strict');
    // It is told once, and stays as it is until then.
    expect((await eve.learn()).notices.join()).not.toContain('hardwon resolve shows both');
  });
});

describe('facts about tools that a team found', () => {
  it('go to the files of the user, not to those of every project', async () => {
    const { urlOf } = await makeTeam(server);
    const glob = `
sessions:
  - calls:
      - {id: a1, shell: 'ls *.nothing', fails: "zsh: no matches found: *.nothing"}
      - {id: a2, shell: 'find . -name "*.nothing"'}
`;
    for (const name of ['ann', 'ben']) {
      const person = await makeColleague(await urlOf(name), glob);
      const { rows } = await json<{ rows: { row: { project: string } }[] }>(person, ['sync', '--dry-run']);
      expect(rows).toMatchObject([{ row: { project: '*' } }]);
      await person.share(['sync']);
    }
    const eve = await makeColleague(await urlOf('eve'), onceWrongRunner);
    expect(await json(eve, ['sync'])).toMatchObject({ knows: { ready: 1 } });
    expect((await eve.learn()).lessons.map(({ origin }) => origin)).toEqual([undefined]);
    const { everywhere } = await eve.report(['--all']);
    expect(everywhere?.lessons).toMatchObject([{ title: expect.stringContaining('zsh') }]);
  });

  it('leave the files of the user when an owner rejects them', async () => {
    const { urlOf } = await makeTeam(server);
    const glob = `
sessions:
  - calls:
      - {id: a1, shell: 'ls *.nothing', fails: "zsh: no matches found: *.nothing"}
      - {id: a2, shell: 'find . -name "*.nothing"'}
`;
    const [ann, ben] = [await makeColleague(await urlOf('owner'), glob), await makeColleague(await urlOf('ben'), glob)];
    const eve = await makeColleague(await urlOf('eve'), onceWrongRunner);
    for (const person of [ann, ben, eve]) await person.share(['sync']);
    expect((await eve.share(['learn', '--all', '--user', '--apply', '--yes'])).code).toBe(0);
    const own = join(eve.home, '.claude/CLAUDE.md');
    expect(await readFile(own, 'utf8')).toContain('zsh');
    await ann.share(['sync']);
    await ann.learn(['--apply']);
    expect(await json(ann, ['team', 'reject', 'L-001'])).toMatchObject({ rejected: true });
    await eve.share(['sync']);
    expect((await eve.share(['learn', '--all', '--user', '--apply', '--yes'])).code).toBe(0);
    expect(await readFile(own, 'utf8').catch(() => '')).not.toContain('zsh');
  });
});

describe('facts about machines that a team found', () => {
  it('reach machines with the same operating system and shell, and no others', async () => {
    const { urlOf } = await makeTeam(server);
    const noPython = `
sessions:
  - calls:
      - {id: a1, shell: python tools/load.py, fails: "bash: line 1: python: command not found", exit: 127}
      - {id: a2, shell: python3 tools/load.py, prints: loaded}
`;
    const quiet = 'sessions: [{calls: [{shell: git status, prints: clean}]}]';
    const on = async (name: string, shell: string, story?: string) =>
      makeColleague(await urlOf(name), story, ORIGIN, { SHELL: `/usr/bin/${shell}` });
    for (const name of ['ann', 'ben']) {
      const person = await on(name, 'bash', noPython);
      const { rows } = await json<{ rows: { row: { kind: string } }[] }>(person, ['sync', '--dry-run']);
      expect(rows).toMatchObject([{ row: { project: '*', kind: `${process.platform}/bash` } }]);
      await person.share(['sync']);
    }
    const [eve, zoe] = [await on('eve', 'bash', quiet), await on('zoe', 'zsh', quiet)];
    expect(await json(eve, ['sync'])).toMatchObject({ knows: { ready: 1 } });
    expect(await json(zoe, ['sync'])).toMatchObject({ knows: { ready: 0 } });
    const told = async (person: Colleague) => (await person.report(['--all'])).everywhere?.lessons ?? [];
    expect(await told(eve)).toMatchObject([{ title: expect.stringContaining('python3') }]);
    expect(await told(zoe)).toEqual([]);
    // A third finder on the other kind of machine is still alone there.
    const tom = await on('tom', 'zsh', noPython);
    await tom.share(['sync']);
    await zoe.share(['sync']);
    expect(await told(zoe)).toEqual([]);
    await (await on('uma', 'zsh', noPython)).share(['sync']);
    await zoe.share(['sync']);
    expect(await told(zoe)).toMatchObject([{ title: expect.stringContaining('python3') }]);
  });
});

describe('what too few people found', () => {
  it('is known to those who found it, and to nobody else until it is enough', async () => {
    const { urlOf } = await makeTeam(server);
    const [ann, ben, eve] = [
      await makeColleague(await urlOf('ann'), onceWrongRunner),
      await makeColleague(await urlOf('ben'), onceWrongRunner),
      await makeColleague(await urlOf('eve'), `sessions:${lacking}`),
    ];
    const fetched = async (person: Colleague) => {
      await person.share(['sync']);
      return readFile(join(person.home, '.local/share/hardwon/team/fetched.json'), 'utf8');
    };
    await ann.share(['sync']);
    expect(await fetched(eve)).not.toContain('uv run');
    expect(await json(eve, ['stats'])).toMatchObject({
      team: { people: 2, machines: 2, lessons: { ready: 0, few: 1 } },
    });
    expect((await eve.share(['stats'])).stdout.replaceAll(/\s+/g, ' ')).toContain(
      '1 of yours found by too few people so far',
    );
    expect((await eve.share(['sync'])).stdout.replaceAll(/\s+/g, ' ')).toContain(
      '1 of yours waits until more people find it',
    );
    expect(await json(ann, ['why', 'L-001'])).toMatchObject({ team: { people: 1, machines: 1, standing: 'few' } });
    await ben.share(['sync']);
    // It comes with what was there before, in an exchange that brings only what changed.
    expect(await fetched(eve)).toContain('uv run');
    expect(await json(eve, ['stats'])).toMatchObject({ team: { lessons: { ready: 1, few: 1 } } });
    expect(await json(ben, ['team', 'forget', '--me', '--yes'])).toMatchObject({ done: true });
    expect(await fetched(eve)).not.toContain('uv run');
    expect(await json(eve, ['stats'])).toMatchObject({ team: { lessons: { ready: 0, few: 1 } } });
  });

  it('is fetched by those who ask for fewer people, and anew where an earlier version fetched it', async () => {
    const { urlOf } = await makeTeam(server);
    for (const name of ['ann', 'ben']) await (await makeColleague(await urlOf(name), onceWrongRunner)).share(['sync']);
    const address = await urlOf('eve');
    const eve = await makeColleague(address);
    const ask = async (people: number) => {
      const settings = JSON.stringify({ team: { url: address, people } });
      await eve.write(join('..', '.config/hardwon/hardwon.config.json'), settings);
      return json(eve, ['sync']);
    };
    expect(await ask(3)).toMatchObject({ knows: { ready: 0, waiting: 0 } });
    expect(await ask(2)).toMatchObject({ knows: { ready: 1 } });
    expect(await ask(3)).toMatchObject({ knows: { ready: 0, waiting: 0 } });
    expect(await ask(2)).toMatchObject({ knows: { ready: 1 } });
    const path = join(eve.home, '.local/share/hardwon/team/fetched.json');
    const known = JSON.parse(await readFile(path, 'utf8')) as TeamKnowledge;
    const alone = { ...known.groups[0], key: 'of one person', people: 1, ready_at: null };
    await writeFile(path, JSON.stringify({ ...known, schema: 1, groups: [...known.groups, alone] }));
    expect((await eve.learn()).lessons).toMatchObject([{ status: 'ready' }]);
    expect(await ask(2)).toMatchObject({ knows: { ready: 1, waiting: 0 } });
  });

  it('can be rejected for everybody, and then leaves memories that have it by other ways', async () => {
    const { urlOf } = await makeTeam(server);
    const [ann, ben, eve] = [
      await makeColleague(await urlOf('ann'), `sessions:${surplus}${surplus}`),
      await makeColleague(await urlOf('owner')),
      await makeColleague(await urlOf('eve')),
    ];
    await ann.learn(['--apply']);
    await ann.share(['sync']);
    // Ben and Eve have the lesson from the repository. Neither of them found it.
    const memory = (await ann.read('.memory/harness-learnings.md')) ?? '';
    for (const person of [ben, eve]) {
      await person.write('.memory/harness-learnings.md', memory);
      expect(await json(person, ['sync'])).toMatchObject({ knows: { ready: 0, waiting: 0 } });
    }
    expect(await json(ben, ['team', 'reject', 'L-001'])).toMatchObject({ rejected: true });
    expect(await json(eve, ['sync'])).toMatchObject({ knows: { ready: 0 } });
    expect(await json(eve, ['stats'])).toMatchObject({ team: { lessons: { rejected: 1 } } });
    await eve.learn(['--apply']);
    expect(await eve.read('.memory/tombstones.md')).toContain('rejected for the whole team');
    expect(await json(ben, ['team', 'reject', 'L-001', '--undo'])).toMatchObject({ rejected: false });
    expect(await json(eve, ['sync'])).toMatchObject({ knows: { ready: 0 } });
    expect(await json(eve, ['stats'])).toMatchObject({ team: { lessons: { rejected: 0 } } });
  });
});

describe('hardwon team', () => {
  it('lists people by pseudonym, and deletes only when told to', async () => {
    const [ann, ben] = await pair('owner');
    const listed = await json<{ people: { person: string; isMe: boolean }[] }>(ann, ['team', 'people']);
    compare('## `team people`', [listed]);
    const { people } = listed;
    expect(people).toHaveLength(2);
    expect(people.filter(({ isMe }) => isMe)).toHaveLength(1);
    expect(JSON.stringify(people)).not.toMatch(/owner|ben/);
    expect((await ann.share(['team', 'people'])).stdout).toContain('you');
    const counted = await json(ann, ['team', 'forget', '--me']);
    compare('## `team forget`', [counted]);
    expect(counted).toMatchObject({ rows: 1, done: false });
    expect(await json(ann, ['team', 'forget', '--me', '--yes'])).toMatchObject({ rows: 1, done: true });
    expect(await ann.share(['team', 'forget', '--me'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('nothing to delete'),
    });
    expect(await json(ben, ['sync'])).toMatchObject({ knows: { ready: 0, waiting: 1 } });
    // Who takes part again sends everything again.
    expect(await json(ann, ['sync'])).toMatchObject({ sent: { rows: 1 }, knows: { ready: 1 } });
    expect(await json(ann, ['team', 'prune', '--older-than', '2026-04-01'])).toMatchObject({ rows: 2, done: false });
    expect(await json(ann, ['team', 'prune', '--older-than', '2026-04-01', '--yes'])).toMatchObject({
      rows: 2,
      done: true,
    });
    expect(await ann.share(['team', 'forget'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--me') });
    expect(await ann.share(['team', 'forget', '--project', 'nonsense'])).toMatchObject({ code: 2 });
  });

  it('has words that were pruned sent again with the lesson that needs them', async () => {
    const [ann, ben] = await pair('owner');
    expect(await json(ann, ['team', 'prune', '--older-than', '2026-04-01', '--yes'])).toMatchObject({
      rows: 2,
      done: true,
    });
    for (const person of [ann, ben]) {
      // As if it had come up again: the row has changed, the words have not.
      const path = join(person.home, '.local/share/hardwon/team/sent.json');
      const sent = (await readFile(path, 'utf8')).replaceAll('"occurrences":1', '"occurrences":9');
      await writeFile(path, sent);
      expect(await json(person, ['sync'])).toMatchObject({ sent: { groups: 1 } });
    }
    expect(await json(ann, ['sync'])).toMatchObject({ knows: { ready: 1 } });
  });

  it('prepares a database, and asks for a team where there is none', async () => {
    const ann = await makeColleague(server.url(await makeDatabase(server)));
    const prepared = await json(ann, ['team', 'init']);
    compare('## `team init`', [prepared]);
    expect(prepared).toMatchObject({ isNew: true, version: 1 });
    expect(await json(ann, ['team', 'init'])).toMatchObject({ isNew: false });
    expect(await ann.run(['team', 'people'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No team is configured'),
    });
    expect(await ann.share(['team', 'people'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Nobody has sent'),
    });
  });
});
