import { describe, expect, it } from 'vitest';
import { parseMochaJson } from '../../../../src/loop/tests/parsers/mocha-json.ts';

const report = {
  stats: { suites: 2, tests: 3, passes: 1, pending: 1, failures: 2 },
  tests: [],
  pending: [{ title: 'later', fullTitle: 'pier later' }],
  failures: [
    {
      title: 'is wide',
      fullTitle: 'pier is wide',
      file: '/home/ada/harbour/test/pier.js',
      err: {
        message: 'expected 3 to equal 4',
        stack: 'AssertionError: expected 3 to equal 4\n    at Context.<anonymous> (test/pier.js:9:20)',
      },
    },
    {
      title: '"before each" hook for "is deep"',
      fullTitle: 'pier "before each" hook for "is deep"',
      err: { message: 'no water' },
    },
  ],
  passes: [{ title: 'adds', fullTitle: 'adds' }],
};

describe('parseMochaJson', () => {
  it('reads tests, and hooks that failed', () => {
    expect(parseMochaJson(JSON.stringify(report), '/home/ada/harbour')).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: [
        { id: 'test/pier.js > pier is wide', file: 'test/pier.js', line: 9, message: 'expected 3 to equal 4' },
        { id: 'pier "before each" hook for "is deep"', message: 'no water' },
      ],
      errors: [],
    });
  });

  it('finds it behind what tests printed', () => {
    expect(parseMochaJson(`hello {\n${JSON.stringify(report, null, 2)}\n`, '/')).toMatchObject({ passed: 1, failed: 2 });
  });

  it('is no report of anything else', () => {
    expect(parseMochaJson('{"stats": 1}', '/')).toBeUndefined();
    expect(parseMochaJson('  1 passing (3ms)', '/')).toBeUndefined();
  });
});
