import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternOfGo } from '../../../src/programs/go/go.ts';
import { patternOfNode } from '../../../src/programs/node/node-report.ts';
import { namesForCargo } from '../../../src/programs/rust/cargo.ts';
import { patternOfNames } from '../../../src/programs/test-reports/select-tests.ts';

const failure = (names: string[], within?: string[]) => ({ id: '', message: '', names, within });

describe('the patterns that select tests', () => {
  it('fit the full names of tests, whatever these are, and no others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
        fc.string(),
        (names, other) => {
          const pattern = new RegExp(patternOfNames([failure(names)]));
          expect(pattern.test(names.join(' '))).toBe(true);
          expect(pattern.test(other)).toBe(other === names.join(' '));
        },
      ),
    );
  });

  it('are the top of a test for Go, and its own name for Node, with the tests that start it', () => {
    expect(
      patternOfGo([failure(['quay/pier', 'TestWide', 'at_high_tide']), failure(['quay/pier', 'TestWide', 'b'])]),
    ).toBe('^(?:TestWide)$');
    expect(patternOfNode([failure(['the lamp', 'is lit (x)']), failure(['parent', 'child'], ['parent'])])).toBe(
      '^(?:is lit \\(x\\)|parent|child)$',
    );
  });

  it('are paths for Cargo, and nothing where a test of documentation failed', () => {
    expect(namesForCargo([failure(['tests', 'deep', 'lit']), failure(['same']), failure(['same'])])).toEqual([
      'tests::deep::lit',
      'same',
    ]);
    expect(namesForCargo([failure(['same']), failure(['src/lib.rs - add (line 2)'])])).toBeUndefined();
  });
});
