import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripControls } from '../../src/shared/terminal.ts';

const ESC = '\u001b';
const ST = `${ESC}\\`;

describe('stripControls', () => {
  it.each([
    ['colours', `${ESC}[1;31mred${ESC}[0m text`, 'red text'],
    ['colours in one character', '\u009b31mred\u009b0m', 'red'],
    ['colours with colons', `${ESC}[38:2::255:0:0mred${ESC}[m`, 'red'],
    ['cursor and screen', `a${ESC}[2J${ESC}[Hb${ESC}[?25lc`, 'abc'],
    ['a title', `${ESC}]0;lantern\u0007text`, 'text'],
    ['a link', `${ESC}]8;;https://orchard.test${ST}fruit${ESC}]8;;${ST}`, 'fruit'],
    ['a link in single characters', '\u009d8;;https://orchard.test\u009cfruit', 'fruit'],
    ['a device string', `a${ESC}P1$r0m${ST}b`, 'ab'],
    ['application and privacy strings', `a${ESC}_x${ST}b${ESC}^y${ST}c${ESC}Xz${ST}d`, 'abcd'],
    ['a character set, a reset, a keypad mode', `a${ESC}(Bb${ESC}cc${ESC}=d`, 'abcd'],
    ['a lone escape', `a${ESC}`, 'a'],
    ['an escape before text that is none of its', `a${ESC}é`, 'aé'],
    ['a unterminated string: the text shows', `a${ESC}]0;hidden\nb`, 'a0;hidden\nb'],
    ['a sequence that is cut off', `a${ESC}[1;3`, 'a'],
    ['bells and backspaces', 'a\u0007b\u0008c\u0000d\u007fe', 'abcde'],
    ['Windows line breaks', 'a\r\nb\r\n', 'a\nb\n'],
    ['progress that was overwritten', '10%\r50%\r100%\n', '10%\n50%\n100%\n'],
    ['line and paragraph separators', 'a\u2028b\u2029c', 'a\nb\nc'],
    ['direction overrides', 'a\u202eb\u2066c\u2069\u200fd\u061c', 'abcd'],
    ['characters without width', 'to\u200bk\u2060e\ufeffn\u00ad', 'token'],
    ['tags that spell a hidden text', `ok${String.fromCodePoint(0xe0068, 0xe0069, 0xe007f)}!`, 'ok!'],
    ['variation selectors', `a${String.fromCodePoint(0xfe0f, 0xe0100)}b`, 'ab'],
  ])('removes %s', (_what, text, stripped) => {
    expect(stripControls(text)).toBe(stripped);
  });

  it.each(['plain', 'tab\tand\nline', 'žluťoučký 日本語 العربية', '😀 👍🏽', '─│└ ✓ → …', ''])(
    'leaves %j alone',
    (text) => {
      expect(stripControls(text)).toBe(text);
    },
  );

  /** What Unicode itself says. */
  const hidden = /[^\P{Cc}\n\t]|\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|[\u2028\u2029]/u;
  const pieces = fc.constantFrom(
    ESC,
    `${ESC}[`,
    `${ESC}]`,
    `${ESC}P`,
    '\u009b',
    '\u009d',
    '\u0090',
    '\u009c',
    ST,
    '\u0007',
    '0;',
    '31',
    'm',
    ' ',
    'a',
  );
  const texts = fc
    .array(
      fc.oneof(
        pieces,
        fc.string({ unit: 'binary', maxLength: 4 }),
        fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      ),
    )
    .map((parts) => parts.join(''));

  it('leaves nothing that is hidden or acts on a terminal, and does not change twice', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const stripped = stripControls(text);
        expect(stripped).not.toMatch(hidden);
        expect(stripControls(stripped)).toBe(stripped);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps every visible character outside of sequences', () => {
    const visible = fc.string({ unit: fc.constantFrom('a', 'Z', '0', ' ', '\n', '\t', 'é', '日', '😀'), maxLength: 8 });
    const sequence = fc.constantFrom(
      `${ESC}[31m`,
      `${ESC}]8;;x${ST}`,
      '\u200b',
      '\u202e',
      '\u0007',
      `${ESC}(B`,
      '\u009b2K',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(visible, sequence)), (parts) => {
        expect(stripControls(parts.flat().join(''))).toBe(parts.map(([text]) => text).join(''));
      }),
    );
  });

  it('ends on hostile texts of 200 kB', () => {
    for (const piece of [
      ESC,
      `${ESC}]`,
      `${ESC}]a`,
      '\u009d',
      '\u009daaa',
      `${ESC}[`,
      `${ESC}[;`,
      `${ESC} `,
      '\u0090\u200b',
      '\r',
    ]) {
      const text = piece.repeat(200_000 / piece.length);
      expect(stripControls(text)).not.toMatch(hidden);
      // A sequence may take the first letter as its last.
      expect(stripControls(piece + 'a'.repeat(200_000)).length).toBeGreaterThanOrEqual(199_999);
    }
  });
});
