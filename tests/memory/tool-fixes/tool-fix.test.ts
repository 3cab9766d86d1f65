import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeErrorPattern,
  fixOf,
  lessonOfFix,
  readErrorPattern,
  type ToolFix,
} from '../../../src/memory/tool-fixes/tool-fix.ts';

const fix: ToolFix = {
  tool: 'deploy',
  errorPattern: 'manifest unknown: <any> not found',
  rootCause: 'the short hash is no tag',
  fix: 'use the full hash',
  commands: ['git rev-parse HEAD'],
};

describe('a tool fix', () => {
  it('is a lesson that says when it applies', () => {
    expect(lessonOfFix(fix, 'fix saved on 2026-03-01', '2026-03-01')).toMatchObject({
      kind: 'tool-use',
      title: '`deploy`: use the full hash',
      pattern: 'the short hash is no tag',
      guidance:
        'When `deploy` fails with "manifest unknown: <any> not found": use the full hash. Commands: `git rev-parse HEAD`.',
      trigger: { rule: 'Tool(deploy)', error: 'manifest unknown: * not found' },
      status: 'ready',
      confidence: 'medium',
    });
  });

  it('is found again in its lesson', () => {
    const text = fc
      .stringMatching(/^[A-Za-z][A-Za-z0-9 ,/-]{0,38}[A-Za-z0-9]$/)
      .map((words) => words.replace(/ +/g, ' '));
    const any = fc.record({
      tool: fc.constantFrom('deploy', 'kubectl', '*', 'mcp__quay__tags'),
      errorPattern: text,
      rootCause: text,
      fix: text,
      commands: fc.array(text, { maxLength: 3 }),
    });
    fc.assert(fc.property(any, (one) => void expect(fixOf(lessonOfFix(one, 'x', '2026-03-01'))).toEqual(one)));
  });

  it('keeps the words of a person who reworded the lesson', () => {
    const lesson = lessonOfFix(fix, 'x', '2026-03-01');
    expect(fixOf({ ...lesson, guidance: 'Always take all 40 signs.' })).toMatchObject({
      fix: 'Always take all 40 signs',
      commands: [],
    });
  });

  it('is none without an error, or of a rule for other calls', () => {
    const { trigger } = lessonOfFix(fix, 'x', '2026-03-01');
    expect(fixOf({ pattern: '', guidance: 'x' })).toBeUndefined();
    expect(
      fixOf({ pattern: '', guidance: 'x', trigger: { rule: 'Tool(deploy)', failed: 0, succeeded: 0 } }),
    ).toBeUndefined();
    expect(
      trigger && fixOf({ pattern: '', guidance: 'x', trigger: { ...trigger, rule: 'Bash(deploy *)' } }),
    ).toBeUndefined();
  });

  it('is refused where it could not be found again', () => {
    expect(() => lessonOfFix({ ...fix, tool: 'rm -rf' }, '', '')).toThrow('is not a valid tool name');
    expect(() => lessonOfFix({ ...fix, errorPattern: '(a+)+$' }, '', '')).toThrow('names no text');
    expect(() => lessonOfFix({ ...fix, errorPattern: '<any>' }, '', '')).toThrow('about every error');
  });
});

describe('readErrorPattern', () => {
  it.each([
    ['manifest unknown', 'manifest unknown'],
    ['no  such\n file', 'no such file'],
    ['<path> is not a tag', '* is not a tag'],
    ['line <n>: <any> failed', 'line *: * failed'],
    ['timeout after \\d+ s', 're:timeout after \\d+ s'],
    ['line <n>: \\w+ failed', 're:line .*: \\w+ failed'],
    ['refused|reset', '{refused,reset}'],
    ['HTTP 403 (Forbidden)', 'HTTP 403 (Forbidden)'],
    ['a*b?', 'a\\*b?'],
    ['(\\w+) is \\1', undefined],
  ])('%s', (text, pattern) => {
    expect(readErrorPattern(text)).toBe(pattern);
  });

  it('is said back in words that are read the same', () => {
    for (const text of [
      'manifest unknown',
      '<path> is not a tag',
      'refused|reset',
      'got {} of 3',
      '50 % *',
      'code \\d{3}$',
      'line <n>: \\w+ failed',
      '/^x1 \\w+/',
      're: x',
    ])
      expect(readErrorPattern(describeErrorPattern(readErrorPattern(text) ?? 'x'))).toBe(readErrorPattern(text) ?? 'x');
  });
});
