import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../src/lessons/lesson.ts';
import { type Entry, parseDocument } from '../../src/memory/document.ts';
import { fieldLines, findField } from '../../src/memory/edit-entry.ts';
import {
  decodeEvidence,
  decodeScope,
  decodeTrigger,
  encodeEvidence,
  encodeScope,
  encodeText,
  encodeTrigger,
} from '../../src/memory/field-values.ts';
import { makeEvidence } from './lessons.ts';

const anyString = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '## L-9: x',
        '- Guidance: y',
        '-->',
        '<!--',
        '"',
        '\\',
        ' [failed 1',
        '`',
        '@',
        '>',
        '#',
        '-',
        '\u202E',
        '\u{E0041}',
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
);

/** What a value is after a trip through a file. */
function throughFile(value: string): string {
  const text = ['## L-001: t', ...fieldLines('- Trigger:', value), '- Status: ready', '## L-002: u', ''].join('\n');
  const [first, second] = parseDocument(text).blocks as [Entry, Entry];
  expect([first.fields.map((field) => field.name), second.number]).toEqual([['Trigger', 'Status'], 2]);
  return findField(first, 'Trigger')?.value ?? '';
}

describe('values in the file', () => {
  it('hold any text on one line that starts nothing and hides nothing', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const encoded = encodeText(text);
        expect(encoded).not.toMatch(/[\p{Cc}\p{Cf}]|<!--|-->/u);
        expect(encodeText(encoded)).toBe(encoded);
        expect(throughFile(encoded)).toBe(encoded);
      }),
      { numRuns: 500 },
    );
  });

  it('bring any trigger back as it was', () => {
    const trigger = fc.record(
      {
        rule: fc.oneof(
          anyString.filter((rule) => rule.length > 0),
          fc.constantFrom('Bash(make *)', 'Bash(a) when cwd is b)', 'Bash(a) when cwd is .'),
        ),
        when: fc.oneof(
          anyString,
          fc.constantFrom('cwd is not .', 'Bash(a) has not run and without -x', 'cwd is a) when cwd is b'),
        ),
        error: anyString,
        failed: fc.nat(999_999),
        succeeded: fc.nat(99),
      },
      { requiredKeys: ['rule', 'failed', 'succeeded'] },
    );
    fc.assert(
      fc.property(trigger, (any) => {
        expect(decodeTrigger(throughFile(encodeTrigger(any)))).toEqual(any);
      }),
      { numRuns: 500 },
    );
    expect(encodeTrigger({ rule: 'Bash(python3 *)', failed: 5, succeeded: 1 })).toBe(
      'Bash(python3 *) [failed 5, succeeded 1]',
    );
    expect(encodeTrigger({ rule: 'Edit(**)', when: 'file not read', failed: 5, succeeded: 1 })).toBe(
      'Edit(**) when file not read [failed 5, succeeded 1]',
    );
    expect(decodeTrigger('Bash(make *)')).toEqual({ rule: 'Bash(make *)', failed: 0, succeeded: 0 });
  });

  it('bring any evidence back as it was', () => {
    const part = anyString.map((text) => text.replace(/\p{Cs}/gu, '')).filter((text) => text !== '');
    const place = { agent: part, session: part, at: part };
    const evidence: fc.Arbitrary<Evidence> = fc.oneof(
      fc.record({ ...place, call: part, fix: part }),
      fc.record({ ...place, call: part, message: part }),
      fc.record({ ...place, message: part }),
    );
    fc.assert(
      fc.property(evidence, (any) => {
        expect(decodeEvidence(throughFile(encodeEvidence([any], 1)))).toEqual([any]);
      }),
      { numRuns: 500 },
    );
  });

  it('bring scopes back, also those with commas', () => {
    const scope = ['src/{api,web}/**', 'odd{', 'pair}', 'docs/a, b.md', '(drafts)', 'x'];
    expect(decodeScope(throughFile(encodeScope(scope)))).toEqual(scope);
    expect(encodeScope(['src/{api,web}/**', 'x'])).toBe('src/{api,web}/**, x');
    expect(decodeScope(encodeScope([]))).toEqual([]);
    expect(decodeScope('a,b ,  `c`')).toEqual(['a', 'b', 'c']);
  });
});

describe('encodeEvidence', () => {
  it('is short and says how much it leaves out', () => {
    const all = Array.from({ length: 23 }, (_, n) => makeEvidence(n + 1));
    const lines = encodeEvidence(all.toReversed(), 30).split('\n');
    expect(lines[0]).toBe('the newest 20 of 30 calls');
    expect(lines.length).toBe(21);
    expect(lines[1]).toBe('claude-code/s0#toolu_4>toolu_4b@2026-02-04T08:00:00.000Z');
    expect(lines[20]).toBe('claude-code/s1#toolu_23>toolu_23b@2026-02-23T08:00:00.000Z');
    expect(encodeEvidence([], 1)).toBe('the newest 0 of 1 calls');
  });

  it('says that it counts messages where there are no calls', () => {
    const said: Evidence = { agent: 'codex', session: 's1', message: 'm!1', at: '2026-03-02T08:00:00.000Z' };
    expect(encodeEvidence([said], 1)).toBe('1 message\ncodex/s1#!m%211@2026-03-02T08:00:00.000Z');
    expect(encodeEvidence([said, makeEvidence(1)], 2)).toMatch(/^2 calls\n/);
  });
});
