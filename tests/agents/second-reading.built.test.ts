import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compare, type Difference, readCalls } from './compare-readings.ts';
import { readAgain, SECOND_READINGS } from './second-reading.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hardwon-second-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Real sessions, where somebody has some: each folder in it is a home. Nothing of them is ever in the repository. */
const corpora = process.env.HARDWON_CORPORA ?? resolve(import.meta.dirname, '../../../shared/corpora');

describe('a second reading', () => {
  const homes = existsSync(corpora)
    ? readdirSync(corpora, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  it.skipIf(homes.length === 0)('of real sessions explains every difference', { timeout: 120_000 }, async () => {
    const unexplained: (Difference & { agent: string })[] = [];
    for (const { name } of homes) {
      for (const agent of SECOND_READINGS) {
        const home = join(corpora, name);
        const seen = readAgain(agent, home);
        const differences = compare(agent, seen, await readCalls(agent, home, mkdtempSync(join(scratch, 'cache-'))));
        const counts = new Map<string, number>();
        for (const { what, because: reason = '?' } of differences) {
          const key = `${what}: ${reason}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        if (seen.size > 0) console.log(name, agent, seen.size, 'calls', Object.fromEntries(counts));
        unexplained.push(...differences.filter((one) => one.because === undefined).map((one) => ({ ...one, agent })));
      }
    }
    expect(unexplained.map(({ agent, id, what, session }) => ({ agent, id, what, session }))).toEqual([]);
  });
});
