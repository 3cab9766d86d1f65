import { describe, expect, it } from 'vitest';
import { FAILURE_TYPES } from '../../../src/loop/failure-case.ts';
import { checkOverrides, routeFailure } from '../../../src/loop/teacher/prompts.ts';

describe('routeFailure', () => {
  it('has a prompt of its own for every type', () => {
    const prompts = FAILURE_TYPES.map((type) => routeFailure(type).prompt);
    expect(new Set(prompts).size).toBe(FAILURE_TYPES.length);
  });

  it('takes the name of another prompt, or a text', () => {
    expect(routeFailure('scope_error', { scope_error: 'planning_error_system' }).prompt).toBe(
      routeFailure('planning_error').prompt,
    );
    expect(routeFailure('test_failure', { test_failure: 'default' })).toEqual(routeFailure('test_failure'));
    expect(routeFailure('other', { other: 'Look at the pier first.' })).toMatchObject({
      type: 'other',
      prompt: 'Look at the pier first.',
    });
  });

  it('says what is wrong with an override', () => {
    expect(() => routeFailure('other', { other: 'planing_error_system' })).toThrow(
      expect.objectContaining({ code: 'broken-file', hint: 'Did you mean "planning_error_system"?' }),
    );
    expect(() => checkOverrides({ planing_error: 'Look first.' })).toThrow(
      expect.objectContaining({ hint: 'Did you mean "planning_error"?' }),
    );
    expect(() => checkOverrides({ planning_error: 'Look first.' })).not.toThrow();
  });
});
