import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendEntries, type Entry, parseDocument, serialiseDocument, startLines } from '../../src/memory/document.ts';
import { findField, setField, setHeading } from '../../src/memory/edit-entry.ts';

const TWO = `# Learnings

## L-003: Integration tests need a seeded database
- Phase: verify
- Dimension: maintainability
- Scope: tests/integration/**, scripts/db-seed.sh
- Pattern: The suite failed because it ran without
  \`npm run db:seed\` first.
- Guidance: Run
\`npm run db:seed\` before the suite.
- Confidence: high
- Occurrences: 5
- First seen: 2026-02-20
- Last seen: 2026-04-19
Promoted: docs/testing.md

Seen on the build machine too.

## L-007: Lantern reads its port from the environment
* **Guidance:** set LANTERN_PORT
`;

/** Pieces that mean something in this format, in any order: what people and merges make of a file. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '## L-001: one',
          '## L-002: two',
          '## L-x',
          '## L-12',
          '## Notes',
          '# Top',
          '### deep',
          '- Guidance: do it',
          '- Occurrences: 3',
        ],
        ...[
          '  more of it',
          'lazy line',
          '```',
          '```sh',
          '~~~',
          '<!--',
          '-->',
          '<!-- hardwon: next L-009 -->',
          '- x',
          '',
          '\uFEFF',
          '\t',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { maxLength: 30 },
  )
  .chain((lines) =>
    fc
      .array(fc.constantFrom('\n', '\r\n', ''), { minLength: lines.length, maxLength: lines.length })
      .map((ends) => lines.map((line, i) => line + ends[i]).join('')),
  );

describe('parseDocument', () => {
  it('gives back any text byte for byte', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(serialiseDocument(parseDocument(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('finds entries, fields in any style, and values over several lines', () => {
    const [, first, second] = parseDocument(TWO).blocks as [unknown, Entry, Entry];
    expect([first.number, first.title]).toEqual([3, 'Integration tests need a seeded database']);
    expect(findField(first, 'pattern')?.value).toBe('The suite failed because it ran without `npm run db:seed` first.');
    expect(findField(first, 'Guidance')?.value).toBe('Run `npm run db:seed` before the suite.');
    expect(findField(first, 'Last seen')?.value).toBe('2026-04-19');
    expect(findField(first, 'Promoted')?.value).toBe('docs/testing.md');
    expect([first.hasProse, second.hasProse]).toEqual([true, false]);
    expect(findField(second, 'Guidance')?.value).toBe('set LANTERN_PORT');
  });

  it('reads no entries in comments and in fenced examples of the header', () => {
    const text = '# T\n```\n## L-001: example\n```\n<!--\n## L-002: out for now\n-->\n## L-003: real\n- Guidance: x\n';
    expect(entriesOf(text)).toEqual([3]);
  });

  it('lets a forgotten fence or comment of one entry hide no other', () => {
    const fence = '## L-001: a\n- Guidance: x\n```sh\nnpm test\n## L-002: b\n- Guidance: y\n```\n';
    const comment = '## L-001: a\n<!-- never closed\n## L-002: b\n- Guidance: y\n';
    expect([entriesOf(fence), parseDocument(fence).unclosed]).toEqual([
      [1, 2],
      [3, 7],
    ]);
    expect([entriesOf(comment), parseDocument(comment).unclosed]).toEqual([[1, 2], [2]]);
  });

  it('ends an entry at a section of the user, and not at its own sub-headings', () => {
    const text = '## L-001: a\n### Why\nbecause\n## Notes\ntext\n';
    expect(parseDocument(text).blocks.map((block) => [block.type, block.lines.length])).toEqual([
      ['entry', 3],
      ['prose', 2],
    ]);
  });

  it('takes a file that only opens fences in its stride', () => {
    const text = '~~~a\n'.repeat(200_000);
    expect(parseDocument(text).unclosed).toHaveLength(200_000);
  });
});

describe('setField', () => {
  it('changes the lines of one field in one entry, whatever else is in the file', () => {
    const entry = '## L-500: ours\n- Guidance: old words\n  and more\n- Occurrences: 1\n';
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom('\n', '\r\n'), (above, below, eol) => {
        const head = above === '' ? '' : `${above}${eol}`;
        const text = `${head}${entry.replaceAll('\n', eol)}## Below${eol}${below}`;
        const document = parseDocument(text);
        const block = document.blocks.find((one): one is Entry => one.type === 'entry' && one.number === 500);
        // Inside a comment or an example of the text above it is no entry, and nothing finds it.
        fc.pre(block !== undefined);
        const changed = setField(block as Entry, 'Guidance', 'new words', eol);
        const after = serialiseDocument({
          ...document,
          blocks: document.blocks.map((one) => (one === block ? changed : one)),
        });
        const at = text.lastIndexOf('- Guidance: old words', text.lastIndexOf('- Occurrences: 1'));
        const old = `- Guidance: old words${eol}  and more${eol}`;
        expect(text.slice(at, at + old.length)).toBe(old);
        expect(after).toBe(`${text.slice(0, at)}- Guidance: new words${eol}${text.slice(at + old.length)}`);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps bullet and bold, and puts a new field where the order wants it', () => {
    const [, first, second] = parseDocument(TWO).blocks as [unknown, Entry, Entry];
    expect(setField(second, 'Guidance', 'ask', '\n').lines.at(-1)).toBe('* **Guidance:** ask\n');
    const added = setField(first, 'Kind', 'prerequisite', '\n').lines;
    expect(added.indexOf('- Kind: prerequisite\n')).toBe(added.indexOf('- Last seen: 2026-04-19\n') + 1);
  });

  it('takes a field out with all its lines', () => {
    const [, first] = parseDocument(TWO).blocks as [unknown, Entry];
    const text = setField(first, 'Pattern', undefined, '\n').lines.join('');
    expect(text).toBe(first.lines.join('').replace(/- Pattern:.*\n.*\n/, ''));
  });

  it('leaves a file without a final newline without one', () => {
    const entry = parseDocument('## L-001: a\n- Guidance: x').blocks[0] as Entry;
    expect(setField(entry, 'Guidance', 'y', '\n').lines.join('')).toBe('## L-001: a\n- Guidance: y');
    expect(setField(entry, 'Status', 'ready', '\n').lines.join('')).toBe('## L-001: a\n- Guidance: x\n- Status: ready');
    expect(setHeading(entry, 'L-002', 'b', '\n').lines.join('')).toBe('## L-002: b\n- Guidance: x');
  });

  it('keeps the byte order mark of a file that starts with the entry', () => {
    const entry = parseDocument('\uFEFF## L-001: a\r\n- Guidance: x\r\n').blocks[0] as Entry;
    expect(setHeading(entry, 'L-002', 'b', '\r\n').lines.join('')).toBe('\uFEFF## L-002: b\r\n- Guidance: x\r\n');
  });
});

describe('appendEntries', () => {
  it('adds to any text without changing a byte of it, and finds what it added', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const before = parseDocument(text);
        const after = appendEntries(before, [
          ['## L-900: new', '- Guidance: go'],
          ['## L-901: newer', '- Guidance: go'],
        ]);
        expect(serialiseDocument(after).startsWith(text)).toBe(true);
        expect(after.blocks.slice(-2).map((block) => block.type === 'entry' && block.number)).toEqual([900, 901]);
        expect(/\n$/.test(serialiseDocument(after))).toBe(/\n$/.test(text) || text === '' || text === '\uFEFF');
      }),
      { numRuns: 300 },
    );
  });
});

describe('startLines', () => {
  it('counts from 1', () => {
    expect(startLines(parseDocument(TWO))).toEqual([1, 3, 19]);
  });
});

function entriesOf(text: string): (number | undefined)[] {
  return parseDocument(text).blocks.flatMap((block) => (block.type === 'entry' ? [block.number] : []));
}
