import { describe, expect, it } from 'vitest';
import type { LogWriter } from '../support/log-writers/log-writer.ts';
import { type LearnFunction, listCases, readExpected, runCase, writeExpected } from './tester.ts';

/** One test per case and agent. `UPDATE_GOLDEN=1` rewrites expected.yaml from the first agent; what the case itself claims must hold all the same. */
export async function defineGolden(root: string, writers: readonly LogWriter[], learn: LearnFunction): Promise<void> {
  const cases = await listCases(root);
  const updating = process.env.UPDATE_GOLDEN === '1';
  describe('golden cases', () => {
    it('are there', () => {
      expect(cases.length).toBeGreaterThan(0);
    });
    for (const name of cases) {
      for (const [index, writer] of writers.entries()) {
        it(`${name} (${writer.agent})`, async ({ skip }) => {
          const result = await runCase(root, name, writer, learn);
          if (!result) return skip(`not a case of ${writer.agent}`);
          expect(result.broken).toEqual([]);
          if (updating && index === 0) await writeExpected(root, name, result.text);
          const expected = await readExpected(root, name);
          expect(expected, 'there is no expected.yaml yet: run once with UPDATE_GOLDEN=1 and read what it wrote').toBeDefined();
          expect(result.text).toBe(expected);
        });
      }
    }
  });
}
