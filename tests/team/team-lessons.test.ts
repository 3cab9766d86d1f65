import { describe, expect, it } from 'vitest';
import type { JoinedGroup } from '../../src/team/join.ts';
import type { TeamKnowledge } from '../../src/team/knowledge.ts';
import { poolSessions } from '../../src/team/team-figures.ts';
import { asEntry, listTeamLessons } from '../../src/team/team-lessons.ts';
import type { TeamWords } from '../../src/team/team-words.ts';
import type { JoinedDecision } from '../../src/team/totals.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 1, 1);

const WORDS: TeamWords = {
  kind: 'command',
  title: 'Run `uv run python`',
  guidance: 'Run `uv run python` in place of `python3`.',
  scope: [],
  reach: 'project',
  trigger: { rule: 'Bash(python3 *)' },
};

function group(changes: Partial<JoinedGroup> = {}): JoinedGroup {
  return {
    project: 'harbour',
    key: 'k1',
    kind: '',
    words: 'w1',
    people: 2,
    machines: 3,
    over: 0,
    over_at: 0,
    doubting: 0,
    occurrences: 5,
    sessions: 4,
    failed: 5,
    succeeded: 1,
    wasted_calls: 9,
    wasted_minutes: 4,
    first_at: START,
    last_at: START + DAY,
    ready_at: START + DAY / 2,
    ...changes,
  };
}

function knowing(groups: JoinedGroup[], decisions: JoinedDecision[] = [], people = 2): TeamKnowledge {
  const words = { w1: WORDS, w2: { ...WORDS, guidance: 'Run `uvx python`.' } };
  const base = {
    schema: 3 as const,
    at: '2026-02-03T00:00:00.000Z',
    team: '',
    horizon: 1,
    generation: 1,
    roots: {},
    projects: [],
    kinds: [],
  };
  return { ...base, people, groups, words, refused: {}, decisions, outcomes: [], arms: [], sizes: [] };
}

const standing = (groups: JoinedGroup[], decisions: JoinedDecision[] = [], people = 2) =>
  listTeamLessons(knowing(groups, decisions, people), 'harbour').map((lesson) => lesson.standing);

const decided = (verdict: string, people: number, scope = 'own'): JoinedDecision => ({
  project: 'harbour',
  key: 'k1',
  scope,
  verdict,
  people,
});

describe('poolSessions', () => {
  it('compares no more sessions than it can, however many are claimed', () => {
    const arms = Array.from({ length: 500 }, (_, failures) => ({
      project: 'harbour',
      arm: 'told',
      failures,
      sessions: 100_000,
    }));
    const few = { project: 'orchard', arm: 'held-out', failures: 3, sessions: 4 };
    const sessions = poolSessions({ ...knowing([]), arms: [...arms, few, { ...few, arm: 'other' }] }, undefined);
    const told = sessions.filter(({ arm }) => arm === 'told');
    expect(told.length).toBeLessThanOrEqual(20_000);
    expect(Math.max(...told.map(({ failures }) => failures))).toBe(100);
    expect(sessions.filter(({ arm }) => arm === 'held-out')).toEqual(Array(4).fill({ arm: 'held-out', failures: 3 }));
  });
});

describe('listTeamLessons', () => {
  it('tells what enough people found, and nothing else', () => {
    expect(standing([group()])).toEqual(['ready']);
    expect(standing([group({ people: 1, ready_at: null })])).toEqual(['few']);
    expect(standing([group({ people: 2, ready_at: null })], [], 3)).toEqual(['few']);
  });

  it('has facts of this project and of tools, and those of no other project', () => {
    const groups = [group(), group({ project: '*', key: 'k2' }), group({ project: 'orchard', key: 'k3' })];
    expect(listTeamLessons(knowing(groups), 'harbour').map(({ key }) => key)).toEqual(['k1', 'k2']);
    expect(listTeamLessons(knowing(groups), undefined).map(({ key }) => key)).toEqual(['k2']);
  });

  it('does not let one person put words into the mouth of the others', () => {
    // One honest person, and one who sends other words under the same key.
    const [lesson] = listTeamLessons(
      knowing([group({ people: 1, ready_at: null }), group({ words: 'w2', people: 1, ready_at: null })]),
      'harbour',
    );
    expect(lesson).toMatchObject({ standing: 'few', people: 1 });
    // Words that were refused when they were fetched are never chosen, however many use them.
    const [kept] = listTeamLessons(knowing([group(), group({ words: 'refused', people: 9 })]), 'harbour');
    expect(kept).toMatchObject({ standing: 'ready', words: WORDS });
  });

  it('heeds decisions: one of an owner for everybody, others only if they outweigh', () => {
    expect(standing([group()], [decided('rejected', 1, 'team')])).toEqual(['rejected']);
    expect(standing([group()], [decided('rejected', 1)])).toEqual(['ready']);
    expect(standing([group()], [decided('rejected', 2)])).toEqual(['disputed']);
    expect(standing([group({ people: 5 })], [decided('rejected', 2)])).toEqual(['ready']);
  });

  it('drops what is over for enough people, and what mostly works', () => {
    expect(standing([group({ over: 1, over_at: START + 9 * DAY })])).toEqual(['ready']);
    expect(standing([group({ over: 2, over_at: START + 9 * DAY })])).toEqual(['over']);
    expect(standing([group({ over: 2, over_at: START - DAY })])).toEqual(['ready']);
    expect(standing([group({ doubting: 1 })])).toEqual(['disputed']);
    expect(standing([group({ people: 4, doubting: 2 })])).toEqual(['disputed']);
  });

  it('does not let one person take a lesson away by a large count', () => {
    expect(standing([group({ people: 3, doubting: 1, failed: 5, succeeded: 1_000 })])).toEqual(['ready']);
  });

  it('makes entries without evidence, whose confidence grows with the people', () => {
    const [lesson] = listTeamLessons(knowing([group({ people: 3 })]), 'harbour');
    if (!lesson?.words) throw new Error('no words');
    expect(asEntry({ ...lesson, words: lesson.words })).toMatchObject({
      fingerprint: 'k1',
      status: 'ready',
      confidence: 'high',
      evidence: [],
      trigger: { rule: 'Bash(python3 *)', failed: 5, succeeded: 1 },
    });
  });
});
