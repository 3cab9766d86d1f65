import { describe, expect, it } from 'vitest';
import { reasonUnwarned } from '../../../src/lessons/triggers/unwarned.ts';

describe('why nothing is said before a call', () => {
  const rule = 'Bash(npm run lint *)';

  it('has no reason where the trigger warns', () => {
    expect(reasonUnwarned({ kind: 'command', trigger: { rule, failed: 2, succeeded: 2 } })).toBeUndefined();
  });

  it.each([
    [{ kind: 'command', trigger: { rule, failed: 2, succeeded: 3 } }, 'go well more often'],
    [{ kind: 'command', trigger: { rule, error: 'gate closed', failed: 0, succeeded: 0 } }, 'only the error tells'],
    [{ kind: 'convention' }, 'code while it is written'],
    [{ kind: 'preference' }, 'way of working'],
    [{ kind: 'retry' }, 'sent again'],
    [{ kind: 'command' }, 'does not tell whether it applies'],
  ] as const)('is given for %j', (lesson, expected) => {
    expect(reasonUnwarned(lesson)).toContain(expected);
  });
});
