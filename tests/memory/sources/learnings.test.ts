import { describe, expect, it } from 'vitest';
import { learnings } from '../../../src/memory/sources/learnings.ts';
import type { SourceReading } from '../../../src/memory/sources/source.ts';

const read = async (text: string): Promise<SourceReading> => learnings.read(text, 'harness-learnings.md');

describe('a memory file of elsewhere', () => {
  it('gives what the nine fields of the format say', async () => {
    const { lessons, skipped } = await read(`# Harness learnings

## L-003: Integration tests require a database seed
- Phase: verify
- Dimension: behaviour
- Scope: tests/integration/**, scripts/db-seed.sh
- Pattern: The suite failed because \`npm test\` ran
  without \`npm run db:seed\` first.
- Guidance: Before the full suite, run \`npm run db:seed\`.
- Confidence: high
- Occurrences: 5
- First seen: 2026-02-20
- Last seen: 2026-04-19
`);
    expect(skipped).toEqual([]);
    expect(lessons).toEqual([
      {
        line: 3,
        kind: 'prerequisite',
        title: 'Integration tests require a database seed',
        pattern: 'The suite failed because `npm test` ran without `npm run db:seed` first.',
        guidance: 'Before the full suite, run `npm run db:seed`.',
        scope: ['tests/integration/**', 'scripts/db-seed.sh'],
        reach: 'project',
        confidence: 'high',
        occurrences: 5,
        sessions: 1,
        wastedCalls: 0,
        evidence: [],
        firstSeen: '2026-02-20',
        lastSeen: '2026-04-19',
        phase: 'verify',
        dimension: 'behaviour',
      },
    ]);
  });

  it('keeps fingerprints that are hashes, and triggers that can be read', async () => {
    const entry = (id: number, ...fields: string[]) =>
      `## L-00${id}: a\n- Guidance: do it\n- Confidence: low\n${fields.join('\n')}\n\n`;
    const { lessons } = await read(
      entry(1, '- Fingerprint: 7e3e2cfb4cef504a', '- Trigger: Bash(python3 *) [failed 4, succeeded 1]') +
        entry(2, '- Fingerprint: made up', '- Trigger: anything at all', '- Phase: whenever') +
        entry(3, '- Trigger: Tool(*) [failed 0, succeeded 0, error "no{a,b}te"]') +
        entry(4, '- Trigger: Tool(*) [failed 0, succeeded 0, error "***"]'),
    );
    expect(lessons.map(({ fingerprint, trigger, phase }) => [fingerprint, trigger, phase])).toEqual([
      ['7e3e2cfb4cef504a', { rule: 'Bash(python3 *)', failed: 4, succeeded: 1 }, 'implement'],
      [undefined, undefined, undefined],
      [undefined, { rule: 'Tool(*)', failed: 0, succeeded: 0, error: 'no{a,b}te' }, 'implement'],
      [undefined, undefined, 'implement'],
    ]);
  });

  it('leaves out what is retired there, and what is broken, with the line', async () => {
    const { lessons, skipped } = await read(
      '## L-001: a\n- Guidance: do it\n- Status: retired\n\n## L-002: b\n- Confidence: certain\n- Guidance: do it\n',
    );
    expect(lessons).toEqual([]);
    expect(skipped).toEqual([
      { line: 6, reason: 'L-002 is left alone: Confidence must be low, medium or high' },
      { line: 1, reason: 'L-001 is retired there' },
    ]);
  });

  it('in the middle of a merge is refused', () => {
    expect(() => learnings.read('<<<<<<< HEAD\n## L-001: a\n- Guidance: do it\n', 'x.md')).toThrow(
      'x.md:1: the file has an unresolved',
    );
  });
});
