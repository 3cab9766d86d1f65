import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTriggers } from '../../../src/lessons/triggers/index.ts';
import { COMMAND_MATCHER } from '../../../src/lifecycle/promotion/command-matcher.ts';
import { readCommandRule } from '../../../src/lifecycle/promotion/command-rule.ts';
import { roots } from '../../lessons/story.ts';

/** What the scripts that are promoted hold. */
const matchesRule = new Function(`${COMMAND_MATCHER}\nreturn matchesRule;`)() as (
  rule: unknown,
  line: string,
) => boolean;

function matches(rule: string, line: string, when?: string): boolean {
  const read = readCommandRule({ rule, when, failed: 0, succeeded: 0 });
  if (!read) throw new Error(`${rule} is no rule on commands`);
  return matchesRule(read, line);
}

function matchesHere(rule: string, line: string): boolean {
  const call = { tool: 'shell' as const, name: 'Bash', input: { command: line }, cwd: '/srv/orchard' };
  return (
    compileTriggers([{ trigger: { rule } }], roots)
      .startSession()
      .match(call).length === 1
  );
}

describe('the matcher of scripts', () => {
  it.each([
    ['Bash(python3 *)', 'cd web && python3 a.py | head', true],
    ['Bash(python3 *)', 'python3.11 a.py', false],
    ['Bash(python3 *)', 'uv run python3 a.py', false],
    ['Bash(npm install *)', 'sudo -E npm install 2>&1 | tail -5', true],
    ['Bash(npm install *)', 'CI=1 timeout 60 npm install', true],
    ['Bash(npm install *)', 'echo "npm install"', false],
    ['Bash(npm install *)', '# npm install', false],
    ['Bash(npm install *)', 'if true; then npm install; fi', true],
    ['Bash(npm install *)', 'npm \\\n  install --silent', true],
    ['Bash(npm install *)', 'npm install > log.txt', true],
    ['Bash(npm install *)', 'npm installer', false],
    ['Bash(git commit *)', 'git commit -m "it\'s done; git push"', true],
    ['Bash(git push *)', 'git commit -m "it\'s done; git push"', false],
    ['Bash(* {cmd,docs}/* *)', 'ls docs/a.md', true],
    ['Bash(* {cmd,docs}/* *)', 'ls src/docs', false],
    ['Bash(make e2e)', 'make e2e -j4', false],
    ['Bash(make e2e)', '(make e2e)', true],
    ['Bash(date *)', 'echo $(date) > x', false],
    ['Bash(cargo t* --no-*)', 'cargo test --no-run', true],
  ])('%s on %j: %s', (rule, line, expected) => {
    expect(matches(rule, line)).toBe(expected);
    expect(matchesHere(rule, line)).toBe(expected);
  });

  it('heeds words and variables that must not be there', () => {
    const when = 'without CI=* and without --quiet';
    expect(matches('Bash(docker push *)', 'docker push orchard', when)).toBe(true);
    expect(matches('Bash(docker push *)', 'docker push --quiet orchard', when)).toBe(false);
    expect(matches('Bash(docker push *)', 'CI=1 docker push orchard', when)).toBe(false);
  });

  it('agrees with the rules of hardwon itself on what people type', () => {
    const words = fc.array(
      fc.constantFrom('npm', 'test', '--watch', 'a.ts', "'two words'", '"x y"', '-v', '2>&1', '>', 'log'),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    const simple = fc
      .tuple(fc.constantFrom('npm test', 'npm run', 'CI=1 npm test', 'sudo npm test', 'make all', 'git log'), words)
      .map((parts) => parts.flat().join(' '));
    const line = fc
      .tuple(simple, fc.array(fc.tuple(fc.constantFrom(' && ', '; ', ' | ', ' || '), simple), { maxLength: 2 }))
      .map(([first, more]) => first + more.map((part) => part.join('')).join(''));
    const rule = fc.constantFrom(
      'Bash(npm test *)',
      'Bash(npm *)',
      'Bash(* --watch *)',
      'Bash(npm * a.ts)',
      'Bash(make * {log,x} *)',
    );
    fc.assert(
      fc.property(rule, line, (one, text) => {
        expect({ one, text, is: matches(one, text) }).toEqual({ one, text, is: matchesHere(one, text) });
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the text, whatever it is', () => {
    const rule = { words: [null, [['a*'.repeat(10)]], null, [['b']]], without: [] };
    for (const text of [
      '('.repeat(200_000),
      '$('.repeat(100_000),
      '"a '.repeat(70_000),
      'a '.repeat(100_000),
      '\\'.repeat(200_001),
    ])
      expect(matchesRule(rule, text)).toBe(false);
  });
});
