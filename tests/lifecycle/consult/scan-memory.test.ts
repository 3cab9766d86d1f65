import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanMemory } from '../../../src/lifecycle/consult/scan-memory.ts';
import type { EntryHead } from '../../../src/memory/entry-lesson.ts';
import { parseMemory } from '../../../src/memory/memory.ts';
import { entryText } from '../memories.ts';

const PATH = '/harbour/.memory/harness-learnings.md';
const isVerify = (head: EntryHead) => (head.phase === 'verify' ? head.id : undefined);
const entry = (id: string, fields: Record<string, string> = {}) => entryText(id, fields);

/** Lines that mean something in this format, and text around them, in any order. */
const line = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '## L-001: one',
      '## L-002: two',
      '## L-003: three',
      '## L-0044: far',
      '## L-5',
      '## L-6:',
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '- Phase: verify',
      '- Phase: implement',
      '* **Phase:** verify',
      '- Guidance: Run `make seed`.',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '- Scope: src/**, docs',
      '- Confidence: high',
      '- Confidence: certain',
      '- Status: retired',
      '- Kind: path',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '- Occurrences: many',
      '- Fingerprint: abc',
      '- Dimension: architecture',
      'Promoted: docs/x.md',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '```',
      '~~~',
      '<!--',
      '-->',
      '<!-- - Phase: verify -->',
      '  more',
      'lazy',
      '',
      '# Notes',
      '## Other',
    ),
  },
  fc.string({ unit: 'grapheme', maxLength: 10 }),
);
const anyText = fc.record({
  mark: fc.constantFrom('', '\uFEFF'),
  eol: fc.constantFrom('\n', '\r\n'),
  lines: fc.array(line, { maxLength: 40 }),
});

describe('scanMemory', () => {
  it('chooses what reading the whole file would choose, and gives it whole', () => {
    fc.assert(
      fc.property(anyText, ({ mark, eol, lines }) => {
        const text = mark + lines.join(eol) + eol;
        const whole = parseMemory(text, PATH);
        const scan = scanMemory(text, PATH, isVerify);
        expect(scan.chosen.map((chosen) => chosen.entry)).toEqual(whole.entries.filter(isVerify));
        for (const { entry: lesson, match } of scan.chosen) expect(match).toBe(lesson.id);
        // What it says is what the whole says; of entries that it did not read, it says nothing.
        expect(whole.notices).toEqual(expect.arrayContaining(scan.notices));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads no entry that is not wanted', () => {
    const broken = entry('L-002', { Occurrences: 'many' });
    const text = entry('L-001', { Phase: 'verify' }) + broken;
    expect(scanMemory(text, PATH, isVerify)).toMatchObject({ count: 2, chosen: [{ match: 'L-001' }], notices: [] });
    const asked = scanMemory(text, PATH, (head) => head.id);
    expect(asked.chosen.map(({ match }) => match)).toEqual(['L-001']);
    expect(asked.notices).toEqual([
      { code: 'broken-entry', message: 'L-002 is left alone: Occurrences must be a number', path: PATH, line: 18 },
    ]);
  });

  it('says what is broken in a heading or a head, with its line, and goes on with the others', () => {
    const text = `${entry('L-001', { Confidence: 'certain' })}## L-2\n- Guidance: x\n${entry('L-003', { Phase: 'verify' })}`;
    const { chosen, notices } = scanMemory(text, PATH, isVerify);
    expect(chosen.map(({ match }) => match)).toEqual(['L-003']);
    expect(notices.map(({ line: at, message }) => `${at}: ${message}`)).toEqual([
      '7: L-001 is left alone: Confidence must be low, medium or high',
      '11: an entry is left alone: the heading must read `## L-NNN: title`',
    ]);
  });

  it('tells entries apart that have one number', () => {
    const text =
      entry('L-001', { Phase: 'verify' }) + entry('L-001', { Phase: 'verify', Guidance: 'Run `make dock`.' });
    const { chosen, notices } = scanMemory(text, PATH, isVerify);
    expect(chosen.map(({ match }) => match)).toEqual(['L-001', 'L-002']);
    expect(notices).toMatchObject([{ code: 'duplicate-id' }]);
  });

  it('refuses a file in the middle of a merge', () => {
    expect(() => scanMemory('<<<<<<< ours\n', PATH, isVerify)).toThrow('unresolved merge conflict');
  });
});
