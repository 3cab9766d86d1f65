import { describe, expect, it } from 'vitest';
import { readWish } from '../../../src/lessons/remarks/markers.ts';

describe('readWish', () => {
  it.each([
    ["don't use default exports", 'avoid', 'use default exports'],
    ['please do not commit plans', 'avoid', 'commit plans'],
    ['stop adding comments', 'avoid', 'adding comments'],
    ['no console.log', 'avoid', 'console.log'],
    ["let's not mock the database", 'avoid', 'mock the database'],
    ['I did not say commit', 'avoid', 'commit'],
    ['we don’t need backward compatibility', 'avoid', 'backward compatibility'],
    ['ok, please just use tabs instead of spaces', 'do', 'use tabs instead of spaces'],
    ['prefer subagents', 'do', 'subagents'],
    ["let's cut a branch first", 'do', 'cut a branch'],
    ['benutze nie npm', 'avoid', 'benutze nie npm'],
    ['pas de commentaires', 'avoid', 'commentaires'],
    ['no uses npm', 'avoid', 'uses npm'],
    ['不要提交计划', 'avoid', '提交计划'],
    ['必ずテストを書く', 'do', 'テストを書く'],
  ])('%s', (clause, stance, what) => {
    expect(readWish(clause, false)).toMatchObject({ stance, what });
  });

  it.each([
    'never push',
    'always run the tests',
    'always pass the tests',
    'never address issues in comments',
    'from now on write tests',
    'I told you to use tabs',
    "don't ever amend",
  ])('takes %j for good', (clause) => {
    expect(readWish(clause, false)?.isGeneral).toBe(true);
  });

  it.each([
    "don't think so",
    "don't know",
    'no idea',
    'no wait',
    'no problem',
    'no revert those changes',
    'no need',
    'we always want a valid id',
    'truncated text must stop at a line break',
    'it never ends',
    'the list should not scroll',
    'move the lamp',
    'never mind',
    'never prints the log',
    'always fails on the main branch',
    'no type errors',
    'no difference',
  ])('leaves %j alone', (clause) => {
    expect(readWish(clause, false)).toBeUndefined();
  });

  it('takes a question only where it is a polite wish', () => {
    expect(readWish("don't we use npm", true)).toBeUndefined();
    expect(readWish('can we not commit the notes', true)).toMatchObject({ stance: 'avoid', what: 'commit the notes' });
  });
});
