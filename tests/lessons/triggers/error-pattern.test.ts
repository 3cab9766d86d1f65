import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isErrorPattern, toErrorPattern } from '../../../src/lessons/triggers/error-pattern.ts';
import { matchGlob, parseGlob } from '../../../src/lessons/triggers/glob.ts';

describe('what an error says', () => {
  it.each([
    ['manifest unknown', 'manifest unknown'],
    ['No such file, sorry.', 'No such file\\, sorry.'],
    ['Image.*BackOff', 'Image*BackOff'],
    ['exit code \\d+', 'exit code *'],
    ['^Unauthorized$', 'Unauthorized'],
    ['401|Unauthorized', '{401,Unauthorized}'],
    ['Image(Pull|Push)BackOff', 'Image{Pull,Push}BackOff'],
    ['(?:denied|refused)', '{denied,refused}'],
    ['HTTP 403 (Forbidden)', 'HTTP 403 (Forbidden)'],
    ['cannot open \\[lock\\]', 'cannot open [lock]'],
  ])('%j becomes %j', (text, pattern) => {
    expect(toErrorPattern(text)).toBe(pattern);
  });

  it.each([
    ['(a+)+$'],
    ['(x|y)*z'],
    ['(\\w+)\\s\\1'],
    ['(?=secret)word'],
    ['[a-z]{2,}'],
    ['\\bword\\b'],
    ['colou?r'],
    ['.*'],
    ['a||b'],
    [''],
    ['   '],
    ['\u0007bell'],
    ['x'.repeat(201)],
  ])('%j is not taken over', (text) => {
    expect(toErrorPattern(text)).toBeUndefined();
  });

  it('that is plain text matches itself and nothing shorter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9 ,.:'/_-]{1,60}$/), (text) => {
        const pattern = toErrorPattern(text);
        if (pattern === undefined) return !/[A-Za-z0-9]/.test(text);
        const glob = parseGlob(pattern);
        return glob !== undefined && matchGlob(glob, text) && !matchGlob(glob, text.slice(1));
      }),
    );
  });

  it('that is taken over is a pattern, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const pattern = toErrorPattern(text);
        return pattern === undefined || isErrorPattern(pattern);
      }),
    );
  });
});
