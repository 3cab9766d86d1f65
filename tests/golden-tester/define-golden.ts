import { describe, expect, it } from 'vitest';
import type { LogWriter } from '../support/log-writers/log-writer.ts';
import { type LearnFunction, listCases, readExpected, runCase, writeExpected } from './tester.ts';

/** One test per case and agent. With `updates`, `UPDATE_GOLDEN=1` rewrites expected.yaml; what the case itself claims must hold all the same. */
export async function defineGolden(
  root: string,
  writers: readonly LogWriter[],
  learn: LearnFunction,
  { updates }: { updates: boolean },
): Promise<void> {
  const cases = await listCases(root);
  const isUpdating = updates && process.env.UPDATE_GOLDEN === '1';
  describe('golden cases', () => {
    it('are there', () => {
      expect(cases.length).toBeGreaterThan(0);
    });
    for (const name of cases) {
      for (const writer of writers) {
        it(`${name} (${writer.agent})`, async ({ skip }) => {
          const result = await runCase(root, name, writer, learn);
          if (!result) return skip(`not a case of ${writer.agent}`);
          expect(result.broken).toEqual([]);
          if (isUpdating) await writeExpected(root, name, result.text);
          const expected = await readExpected(root, name);
          expect(
            expected,
            'there is no expected.yaml yet: run once with UPDATE_GOLDEN=1 and read what it wrote',
          ).toBeDefined();
          expect(result.text).toBe(expected);
        });
      }
    }
  });
}
