import { describe, expect, it } from 'vitest';
import { PHASE_RULES } from '../../src/lifecycle/consult/phase-rules.ts';
import { readDocument, tableRows } from './markdown.ts';

const page = readDocument('docs/consult.md');

describe('the page on consulting', () => {
  it('has the row of every phase, with what includes a lesson and how to use it', () => {
    const conditions = {
      scope: /^its scope overlaps [^,]*(?<!verify)$/,
      both: / and its phase is /,
      either: /, or its phase is /,
      dimension: /^its dimension is /,
    };
    const rows = tableRows(page, '## Which lessons').map(([phase = '', condition = '', use]) => [
      phase.replaceAll('`', ''),
      condition,
      use,
    ]);
    expect(rows.map(([phase, , use]) => [phase, use])).toEqual(
      Object.entries(PHASE_RULES).map(([phase, { use }]) => [phase, use]),
    );
    for (const [phase = '', condition = ''] of rows) {
      const rule = Object.entries(PHASE_RULES).find(([name]) => name === phase)?.[1];
      const fitting = Object.entries(conditions).filter(([, pattern]) => pattern.test(condition));
      expect(
        fitting.map(([name]) => name),
        phase,
      ).toEqual([rule?.includes]);
      if (rule?.dimension) expect(condition).toContain(rule.dimension);
    }
  });
});
