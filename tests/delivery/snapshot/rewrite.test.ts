import { describe, expect, it } from 'vitest';
import { findRewrite } from '../../../src/delivery/snapshot/rewrite.ts';
import { parseRule } from '../../../src/lessons/triggers/rule.ts';

const trigger = { rule: 'Bash(python3 *)', failed: 5, succeeded: 0 };
const proven = { matches: 5, failed: 5, sessions: 2 };
const exchange = { wrong: 'python3', right: 'uv run python' };

function find(parts: object = {}, replayed: object = {}) {
  const lesson = { trigger, ...parts };
  const rule = parseRule(lesson.trigger.rule);
  if (!rule) throw new Error('no rule');
  return findRewrite(exchange, lesson.trigger, rule, { ...proven, ...replayed });
}

describe('findRewrite', () => {
  it('takes an exchange whose first half failed every time', () => {
    expect(find()).toEqual({ from: 'python3', to: 'uv run python' });
  });

  it('takes it in spite of a single failure of which nobody knows why', () => {
    expect(find({}, { matches: 52, failed: 51 })).toBeDefined();
  });

  it.each([
    ['too few calls', {}, { matches: 4, failed: 4 }],
    ['calls of one session', {}, { sessions: 1 }],
    ['a call that went well', { trigger: { ...trigger, succeeded: 1 } }, { matches: 100, failed: 99 }],
    ['failures of other reasons', {}, { matches: 6, failed: 5 }],
    ['a condition', { trigger: { ...trigger, when: 'cwd is .' } }, {}],
    ['words that are not the rule', { trigger: { ...trigger, rule: 'Bash(python *)' } }, {}],
    ['a rule that goes on', { trigger: { ...trigger, rule: 'Bash(python3 * -v *)' } }, {}],
    ['a rule with a choice', { trigger: { ...trigger, rule: 'Bash({python3,python} *)' } }, {}],
    ['a rule about files', { trigger: { ...trigger, rule: 'Read(python3)' } }, {}],
  ])('takes none with %s', (_what, parts, replayed) => {
    expect(find(parts, replayed)).toBeUndefined();
  });
});
