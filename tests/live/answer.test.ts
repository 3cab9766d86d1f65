import { describe, expect, it } from 'vitest';
import { fixed, joinSentences } from '../../src/lessons/quotable.ts';
import { type Answer, renderAnswer } from '../../src/live/answer.ts';

const render = (agent: string, answer: Answer) => JSON.parse(renderAnswer({ agent, name: 'PreToolUse' }, answer));

describe('renderAnswer', () => {
  it('replaces the whole input of a call', () => {
    const answer = {
      kind: 'rewrite',
      input: { command: 'uv run python a.py', timeout: 5 },
      text: fixed('note'),
    } as const;
    const hookEventName = 'PreToolUse';
    expect(render('claude-code', answer).hookSpecificOutput).toEqual({
      ...{ hookEventName, updatedInput: answer.input, additionalContext: 'note' },
    });
    expect(render('gemini', answer).hookSpecificOutput).toEqual({ hookEventName, tool_input: answer.input });
    expect(render('opencode', answer)).toEqual({ input: answer.input, advice: 'note' });
  });

  it('says nothing with an input that was explained before', () => {
    const answer: Answer = { kind: 'rewrite', input: {} };
    const hookEventName = 'PreToolUse';
    expect(render('claude-code', answer).hookSpecificOutput).toEqual({ hookEventName, updatedInput: {} });
    // Without a decision it does not take the input.
    expect(render('codex', answer).hookSpecificOutput).toEqual({
      hookEventName,
      permissionDecision: 'allow',
      updatedInput: {},
    });
  });

  it('stays below what clients pass whole', () => {
    for (const agent of ['claude-code', 'gemini', 'opencode'])
      expect(
        renderAnswer(
          { agent, name: 'SessionStart' },
          { kind: 'context', text: joinSentences(Array(10_000).fill(fixed('x')), ' ') },
        ).length,
      ).toBeLessThan(9_990 + 100);
  });
});
