import { expect, it } from 'vitest';
import { drawColumns } from '../../src/web/report-chart.ts';

const chart = (failures: number[]): string => {
  const days = failures.map((_, index) => `2026-03-0${index + 1}`);
  const calls = failures.map(() => 100);
  return drawColumns({
    step: 1,
    days,
    calls,
    failures,
    series: [{ key: 'harbour', name: 'harbour', failures, calls }],
    marks: [],
  });
};

const numbers = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map((match) => Number(match[1]));

it.each([[[1]], [[3, 5, 0]], [[2, 7, 19, 25]]])('the columns of %j stand above their days', (failures) => {
  const drawn = chart(failures);
  const middles = numbers(drawn, /<text x="([\d.]+)" y="234"/g);
  const lefts = numbers(drawn, /<rect class="s1" x="([\d.]+)"/g);
  const [width = 0] = numbers(drawn, /<rect [^>]*width="([\d.]+)"/g);
  const columns = failures.flatMap((value, index) => (value > 0 ? [middles[index] ?? 0] : []));
  expect(lefts.map((left) => Math.round(left + width / 2))).toEqual(columns.map(Math.round));
});

it.each([1, 3, 5, 7, 25, 100, 499])('the axis up to %i has whole numbers, each at its height', (most) => {
  const [none, half = 0, all = 0] = numbers(chart([most]), /text-anchor="end">([\d.]+)</g);
  expect(none).toBe(0);
  expect(Number.isInteger(half)).toBe(true);
  expect(half * 2).toBe(all);
  expect(all).toBeGreaterThanOrEqual(most);
});
