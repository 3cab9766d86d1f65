import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression, matchExpression } from '../../../src/lessons/triggers/expression.ts';

function matches(source: string, text: string): boolean | string {
  const expression = compileExpression(source);
  return 'reason' in expression ? expression.reason : matchExpression(expression, text.toLowerCase());
}

describe('an expression', () => {
  it.each([
    ['exit code \\d+', 'exit code 12', true],
    ['exit code \\d+', 'exit code x', false],
    ['^npm err!', 'ok\nnpm ERR! x', true],
    ['^npm err!', 'an npm ERR! x', false],
    ['done$', 'is done\nend', true],
    ['done$', 'is done.\nend', false],
    ['no such file', 'No such\nfile', true],
    ['tag.*gone', 'tag x\nis gone', true],
    ['(?:pull|push) backoff', 'image PUSH backoff', true],
    ['(?<what>pull|push)backoff', 'imagepullbackoff', true],
    ['tag-[0-9a-f]{7,40} unknown', 'tag-3f2a91c unknown', true],
    ['tag-[0-9a-f]{7,40} unknown', 'tag-3f2a91 unknown', false],
    ['port [^ 0-9]+ taken', 'port http taken', true],
    ['port [^ 0-9]+ taken', 'port 80 taken', false],
    ['\\bcat\\b', 'a cat.', true],
    ['\\bcat\\b', 'concatenate', false],
    ['colou?r', 'color', true],
    ['a{2}bc', 'aabc', true],
    ['x[A-Z]-yz', 'xq-yz', true],
    ['x[\\]\\-]yz', 'x-yz', true],
    ['ab\\.cd\\(\\)', 'ab.cd()', true],
    ['\\u0041\\x62c', 'abc', true],
    ['[\\D]xy', '1xy', false],
    ['ÄRGER', 'großer ärger', true],
  ])('%s in %j: %s', (source, text, expected) => {
    expect(matches(source, text)).toBe(expected);
  });

  it.each([
    ['(ab', 'a bracket is not closed'],
    ['ab)', 'a bracket is closed that was not opened'],
    ['[ab', '[ is not closed'],
    ['*ab', 'nothing to repeat before *'],
    ['ab**', 'nothing to repeat'],
    ['ab[z-a]', 'a range in [ ] ends before it begins'],
    ['ab\\q', '\\q is not understood'],
    ['ab{101}', 'it repeats more than 100 times'],
    ['((((((((((ab){9}){9}){9}){9}){9}){9}){9}){9}){9}){9}', 'it repeats too much'],
    [`${'('.repeat(30)}ab${')'.repeat(30)}`, 'its brackets are nested too deeply'],
    ['ab++', 'possessive repetition is not understood'],
  ])('%s is refused: %s', (source, reason) => {
    expect(matches(source, '')).toBe(reason);
  });

  it('matches what the engine of the language matches', () => {
    const atom = fc.constantFrom('ab', 'b', '.', '\\d', '[ab]', '[^a]', '(?:a|b1)', '\\w', '1', ' ');
    const piece = fc
      .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{1,2}'))
      .map(([one, times]) => `(?:${one})${times}`);
    const part = fc.array(piece, { maxLength: 4 }).map((list) => list.join(''));
    const source = fc.tuple(fc.constantFrom('', '^'), part, part, fc.constantFrom('', '$')).map((list) => {
      return `${list[0]}${list[1]}ab${list[2]}${list[3]}`;
    });
    const text = fc.stringMatching(/^[ab1 ]{0,12}$/);
    fc.assert(
      fc.property(source, text, (each, words) => {
        expect(matches(each, words)).toBe(new RegExp(each).test(words));
      }),
      { numRuns: 1000 },
    );
  });

  it('takes a time that grows with the text, whatever it repeats', () => {
    const expression = compileExpression('(?:a+)+(?:ab|a*)*zz$');
    if ('reason' in expression) throw new Error(expression.reason);
    // An engine that goes back would need longer than the world is old.
    expect(matchExpression(expression, `${'a'.repeat(20_000)}zzb`)).toBe(false);
  });

  it('compiles or refuses any text, and never throws', () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (source) => typeof matches(source, 'abc') !== 'undefined'));
  });
});
