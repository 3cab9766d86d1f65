import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBlock, findHeadroomBlock, removeBlock, replaceBlock } from '../../src/delivery/markers.ts';

const START = '<!-- hardwon:learn:start -->';
const END = '<!-- hardwon:learn:end -->';

/** Files as people write them: our markers only in code, where they do not count. */
const anyFile = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          '# Harbour',
          '',
          '- a rule',
          '```',
          '~~~',
          '<!-- note -->',
          '    <!-- hardwon:learn:start -->',
          `in text ${START}`,
          '\uFEFF',
          '\r',
          'ü',
        ),
        fc.string({ unit: 'grapheme', maxLength: 10 }).filter((text) => !text.includes('hardwon')),
      ),
      fc.constantFrom('\n', '\r\n', ''),
    ),
    { maxLength: 12 },
  )
  .map((lines) => lines.flat().join(''));
/** What a block may hold: anything but markers and fences. */
const anyInner = fc
  .array(fc.constantFrom('## Lessons', '- use uv', '', '- a `b` c', '  deep', '<!-- x -->', '### More'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((lines) => lines.join('\n'))
  .filter((inner) => inner.trim() !== '');

describe('replaceBlock', () => {
  it('keeps every byte of a file without a block, and can be taken back exactly', () => {
    fc.assert(
      fc.property(anyFile, anyInner, (file, inner) => {
        const after = replaceBlock(file, inner, 'f');
        expect(after.startsWith(file)).toBe(true);
        expect(after.endsWith('\n')).toBe(file.endsWith('\n') || file === '' || file === '\uFEFF');
        expect(removeBlock(after, 'f')).toBe(file);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps every byte outside the markers, wherever the block is and however often it is replaced', () => {
    fc.assert(
      fc.property(
        anyFile,
        anyFile,
        anyInner,
        anyInner,
        fc.constantFrom('\n', '\r\n'),
        (above, below, first, second, eol) => {
          // A fence left open above would be closed by one below, and make the block code.
          fc.pre(!/```|~~~/.test(above));
          const head = `${above}${above === '' || above.endsWith('\n') ? '' : eol}${START}${eol}`;
          const tail = `${END}${eol}${below}`;
          const one = replaceBlock(head + tail, first, 'f');
          const two = replaceBlock(one, second, 'f');
          for (const text of [one, two]) {
            expect(text.startsWith(head)).toBe(true);
            expect(text.endsWith(tail)).toBe(true);
          }
          expect(findBlock(one, 'f')?.inner).toBe(first);
          expect(findBlock(one, 'f')?.isAsWritten).toBe(true);
          expect(replaceBlock(two, second, 'f')).toBe(two);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('uses the line endings of the file', () => {
    const after = replaceBlock('# Rules\r\n\r\nOne.\r\n', 'a\nb', 'f');
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(after).toMatch(
      /One\.\r\n\r\n<!-- hardwon:learn:start -->\r\na\r\nb\r\n<!-- hardwon:hash [0-9a-f]{8} -->\r\n<!-- hardwon:learn:end -->\r\n$/,
    );
  });

  it('leaves a block alone that a formatter rewrapped, if it says the same', () => {
    const text = replaceBlock('', '*Written by us*\n\n- use `uv`\n- and more', 'f');
    const formatted = text
      .replace('*Written by us*', '_Written by us_')
      .replace('- use', '* use')
      .replace('and more', 'and\n  more');
    expect(findBlock(formatted, 'f')?.isAsWritten).toBe(true);
    expect(replaceBlock(formatted, '*Written by us*\n\n- use `uv`\n- and more', 'f')).toBe(formatted);
  });

  it('takes no block that could not be found again', () => {
    expect(() => replaceBlock('', `a\n${END}\nb`, 'f')).toThrow('neither markers nor code fences');
    expect(() => replaceBlock('', 'a\n```\nb', 'f')).toThrow('neither markers nor code fences');
  });
});

describe('findBlock', () => {
  it('sees edits by hand', () => {
    const text = replaceBlock('', '- use uv', 'f');
    const edited = (from: string, to: string) => findBlock(text.replace(from, to), 'f')?.isAsWritten;
    expect(edited('- use uv', '- use uv')).toBe(true);
    expect(edited('- use uv', '- use uv!')).toBe(false);
    expect(edited('- use uv\n', '- use uv\n- and mine\n')).toBe(false);
    expect(edited('- use uv\n', '')).toBe(true);
    expect(edited(/<!-- hardwon:hash .*\n/.exec(text)?.[0] ?? '', '')).toBe(false);
  });

  it('knows markers with remarks, and an empty block that the user put where it should go', () => {
    const text = '# Top\n<!--hardwon:learn:start hash=abc -->\n<!-- hardwon:learn:end -->\nmore\n';
    expect(findBlock(text, 'f')).toMatchObject({ startLine: 2, endLine: 3, inner: '', isAsWritten: true });
  });

  it.each([
    ['a start without an end', `a\n${START}\nb\n`, 'CLAUDE.md:2', 'without an end'],
    ['an end without a start', `a\n\n${END}\n`, 'CLAUDE.md:3', 'without a start'],
    ['the wrong order', `${END}\n${START}\n`, 'CLAUDE.md:1', 'without a start'],
    ['two starts', `${START}\n${START}\n${END}\n`, 'CLAUDE.md:2', 'second hardwon start'],
    ['two ends', `${START}\n${END}\n${END}\n`, 'CLAUDE.md:3', 'second hardwon end'],
    ['two blocks', `${START}\n${END}\n${START}\n${END}\n`, 'CLAUDE.md:3', 'second hardwon start'],
    ['text on the line of a marker', `${START} mine\n${END}\n`, 'CLAUDE.md:1', 'shares its line'],
  ])('refuses %s and names the line', (_, text, place, what) => {
    const refusal = expect.objectContaining({
      code: 'broken-file',
      message: expect.stringMatching(`${place}.*${what}`),
    });
    expect(() => findBlock(text, 'CLAUDE.md')).toThrow(refusal);
    expect(() => replaceBlock(text, 'x', 'CLAUDE.md')).toThrow(refusal);
    expect(() => removeBlock(text, 'CLAUDE.md')).toThrow(refusal);
  });

  it('does not count markers in code', () => {
    expect(findBlock(`\`\`\`md\n${START}\n${END}\n\`\`\`\n    ${START}\nsee ${END}\n`, 'f')).toBeUndefined();
    const both = `~~~\n${START}\n~~~\n${START}\nx\n${END}\n`;
    expect(findBlock(both, 'f')).toMatchObject({ startLine: 4, inner: 'x' });
  });
});

describe('a fence that the user put between the markers', () => {
  it('does not hide the end of the block', () => {
    const text = `${START}\n\`\`\`\nmine\n${END}\nmore\n\`\`\`\n`;
    expect(findBlock(text, 'f')).toMatchObject({ endLine: 4, isAsWritten: false });
    expect(removeBlock(text, 'f')).toBe('more\n```\n');
  });
});

describe('removeBlock', () => {
  it('leaves the rest of a block in the middle as it is', () => {
    expect(removeBlock(`a\n\n${START}\nx\n${END}\n\nb`, 'f')).toBe('a\n\n\nb');
    expect(removeBlock('no block\n', 'f')).toBe('no block\n');
    expect(removeBlock(`\uFEFF${START}\nx\n${END}\n`, 'f')).toBe('\uFEFF');
  });
});

describe('findHeadroomBlock', () => {
  it('tells where Headroom wrote, and takes it for no block of ours', () => {
    const text = '# T\n<!-- headroom:learn:start -->\n## Headroom Learned Patterns\n<!-- headroom:learn:end -->\n';
    expect(findHeadroomBlock(text)).toBe(2);
    expect(findBlock(text, 'f')).toBeUndefined();
    expect(replaceBlock(text, 'x', 'f').startsWith(text)).toBe(true);
    expect(findHeadroomBlock('# T\n')).toBeUndefined();
  });
});
