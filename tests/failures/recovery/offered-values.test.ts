import { describe, expect, it } from 'vitest';
import { offeredValues } from '../../../src/failures/recovery/offered-values.ts';

describe('offeredValues', () => {
  it.each([
    ["error: invalid value 'blue' for '--colour <C>'\n  [possible values: red, green]\n", ['red', 'green']],
    ["error: argument --colour: invalid choice: 'blue' (choose from 'red', 'green')", ['red', 'green']],
    ["argument 'blue' is invalid. Allowed choices are red, green.", ['red', 'green']],
    ["'blue' is not one of 'red', 'green'.", ['red', 'green']],
    ['invalid argument "blue" for "--colour" flag: must be one of red, green or amber', ['red', 'green', 'amber']],
    ['invalid argument "blue" for "--colour" flag: valid values are {red|green}', ['red', 'green']],
    ['Expected --colour=blue to be one of: red, green', ['red', 'green']],
  ])('%s', (output, values) => {
    expect(offeredValues(output, output.split('\n')[0] ?? '')).toEqual(values);
  });

  it.each([
    'must be one of the colours that the lamp has, ask the keeper',
    'unknown colour blue',
    '[possible values: red]',
  ])('takes no sentence for a list: %s', (output) => {
    expect(offeredValues(output, output)).toEqual([]);
  });
});
