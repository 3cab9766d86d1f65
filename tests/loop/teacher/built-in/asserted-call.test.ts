import { describe, expect, it } from 'vitest';
import { nameAssertedCall, nameRaisingCall } from '../../../../src/loop/teacher/built-in/asserted-call.ts';

const zero = { kind: 'value', actual: '0', expected: 'null' } as const;

describe('nameCall', () => {
  it.each([
    ['assert.equal(halve(0), null);', 'halve(0)'],
    ['assert.strictEqual(await halve(0), null)', 'halve(0)'],
    ['expect(halve(0)).toBe(null);', 'halve(0)'],
    ['expect(halve(0)).toBeNull();', 'halve(0)'],
    ['expect(halve(0)).to.be.null;', 'halve(0)'],
    ["t.is(halve('0', { down: true }), null);", "halve('0', { down: true })"],
    ['assertThat(Pier.halve(0)).isEqualTo(null);', 'Pier.halve(0)'],
    ['assertEquals(null, halve(0));', 'halve(0)'],
    ["test('halves', () => {\n  assert.equal(\n    halve(0),\n    null,\n  );\n});", 'halve(0)'],
    ["test('halves', () => {\n  assert.equal(halve(4), 2);\n  assert.equal(halve(0), null);\n});", 'halve(0)'],
    ["expect(halve(')', 1e3)).toBe(null);", "halve(')', 1e3)"],
  ])('finds the call in %j', (code, subject) => {
    expect(nameAssertedCall(zero, code)).toEqual({ ...zero, subject });
  });

  it.each([
    ['', 'no code'],
    ['assert.equal(halve(size), null);', 'a variable means something that stands elsewhere'],
    ['assert.equal(pier.halve(0), null);', 'so does what a method is called on'],
    ['assert.equal(result, null);', 'no call'],
    ['expect(halve(0)).not.toBe(null);', 'the opposite'],
    ['expect(halve(0)).toBe(3);', 'other values'],
    ['assert.equal(halve(0), null', 'cut off'],
    ['it("", () => {\nassert.equal(halve(0), null);\nassert.equal(lower(0), null);\n});', 'one of two'],
    ['assert.equal(halve(4), 2);\nassert.equal(lower(0), null);', 'what failed is the first line'],
    ['assert.equal(halve(`0`), null);', 'what cannot be quoted'],
  ])('finds none in %j: %s', (code) => {
    expect(nameAssertedCall(zero, code)).toEqual(zero);
  });

  it('takes the value that is written in the test for the one that is wanted', () => {
    const said = { kind: 'value', actual: '4', expected: '3' } as const;
    expect(nameAssertedCall(said, 'assert_eq!(4, halve(9));')).toEqual({
      ...said,
      actual: '3',
      expected: '4',
      subject: 'halve(9)',
    });
    const unsure = { ...said, isUnsure: true } as const;
    expect(nameAssertedCall(unsure, 'self.assertEqual(halve(9), 3)')).toEqual({ ...said, subject: 'halve(9)' });
    expect(nameAssertedCall(unsure, 'self.assertEqual(3, halve(9))')).toEqual({ ...said, subject: 'halve(9)' });
  });

  it('says nothing where neither the message nor the code tells what is wanted', () => {
    const unsure = { kind: 'value', actual: '4', expected: '3', isUnsure: true } as const;
    expect(nameAssertedCall(unsure, 'self.assertEqual(first, second)')).toBeUndefined();
    expect(nameAssertedCall(unsure)).toBeUndefined();
  });

  it('leaves a call alone that the message names', () => {
    const named = { ...zero, subject: 'safe_divide(1, 0)' };
    expect(nameAssertedCall(named, 'assert.equal(halve(0), null);')).toEqual(named);
  });

  it('is done with any text in time that grows as the text does', () => {
    const long = 'expect('.repeat(300);
    expect(nameAssertedCall(zero, long)).toEqual(zero);
  });
});

describe('nameRaisingCall', () => {
  const range = { kind: 'raise', error: 'RangeError' } as const;

  it.each([
    ["assert.throws(() => halve('x'), RangeError);", "halve('x')"],
    ["await assert.rejects(\n  async () => await halve('x'),\n  RangeError,\n);", "halve('x')"],
    ["it('refuses', () => {\n  expect(() => halve('x', [1, 2])).toThrow(RangeError);\n});", "halve('x', [1, 2])"],
    ["    with pytest.raises(ValueError, match='no'):\n        halve('x')", "halve('x')"],
    ["    with self.assertRaises(ValueError):\r\n        halve('x')\r\n", "halve('x')"],
  ])('finds the call in %j', (code, subject) => {
    expect(nameRaisingCall(range, code)).toEqual({ ...range, subject });
  });

  it.each([
    '',
    'assert.throws(halve, RangeError);',
    'assert.throws(() => halve(size), RangeError);',
    'assert.throws(() => { halve(0); }, RangeError);',
    'it(() => {\nassert.throws(() => halve(0));\nassert.throws(() => lower(0));\n});',
  ])('finds none in %j', (code) => {
    expect(nameRaisingCall(range, code)).toEqual(range);
  });
});
