import { describe, expect, it } from 'vitest';
import { nameProject } from '../../../src/loop/rules/name-project.ts';

const when = (said: string, rule = 'Return None', project = 'harbour') =>
  nameProject({ rule, when: said, why: 'x' }, project).when;

describe('nameProject', () => {
  it('says which project a rule is about that names a file of it', () => {
    expect(when('Changing `calculator.py`.')).toBe('In `harbour`: changing `calculator.py`.');
    expect(when('Writing handlers.', 'Keep handlers in `src/api/`')).toBe('In `harbour`: writing handlers.');
    expect(when('', 'See `docs/style.md`')).toBe('In `harbour`.');
    expect(when('API calls fail in `src/net.ts`.')).toBe('In `harbour`: API calls fail in `src/net.ts`.');
  });

  it('leaves a rule for every project as it is, and one that says it already', () => {
    expect(when('Writing functions that can fail.')).toBe('Writing functions that can fail.');
    expect(when('Calling `safe_divide(1, 0)`.', '`safe_divide(1, 0)` must be `None`')).toBe('Calling `safe_divide(1, 0)`.');
    expect(when('In `harbour`: changing `calculator.py`.')).toBe('In `harbour`: changing `calculator.py`.');
    expect(when('Changing `a.py`.', 'x', 'a `strange` name')).toBe('Changing `a.py`.');
  });
});
