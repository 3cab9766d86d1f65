import { describe, expect, it } from 'vitest';
import { findRewrite } from '../../../src/delivery/snapshot/rewrite.ts';
import { parseRule } from '../../../src/lessons/triggers/rule.ts';

const proven = { rule: 'Bash(python3 *)', failed: 50, succeeded: 0 };
const guidance = 'Run `uv run python` instead of `python3`: `python3` lacks `polars` here.';

function find(parts: object = {}, trigger: object = {}) {
  const whole = { ...proven, ...trigger };
  const rule = parseRule(whole.rule);
  if (!rule) throw new Error('no rule');
  return findRewrite({ confidence: 'high', guidance, trigger: whole, ...parts }, rule);
}

describe('findRewrite', () => {
  it('takes an exchange that never went wrong in fifty calls', () => {
    expect(find()).toEqual({ from: 'python3', to: 'uv run python' });
  });

  it.each([
    ['forty-nine calls', {}, { failed: 49 }],
    ['a call that went well', {}, { succeeded: 1 }],
    ['less than high confidence', { confidence: 'medium' }, {}],
    ['a condition', {}, { when: 'cwd is .' }],
    ['another sentence', { guidance: 'Never run `python3`.' }, {}],
    ['words that are not the rule', {}, { rule: 'Bash(python *)' }],
    ['a rule that goes on', {}, { rule: 'Bash(python3 * -v *)' }],
    ['a rule with a choice', {}, { rule: 'Bash({python3,python} *)' }],
    ['a rule about files', {}, { rule: 'Read(python3)' }],
  ])('takes none with %s', (_what, parts, trigger) => {
    expect(find(parts, trigger)).toBeUndefined();
  });
});
