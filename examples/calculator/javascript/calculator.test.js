import assert from 'node:assert/strict';
import { test } from 'node:test';
import { average, percentage, safeDivide } from './calculator.js';

test('divides', () => assert.equal(safeDivide(10, 4), 2.5));
test('division by zero has no result', () => assert.equal(safeDivide(1, 0), null));
test('averages', () => assert.equal(average([1, 2, 3]), 2));
test('nothing has no average', () => assert.equal(average([]), null));
test('percentages', () => assert.equal(percentage(1, 4), 25));
