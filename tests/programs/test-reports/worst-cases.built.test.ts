import { describe, expect, it } from 'vitest';
import { parseGoJson } from '../../../src/programs/go/go-json.ts';
import { parseGoText } from '../../../src/programs/go/go-text.ts';
import { parseNodeSpec } from '../../../src/programs/node/node-spec.ts';
import { parseVitestText } from '../../../src/programs/node/vitest-text.ts';
import { parsePytestText } from '../../../src/programs/python/pytest-text.ts';
import { parseCargoText } from '../../../src/programs/rust/cargo-text.ts';
import { parseTap } from '../../../src/programs/test-reports/tap.ts';

/** Tests print what they like, and megabytes of it. What takes quadratic time for that does not come back within the time of a test. */
const SIZE = 2_000_000;
const TIME = 45_000;

const fill = (text: string) => text.repeat(Math.ceil(SIZE / text.length));
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const pytestEnd = '=== short test summary info ===\nFAILED test_lamp.py::test_oil - x\n=== 1 failed in 0.10s ===\n';
const vitestEnd = '\n Test Files  1 failed\n      Tests  1 failed\n';
const nodeEnd = 'ℹ tests 1\nℹ duration_ms 1\n✖ failing tests:\n';

describe.each([
  ['pytest with one long error', () => parsePytestText(`___ test_oil ___\n${fill('E  x\n')}${pytestEnd}`), 1],
  ['TAP with many points', () => parseTap(`TAP version 13\n${fill('not ok 1 - a\n')}`, '/x'), 153_847],
  ['TAP with one long fact', () => parseTap(`1..1\nnot ok 1\n  ---\n  error: |\n${fill('    x\n')}  ...\n`, '/x'), 1],
  ['vitest with blanks in a title', () => parseVitestText(` FAIL  x${fill(' ')}y${vitestEnd}`), 1],
  ['vitest with brackets in a title', () => parseVitestText(` FAIL  x${fill(' [ ')}y${vitestEnd}`), 1],
  [
    'vitest with many failures of one long error',
    () => parseVitestText(`${many(20_000, (index) => ` FAIL  lamp.ts > ${index}\n`)}${fill('x\n')}${vitestEnd}`),
    20_000,
  ],
  [
    'go with one deep name',
    () => parseGoText(`--- FAIL: TestLamp${fill('/a')} (0.00s)\nFAIL\tlamp\n`, { cwd: '/x' }),
    1,
  ],
  [
    'go with one deep name in an event',
    () => parseGoJson(`{"Action":"fail","Package":"lamp","Test":"TestLamp${fill('/a')}"}\n`, { cwd: '/x' }),
    1,
  ],
  [
    'Cargo with many failures',
    () =>
      parseCargoText(
        `running 90000 tests\n${many(90_000, (index) => `test t${index} ... FAILED\n`)}\ntest result: FAILED. 0 passed; 90000 failed; 0 ignored; 0 measured; 0 filtered out\n`,
      ),
    90_000,
  ],
  [
    'Node with many files that break',
    () =>
      parseNodeSpec(
        `${many(20_000, () => 'Error: x\n')}${nodeEnd}${many(20_000, () => 'test at a/b.js:1:1\n✖ a/b.js (1ms)\n')}`,
      ),
    0,
  ],
] as const)('%s', (_, parse, failed) => {
  it('is read in time that grows with its length', { timeout: TIME }, () => {
    expect(parse()?.failed).toBe(failed);
  });
});
