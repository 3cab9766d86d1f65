import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFault, kindOfHeading, makeTitle, normaliseText } from '../../../src/memory/sources/lesson-texts.ts';

describe('guidance', () => {
  it('must say something, and fit a line of a context file', () => {
    expect(findFault('Run it')).toBeUndefined();
    expect(findFault('Run')).toBe('says too little');
    expect(findFault('***')).toBe('says too little');
    expect(findFault('word '.repeat(200))).toBeUndefined();
    expect(findFault('word '.repeat(201))).toBe('is longer than 1,000 characters');
  });

  it('of the same words is the same, whatever its marks', () => {
    expect(normaliseText('**Use** `uv run`,  not “pip”.')).toBe(normaliseText('use uv run, not "pip"'));
    expect(normaliseText('a — b → c')).toBe(normaliseText('a -- b -> c'));
    expect(normaliseText('use --yes')).not.toBe(normaliseText('use yes'));
    fc.assert(fc.property(fc.string(), (text) => normaliseText(normaliseText(text)) === normaliseText(text)));
  });
});

describe('a title', () => {
  it('is the first sentence, cut between words, with its code marks closed', () => {
    expect(makeTitle('Use `make press.all` here. It is slow.')).toBe('Use `make press.all` here');
    expect(makeTitle('**Python**: use uv')).toBe('Python: use uv');
    const long = makeTitle(`Before the tests, run \`${'very '.repeat(30)}long\``);
    expect(long.length).toBeLessThanOrEqual(82);
    expect(long.endsWith('very`…')).toBe(true);
  });

  it('is one line of bounded length, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => makeTitle(text).length <= 82));
  });
});

describe('the kind of a heading', () => {
  it.each([
    ['File Path Corrections', 'path'],
    ['Known Large Files', 'large-file'],
    ['Retry Patterns', 'retry'],
    ['Missing Paths', 'missing-path'],
    ['Build & Testing', 'command'],
    ['Code style', 'convention'],
    ['Runtime environment', 'environment'],
    ['Research on TypeScript', 'preference'],
    ['', 'preference'],
  ])('%j is %s', (heading, kind) => {
    expect(kindOfHeading(heading)).toBe(kind);
  });
});
