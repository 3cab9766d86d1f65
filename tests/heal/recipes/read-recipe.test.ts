import { describe, expect, it } from 'vitest';
import { chooseValues, environmentOf, fillCommand } from '../../../src/heal/recipes/fill-command.ts';
import { readRecipe } from '../../../src/heal/recipes/read-recipe.ts';

const place = { name: 'moor', path: 'moor.yaml', layer: 'user' as const };
const read = (text: string) => readRecipe(text, place);

describe('a recipe file', () => {
  it('is read with its defaults', async () => {
    const recipe = await read(
      'variables: {quay: "7", ship: {about: its name}}\nsteps:\n  - name: a\n    run: [echo, "{quay}"]\n    detect: [{pattern: x closed, quick_fix: make open}]\n  - name: b\n    run: true && echo\n',
    );
    expect(recipe).toMatchObject({
      name: 'moor',
      about: '',
      variables: { quay: { default: '7' }, ship: { about: 'its name' } },
      steps: [
        {
          name: 'a',
          onError: 'stop',
          detect: [{ pattern: 'x closed', quickFix: ['make open'], retries: 1, pause: 0 }],
        },
        { name: 'b', run: 'true && echo', detect: [] },
      ],
    });
  });

  it.each([
    ['steps: [', /^moor\.yaml:\d+: /],
    ['steps: []', 'moor.yaml:1: steps must be a non-empty list, not an empty list'],
    ['steps:\n  - name: a', 'moor.yaml:2: steps[0].run is missing: it must be a string or a list'],
    ['steps:\n  - name: a\n    run: 7', 'moor.yaml:3: steps[0].run must be a string or a list, not 7'],
    ['steps:\n  - name: a\n    run: [echo, 7]', 'moor.yaml:3: steps[0].run[1] must be a string, not 7'],
    ['steps:\n  - name: a\n    run: []', 'moor.yaml:3: steps[0].run must be a non-empty list, not an empty list'],
    ['steps:\n  - name: a\n    run: ""', 'moor.yaml:3: steps[0].run must be a non-empty string, not an empty string'],
    [
      'steps:\n  - name: a\n    run: x\n    detect:\n      - {pattern: abc, retry: 9}',
      'moor.yaml:5: steps[0].detect[0].retry must be at most 5, not 9',
    ],
    [
      'steps:\n  - name: a\n    run: x\n    detect:\n      - {pattern: abc, retry: -1}',
      'moor.yaml:5: steps[0].detect[0].retry must be at least 0, not -1',
    ],
    [
      'steps:\n  - name: a\n    run: x\n    detect:\n      - {pattern: abc, retry: {times: 2, pauses: 9}}',
      'moor.yaml:5: unknown key steps[0].detect[0].retry.pauses (did you mean "pause"?)',
    ],
    ['about: x\nstep: []\nsteps: [{name: a, run: x}]', 'moor.yaml:2: unknown key step (did you mean "steps"?)'],
    [
      'steps:\n  - name: a\n    run: x\n    on_errors: heal',
      'moor.yaml:4: unknown key steps[0].on_errors (did you mean "on_error"?)',
    ],
    [
      'steps:\n  - name: a\n    run: x\n    on_error: hope',
      'moor.yaml:4: steps[0].on_error must be one of "heal", "continue", "stop"',
    ],
    [
      'steps:\n  - name: a\n    run: [echo, "{quya}"]\nvariables: {quay: x}',
      'moor.yaml:3: {quya} is no variable of this recipe (did you mean quay?)',
    ],
    ['steps:\n  - {name: a, run: x}\n  - {name: a, run: x}', 'moor.yaml:3: another step is called a, too'],
    [
      'steps:\n  - {name: a, run: x}\n  - name: b\n    run: x\n    when: {step: c, was: ok}',
      'moor.yaml:5: no step before it is called c',
    ],
    [
      'steps:\n  - name: a\n    run: x\n    detect:\n      - {quick_fix: x}',
      'moor.yaml:5: it needs either a pattern or an ailment',
    ],
    [
      'steps:\n  - name: a\n    run: x\n    detect:\n      - {pattern: "(a)\\\\1 is", quick_fix: x}',
      'moor.yaml:5: the pattern cannot be matched',
    ],
  ])('that says %j is refused with its line', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

describe('variables', () => {
  const recipe = { name: 'moor', variables: { quay: { default: '7' }, ship: {} } };

  it('are given, or have a default', () => {
    expect(chooseValues(recipe, { ship: 'Ada' })).toEqual({ quay: '7', ship: 'Ada' });
    expect(() => chooseValues(recipe, {})).toThrow('moor needs a value for ship.');
    expect(() => chooseValues(recipe, { shop: 'x' })).toThrow('moor has no variable shop.');
  });

  it('become a part of one argument, and never of a text for the shell', () => {
    const values = { ship: '$(rm -rf x); "a b"', quay: '{ship}' };
    expect(fillCommand(['moor', '--ship={ship}', '{quay}', '{{ship}}', '{other}', '{}'], values)).toEqual([
      'moor',
      '--ship=$(rm -rf x); "a b"',
      '{ship}',
      '{{ship}}',
      '{other}',
      '{}',
    ]);
    expect(fillCommand('echo {ship}', values)).toBe('echo {ship}');
    expect(environmentOf(values)).toEqual({ RECIPE_SHIP: values.ship, RECIPE_QUAY: '{ship}' });
  });
});
