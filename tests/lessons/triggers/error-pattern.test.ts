import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPattern } from '../../../src/lessons/triggers/error-pattern.ts';
import { matchGlob, parseGlob } from '../../../src/lessons/triggers/glob.ts';

function patternOf(text: string): string | undefined {
  const reading = readPattern(text);
  return 'pattern' in reading ? reading.pattern : undefined;
}

describe('what an error says', () => {
  it.each([
    ['manifest unknown', 'manifest unknown'],
    ['No such file, sorry.', 'No such file\\, sorry.'],
    ['Image.*BackOff', 'Image*BackOff'],
    ['exit code \\d+', 're:exit code \\d+'],
    ['^Unauthorized$', 're:^Unauthorized$'],
    ['/^code \\d+$/', 're:^code \\d+$'],
    ['\\bword\\b', 're:\\bword\\b'],
    ['npm (?:ERR!|error) code E[A-Z]{3,}', 're:npm (?:ERR!|error) code E[A-Z]{3,}'],
    ['/var/run/', '/var/run/'],
    ['expected [object Object]', 'expected [object Object]'],
    ['what? C++ (x) items[0]', 'what? C++ (x) items[0]'],
    ['C:\\build\\data is missing', 'C:\\build\\data is missing'],
    ['colou?r', 'colou?r'],
    ['a||b', 'a||b'],
    ['re: no such host', '*re: no such host'],
    ['401|Unauthorized', '{401,Unauthorized}'],
    ['Image(Pull|Push)BackOff', 'Image{Pull,Push}BackOff'],
    ['(?:denied|refused)', '{denied,refused}'],
    ['HTTP 403 (Forbidden)', 'HTTP 403 (Forbidden)'],
    ['cannot open \\[lock\\]', 'cannot open [lock]'],
  ])('%j becomes %j', (text, pattern) => {
    expect(patternOf(text)).toBe(pattern);
  });

  it.each([
    ['(a+)+$'],
    ['(x|y)*z'],
    ['(\\w+)\\s\\1'],
    ['(?=secret)word'],
    ['[a-z]{2,}'],
    ['(?<!x)word'],
    ['(?i)word.*'],
    ['word{1,9999}x+'],
    ['(?:word.*'],
    ['\\p{L}word'],
    ['.*'],
    [''],
    ['   '],
    ['\u0007bell'],
    ['x'.repeat(201)],
  ])('%j is not taken over', (text) => {
    expect(patternOf(text)).toBeUndefined();
  });

  it('that is plain text matches itself and nothing shorter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9 ,.:'/_-]{1,60}$/), (text) => {
        const pattern = patternOf(text);
        if (pattern === undefined) return !/[A-Za-z0-9].*[A-Za-z0-9]/.test(text);
        const glob = parseGlob(pattern);
        return glob !== undefined && matchGlob(glob, text) && !matchGlob(glob, text.slice(1));
      }),
    );
  });

  it('says why it is refused', () => {
    expect(readPattern('(\\w+) is \\1')).toEqual({ reason: 'a back reference cannot be matched in linear time' });
    expect(readPattern('(?=secret)word')).toMatchObject({ reason: expect.stringContaining('looking ahead or behind') });
    expect(readPattern('[a-z]+')).toEqual({ reason: 'it names no text that every such error has' });
  });
});
