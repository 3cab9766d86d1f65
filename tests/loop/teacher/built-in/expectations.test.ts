import { describe, expect, it } from 'vitest';
import { readExpectation } from '../../../../src/loop/teacher/built-in/expectations.ts';

describe('readExpectation', () => {
  it.each([
    [
      'AssertionError: no\nassert 0 is None\n +  where 0 = safe_divide(1, 0)',
      { kind: 'value', actual: '0', expected: 'None', subject: 'safe_divide(1, 0)' },
    ],
    ['assert 1 == 2', { kind: 'value', actual: '1', expected: '2' }],
    [
      "Expected values to be strictly equal:\n\n'dark' !== 'lit'\n",
      { kind: 'value', actual: "'dark'", expected: "'lit'" },
    ],
    ['null == 0', { kind: 'value', actual: 'null', expected: '0' }],
    ['AssertionError: expected 4 to be 5 // Object.is equality', { kind: 'value', actual: '4', expected: '5' }],
    ['AssertionError: expected +0 to be null // Object.is equality', { kind: 'value', actual: '0', expected: 'null' }],
    [
      'AssertionError: expected { a: 1 } to deeply equal { a: 2 }',
      { kind: 'value', actual: '{ a: 1 }', expected: '{ a: 2 }' },
    ],
    ['expect(received).toBe(expected)\n\nExpected: 4\nReceived: 3', { kind: 'value', actual: '3', expected: '4' }],
    ['expected: <3> but was: <4>', { kind: 'value', actual: '4', expected: '3' }],
    ['java.lang.AssertionError: expected:<1> but was:<2>', { kind: 'value', actual: '2', expected: '1' }],
    ['java.lang.AssertionError: expected null, but was:<0>', { kind: 'value', actual: '0', expected: 'null' }],
    ['pier_test.go:12: got 3, want 4', { kind: 'value', actual: '3', expected: '4' }],
    ['pier_test.go:12: got 3, want 4.', { kind: 'value', actual: '3', expected: '4' }],
    ['    pier_test.go:9: Halve(9) = 3; want 4', { kind: 'value', actual: '3', expected: '4', subject: 'Halve(9)' }],
    ['AssertionError: 3 != 4', { kind: 'value', actual: '3', expected: '4', isUnsure: true }],
    ['assertion `left == right` failed\n  left: 3\n right: 2', { kind: 'value', actual: '3', expected: '2' }],
    ["Failed: DID NOT RAISE <class 'ValueError'>", { kind: 'raise', error: 'ValueError' }],
    ['Missing expected exception (RangeError).', { kind: 'raise', error: 'RangeError' }],
    ["AttributeError: 'Pier' object has no attribute 'width'", { kind: 'name', name: 'width', owner: 'Pier' }],
    ["ImportError: cannot import name 'widen' from 'pier'", { kind: 'name', name: 'widen', owner: 'pier' }],
    ['ReferenceError: widen is not defined', { kind: 'name', name: 'widen' }],
    ['TypeError: pier.widen is not a function', { kind: 'name', name: 'pier.widen' }],
  ])('reads %j', (message, expectation) => {
    expect(readExpectation(message)).toEqual(expectation);
  });

  it.each([
    '',
    'no water',
    'assert 3 == 3',
    'expected something to be `rm -rf /`',
    `assert '${'x'.repeat(100)}' == 'y'`,
  ])('reads nothing in %j', (message) => {
    expect(readExpectation(message)).toBeUndefined();
  });
});
