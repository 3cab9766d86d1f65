import { expect, test } from 'vitest';
import { average, percentage, safeDivide } from './calculator.ts';

test('divides', () => expect(safeDivide(10, 4)).toBe(2.5));
test('division by zero has no result', () => expect(safeDivide(1, 0)).toBe(null));
test('averages', () => expect(average([1, 2, 3])).toBe(2));
test('nothing has no average', () => expect(average([])).toBe(null));
test('percentages', () => expect(percentage(1, 4)).toBe(25));
