import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/delivery/journal/entry.ts';
import type { NewLesson } from '../../src/lessons/distil.ts';
import type { MemoryEntry } from '../../src/memory/entry-lesson.ts';
import { makeOwnRows, nameClients, type OwnProject, type Sender } from '../../src/team/own-rows.ts';
import { compareWithSent, type SentState } from '../../src/team/sent.ts';
import { rowId } from '../../src/team/unite-rows.ts';

const NOW = new Date('2026-03-09T09:00:00Z');

const SENDER: Sender = {
  machine: { id: 'a'.repeat(16), kind: 'linux/zsh' },
  home: '/home/ada',
  user: 'ada',
  version: '1.2.3',
  now: NOW,
};

function lesson(changes: Partial<Record<keyof NewLesson, unknown>> = {}): NewLesson {
  return {
    fingerprint: '0123456789abcdef',
    kind: 'command',
    title: 'Run `uv run python`',
    pattern: 'It failed.',
    guidance: 'Run `uv run python` in place of `python3`.',
    scope: [],
    reach: 'project',
    status: 'ready',
    confidence: 'medium',
    occurrences: 2,
    sessions: 2,
    wastedCalls: 3,
    firstSeen: '2026-02-01T09:00:00.000Z',
    lastSeen: '2026-03-02T09:00:00.000Z',
    evidence: [{ agent: 'claude-code', session: 's', call: 'c', at: '2026-02-01T09:00:00.000Z' }],
    ...changes,
  } as NewLesson;
}

function project(lessons: NewLesson[], changes: Partial<OwnProject> = {}): OwnProject {
  const findings = { lessons, seenOnce: [], versions: { 'claude-code': '2.1.7' } };
  return {
    key: 'harbour',
    folders: ['/home/ada/harbour'],
    findings,
    entries: [],
    stones: [],
    journal: [],
    compared: [],
    ...changes,
  };
}

const groupsOf = async (...projects: OwnProject[]) =>
  (await makeOwnRows(projects, SENDER)).rows.flatMap(({ table, row }) => (table === 'seen' ? [row] : []));

describe('makeOwnRows', () => {
  it('sends facts of a project under its address, and facts of tools and machines under none', async () => {
    const rows = await groupsOf(
      project([
        lesson(),
        lesson({ fingerprint: '1'.repeat(16), reach: 'general' }),
        lesson({ fingerprint: '2'.repeat(16), reach: 'machine' }),
        lesson({ fingerprint: '3'.repeat(16), reach: 'general', kind: 'tool-use' }),
        lesson({ fingerprint: '4'.repeat(16), reach: 'user' }),
      ]),
    );
    expect(rows.map(({ project: place, kind }) => [place, kind])).toEqual([
      ['harbour', ''],
      ['*', ''],
      ['*', 'linux/zsh'],
      ['*', 'claude-code/2'],
    ]);
    expect(rows[0]).toMatchObject({
      month: 202603,
      state: 'ready',
      agents: 'claude-code',
      occurrences: 2,
      sender: '1.2.3',
    });
  });

  it('sends nothing of a project without an address but what holds everywhere', async () => {
    const rows = await groupsOf(
      project([lesson(), lesson({ fingerprint: '1'.repeat(16), reach: 'general' })], { key: undefined }),
    );
    expect(rows.map((row) => row.project)).toEqual(['*']);
  });

  it('sends a first sighting as such, and nothing that is watched for another reason', async () => {
    const watched = lesson({ status: 'watching' });
    expect(await groupsOf(project([watched]))).toEqual([]);
    const once = project([watched]);
    once.findings.seenOnce.push(watched.fingerprint);
    expect(await groupsOf(once)).toMatchObject([{ state: 'once' }]);
    expect(await groupsOf(project([lesson({ status: 'retired' })]))).toMatchObject([{ state: 'over' }]);
  });

  it('adds up a fact of tools that came up in two projects', async () => {
    const general = lesson({ reach: 'general', status: 'watching', occurrences: 1, sessions: 1 });
    const [one, other] = [project([general]), project([general], { key: 'orchard' })];
    for (const each of [one, other]) each.findings.seenOnce.push(general.fingerprint);
    expect(await groupsOf(one, other)).toMatchObject([{ project: '*', state: 'ready', occurrences: 2, sessions: 2 }]);
  });

  it('sends one row for what was shown, and decided, about a fact of tools in two projects', async () => {
    const general = lesson({ reach: 'general' });
    const day = (at: string) => ({ id: 'L-001', ...general, validated: at }) as unknown as MemoryEntry;
    const shown = (call: string, at: string): JournalEntry => ({
      ...{ at, project: '/p', agent: 'claude-code', session: 's', what: 'shown', lesson: 'L-001', as: 'advice', call },
    });
    const stone = {
      id: 'L-001',
      title: '',
      departure: 'rejected' as const,
      reason: '',
      fingerprint: general.fingerprint,
    };
    const [one, other] = [
      project([general], { entries: [day('2026-03-01')], journal: [shown('a', '2026-03-02T09:00:00Z')] }),
      project([general], {
        key: 'orchard',
        entries: [{ ...day('2026-03-01'), validated: undefined } as unknown as MemoryEntry],
        stones: [{ ...stone, day: '2026-03-04' }],
        journal: [shown('b', '2026-03-03T09:00:00Z'), shown('c', '2026-03-03T10:00:00Z')],
      }),
    ];
    const { rows } = await makeOwnRows([one, other], SENDER);
    expect(new Set(rows.map(rowId)).size).toBe(rows.length);
    expect(rows).toMatchObject([
      { table: 'seen' },
      { table: 'decision', row: { project: '*', verdict: 'rejected' } },
      { table: 'outcome', row: { project: '*', month: 202603, shown: 3 } },
    ]);
  });

  it('sends no outcomes and sessions of months that cannot be, which the database would refuse with everything else', async () => {
    const line = { project: '/p', agent: 'claude-code', session: 's', lesson: 'L-001' };
    const at = ['1970-01-01T00:00:00Z', '2031-01-01T00:00:00Z', 'never', '2026-03-03T10:00:00Z'];
    const entries = [{ id: 'L-001', ...lesson() } as unknown as MemoryEntry];
    const journal = at.map((time): JournalEntry => ({ ...line, at: time, what: 'shown', as: 'advice', call: time }));
    const compared = at.map((time) => ({ arm: 'told' as const, failures: 1, at: time }));
    const { rows } = await makeOwnRows([project([], { entries, journal, compared })], SENDER);
    expect(rows).toMatchObject([
      { table: 'outcome', row: { month: 202603, shown: 1 } },
      { table: 'arm', row: { month: 202603, sessions: 1 } },
    ]);
  });

  it('keeps the words of people here, and lessons with a wrong clock', async () => {
    const said = lesson({
      evidence: [{ agent: 'claude-code', session: 's', message: 'm', at: '2026-02-01T09:00:00.000Z' }],
    });
    const { rows, withheld } = await makeOwnRows([project([said])], SENDER);
    expect(rows).toEqual([]);
    expect(withheld).toMatchObject([{ reason: 'is in the words of a person' }]);
    expect(await groupsOf(project([lesson({ lastSeen: '2031-01-01T00:00:00.000Z' })]))).toEqual([]);
  });
});

describe('nameClients', () => {
  it('names the newest major version of each client, whatever the order of projects', () => {
    const using = (versions: Record<string, string>) =>
      project([], { findings: { lessons: [], seenOnce: [], versions } });
    const projects = [using({ 'claude-code': '2.9.1' }), using({ 'claude-code': '10.0.0', codex: 'dev' }), using({})];
    expect(nameClients(projects)).toEqual(['claude-code/10', 'codex/?']);
    expect(nameClients(projects.toReversed()).sort()).toEqual(['claude-code/10', 'codex/?']);
  });
});

describe('compareWithSent', () => {
  const state = (rows: SentState['rows']): SentState => ({ schema: 1, team: 't', horizon: 1, rows, words: [] });

  it('sends what is new or has changed, and nothing twice', async () => {
    const { rows } = await makeOwnRows([project([lesson()])], SENDER);
    const sent = state(Object.fromEntries(rows.map((row) => [rowId(row), row])));
    expect(compareWithSent(rows, state({}), () => undefined, NOW)).toMatchObject({
      rows: [{ table: 'seen' }],
      unchanged: 0,
    });
    expect(compareWithSent(rows, sent, () => undefined, NOW)).toEqual({ rows: [], unchanged: 1 });
    const { rows: more } = await makeOwnRows([project([lesson({ occurrences: 3 })])], SENDER);
    expect(compareWithSent(more, sent, () => undefined, NOW)).toMatchObject({ rows: [{ row: { occurrences: 3 } }] });
  });

  it('withdraws what the logs no longer show, but not what was seen before they begin', async () => {
    const { rows } = await makeOwnRows([project([lesson()])], SENDER);
    const sent = state(Object.fromEntries(rows.map((row) => [rowId(row), row])));
    const logsFrom = (day: string) => () => Date.parse(day);
    expect(compareWithSent([], sent, logsFrom('2026-02-15'), NOW).rows).toMatchObject([{ row: { occurrences: 0 } }]);
    expect(compareWithSent([], sent, logsFrom('2026-03-05'), NOW).rows).toEqual([]);
    expect(compareWithSent([], sent, () => undefined, NOW).rows).toEqual([]);
  });
});
