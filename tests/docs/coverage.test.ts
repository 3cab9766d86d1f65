import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument, repository, tableRows } from './markdown.ts';

const text = readDocument('docs/coverage.md');
const rows = tableRows(text, '# Coverage').map(([number, behaviour = '', how = '', proof = '']) => ({
  number: Number(number),
  behaviour,
  // Where it is not all there, the behaviour ends with how much of it is.
  state: / \(([^()]*(?:partly|not)[^()]*)\)$/.exec(behaviour)?.[1] ?? 'yes',
  how,
  tests: [...proof.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
}));

describe('the page on coverage', () => {
  it('has every number once, in order', () => {
    expect(rows.map((row) => row.number)).toEqual(Array.from({ length: 93 }, (_, index) => index + 1));
  });

  it('says of each what it is and whether it is there', () => {
    expect(rows.filter((row) => row.behaviour === '' || !['yes', 'partly', 'not yet'].includes(row.state))).toEqual([]);
  });

  it('names how and a test for what is there, and neither for what is not', () => {
    const wrong = rows.filter((row) => (row.state === 'not yet') !== (row.how === '' && row.tests.length === 0));
    expect(wrong).toEqual([]);
    expect(rows.filter((row) => row.state !== 'not yet' && (row.how === '' || row.tests.length === 0))).toEqual([]);
  });

  it('names only tests that exist', () => {
    const named = [...new Set(rows.flatMap((row) => row.tests))];
    expect(named.filter((test) => !/^tests\/.*(?:\.test\.ts|\/case\.yaml)$/.test(test))).toEqual([]);
    expect(named.filter((test) => !existsSync(join(repository, test)))).toEqual([]);
  });

  it('adds up', () => {
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    expect(text).toContain(`Of 93: ${count('yes')} yes, ${count('partly')} partly, ${count('not yet')} not yet.`);
  });
});
