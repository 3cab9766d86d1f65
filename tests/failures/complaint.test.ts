import { describe, expect, it } from 'vitest';
import { complaintsOf } from '../../src/failures/complaint.ts';
import { parseShell } from '../../src/shell/index.ts';

describe('complaintsOf', () => {
  it('gives equal keys to complaints that differ in names, paths, numbers and hashes only', () => {
    const first = complaintsOf(
      "error: no chart 'north' in /home/ada/harbour/charts (line 12, 3f2a9c1)\nsee the log\n\nend",
    );
    const second = complaintsOf('error: no chart "south" in charts/deep (line 7, 99aa0b2)\nsee the log\n\nend');
    expect(first[0]?.key).toBe('error: no chart <…> in <path> (line <n>, <hash>)');
    expect(second[0]?.key).toBe(first[0]?.key);
  });

  it('leaves out what the command was given', () => {
    const keyOf = (berth: string) => {
      const command = parseShell(`harbourctl pack ${berth}`, 'Bash').main;
      return complaintsOf(`profile strict is not set up for ${berth}`, { command })[0]?.key;
    };
    expect(keyOf('northern')).toBe(keyOf('southern'));
  });

  it('takes every line of a short answer, unless the call worked', () => {
    expect(complaintsOf('still busy').map(({ text }) => text)).toEqual(['still busy']);
    expect(complaintsOf('still busy', { isAll: false })).toEqual([]);
  });

  it.each([
    'error: script "check" exited with code 1',
    'make: *** [soundings] Error 1',
    '    at sail (src/tide.ts:12:4)',
    'FAIL src/tide.test.ts',
    'build\tfail\t2m3s\thttps://example.org/runs/1',
    '$ tidelint --error-on-warnings',
    'Found 3 errors.',
  ])('takes no trailer, count, frame, verdict, table or echo for a complaint: %s', (line) => {
    expect(complaintsOf(`${line}\nok\nok\nok\nok`)).toEqual([]);
  });

  it('knows a mark for a complaint', () => {
    expect(complaintsOf('× Formatter would have printed this:\nok\nok\nok\nok')).toHaveLength(1);
  });

  it('ends in time in proportion to the output', () => {
    const line = `is not ${'a/'.repeat(150)} "${'b'.repeat(150)}`;
    expect(complaintsOf(`${line}\n`.repeat(20_000))).toHaveLength(1);
  });
});
