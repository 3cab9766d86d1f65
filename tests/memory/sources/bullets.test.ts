import { describe, expect, it } from 'vitest';
import { noSection, offerSections, readBullets } from '../../../src/memory/sources/bullets.ts';

const text = `# Orchard

- a list above all sections

## 🐛 Gotchas

Some words.

- Run \`make press\` before the tests.
- Never edit \`gen/\`: it is written
  by \`make gen\`

1. Numbers are items, too

### Git commands

* [ ] Rebase, never merge

\`\`\`md
- not an item
\`\`\`

<!-- hardwon:learn:start -->
- known already (L-001, seen twice)
<!-- hardwon:learn:end -->

## Other

- something else
- an example:
  \`\`\`sh
  make all
  \`\`\`
`;

describe('lists of a section', () => {
  it('are lessons, those of its sub-sections included, up to the next section', () => {
    expect(readBullets(text, 'gotchas')).toEqual({
      kind: 'bullets',
      label: 'section "🐛 Gotchas"',
      lessons: [
        { line: 9, kind: 'preference', guidance: 'Run `make press` before the tests.' },
        { line: 10, kind: 'preference', guidance: 'Never edit `gen/`: it is written by `make gen`' },
        { line: 13, kind: 'preference', guidance: 'Numbers are items, too' },
        { line: 17, kind: 'command', guidance: 'Rebase, never merge' },
      ],
      skipped: [],
    });
  });

  it('with code are named and not taken', () => {
    const reading = readBullets(text, 'Other');
    expect(reading?.lessons.map(({ guidance }) => guidance)).toEqual(['something else']);
    expect(reading?.skipped).toEqual([{ line: 30, reason: 'holds a code block' }]);
  });

  it('are all lists of the file where no section is named, without the blocks of tools', () => {
    const all = readBullets(text)?.lessons.map(({ guidance }) => guidance);
    expect(all).toHaveLength(6);
    expect(all?.join()).not.toContain('known already');
  });

  it('of a section that is not there are none, and the error says which may be meant', () => {
    expect(readBullets(text, 'Gotcha')).toBeUndefined();
    expect(noSection('Othe', [text])).toMatchObject({
      code: 'not-found',
      hint: expect.stringContaining('Did you mean "Other"?'),
    });
    expect(noSection('Othe', ['no lists']).hint).toBe('No section there holds a list.');
  });

  it('are offered where their heading speaks of lessons', () => {
    expect(offerSections(text)).toEqual([{ title: '🐛 Gotchas', line: 5, items: 4 }]);
    expect(offerSections('## Lessons learned\n\nnone yet\n\n## Setup\n\n- install\n')).toEqual([]);
  });
});

describe('a rule of three items', () => {
  it('is one lesson, with its source and day', () => {
    const rules = `## Learned Rules & Patterns

- **Rule**: Always return None (not 0) for "no valid result"
- **When**: Implementing fallback versions of operations that can fail
- **Why**: Returning 0 can be confused with a valid result
  - **Source**: Learned on 2024-12-07 from test failure

- **Rule**: Close files that were opened
- **Why**: They pile up
- Sort the imports by hand
`;
    expect(readBullets(rules, 'Learned Rules & Patterns')?.lessons).toEqual([
      {
        line: 3,
        kind: 'preference',
        title: 'Always return None (not 0) for "no valid result"',
        guidance:
          'Always return None (not 0) for "no valid result". When: Implementing fallback versions of operations that can fail',
        pattern: 'Returning 0 can be confused with a valid result',
        origin: 'Learned on 2024-12-07 from test failure',
        firstSeen: '2024-12-07',
        lastSeen: '2024-12-07',
      },
      {
        line: 8,
        kind: 'preference',
        title: 'Close files that were opened',
        guidance: 'Close files that were opened',
        pattern: 'They pile up',
      },
      { line: 10, kind: 'preference', guidance: 'Sort the imports by hand' },
    ]);
    expect(offerSections(rules)).toMatchObject([{ title: 'Learned Rules & Patterns' }]);
  });
});

describe('hostile texts', () => {
  it.each([
    ['openings of comments', '<!-- a:start -->\n'],
    ['openings of fences', '```x\n'],
    ['headings', '## x\n'],
    ['items in items', '  - x\n'],
  ])('of 100,000 %s are read in one pass', (_, line) => {
    expect(readBullets(line.repeat(100_000), 'none')).toBeUndefined();
  });
});
