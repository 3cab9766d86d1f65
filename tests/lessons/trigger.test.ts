import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewSession } from '../../src/failures/recovery/session-view.ts';
import { History } from '../../src/lessons/history.ts';
import { findMatches, matchGlob, matchWords, scoreTrigger } from '../../src/lessons/trigger.ts';
import { call, roots } from './story.ts';

describe('matchGlob', () => {
  it.each([
    ['git show *--no-stat*', 'git show HEAD --no-stat', true],
    ['git show *--no-stat*', 'git show HEAD', false],
    ['python3 *', 'python3 run.py', true],
    ['python3 *', 'python3', false],
    ['*', '', true],
    ['', 'x', false],
    ['a*b*c', 'a--b--b--c', true],
    ['a*b*c', 'a--c--b', false],
  ])('%s on "%s" is %s', (pattern, text, expected) => {
    expect(matchGlob(pattern, text)).toBe(expected);
  });

  it('agrees with the obvious definition', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 6 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    fc.assert(
      fc.property(letters, text, (pattern, given) => {
        const expression = new RegExp(`^${pattern.replaceAll(/\*+/g, '[^]*')}$`);
        expect(matchGlob(pattern, given)).toBe(expression.test(given));
      }),
    );
  });

  it('ends on patterns that make expressions hang', () => {
    expect(matchGlob(`${'*a'.repeat(60)}b`, 'a'.repeat(2000))).toBe(false);
  });
});

describe('matchWords', () => {
  const match = (pattern: string, text: string) => matchWords(pattern.split(' '), text.split(' '));

  it.each([
    ['git push * main *', 'git push origin main', true],
    ['git push * main *', 'git push main', true],
    ['git push * main *', 'git push origin main --tags', true],
    ['git push * main *', 'git push origin domain-model', false],
    ['git push * main *', 'git push', false],
    ['python3 *', 'python3', true],
    ['python3 *', 'python3.11 a.py', false],
    ['go test * -tags=* *', 'go test -tags=e2e ./e2e', true],
    ['gh run view * --json *actor* *', 'gh run view 7 --json event,actor,url', true],
    ['ls', 'ls -la', false],
  ])('%s on "%s" is %s', (pattern, text, expected) => {
    expect(match(pattern, text)).toBe(expected);
  });

  it('ends on patterns of many stars', () => {
    expect(match(`${'* a '.repeat(60)}b`, Array(2000).fill('a').join(' '))).toBe(false);
  });
});

describe('findMatches', () => {
  const history = new History();
  const calls = [
    call('s1', 1, { command: 'cd web && npm run build -- --fast' }),
    call('s1', 2, { command: 'cat src/old/a.ts | head' }),
    call('s1', 3, { path: '/srv/orchard/src/old/b.ts' }),
    call('s1', 4, { path: '/srv/orchard/src/older/c.ts' }),
    call('s1', 5, { command: 'npm run build' }, { outcome: 'failed', output: 'broken' }),
  ];
  for (const view of viewSession(calls, roots)) history.add(view);
  const ids = (rule: string) => [...new Set([...findMatches(rule, history)].map((deed) => deed.call))].sort();

  it.each([
    ['Bash(npm run build *)', ['s1-1', 's1-5']],
    ['Bash(npm * --fast *)', ['s1-1']],
    ['Bash(npm * --fa *)', []],
    ['Bash(npm run build)', ['s1-5']],
    ['Read(src/old/**)', ['s1-2', 's1-3']],
    ['Read({src/old/b.ts,src/older/c.ts})', ['s1-3', 's1-4']],
    ['Read(src/old/none.ts)', []],
    ['nonsense', []],
  ])('%s', (rule, expected) => {
    expect(ids(rule)).toEqual(expected);
  });

  it('scores what failed for the reason and what went well since', () => {
    const window = { since: calls[0]?.at ?? 0, last: calls[4]?.at ?? 0 };
    const score = scoreTrigger('Bash(npm run build *)', history, new Set(['s1-5']), window);
    expect(score).toEqual({ rule: 'Bash(npm run build *)', failed: 1, succeeded: 1, succeededSinceLast: 0 });
  });

  it('does not count what went well before it first failed', () => {
    const window = { since: calls[4]?.at ?? 0, last: calls[4]?.at ?? 0 };
    expect(scoreTrigger('Bash(npm run build *)', history, new Set(['s1-5']), window).succeeded).toBe(0);
  });
});
