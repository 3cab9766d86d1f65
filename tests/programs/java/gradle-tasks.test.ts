import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findKeptReports, hasRunTests } from '../../../src/programs/java/gradle-tasks.ts';

describe('findKeptReports', () => {
  const cwd = join('/home', 'ada', 'lantern');
  const [root = '', quay = '', other = ''] = [
    join(cwd, 'build/test-results/test'),
    join(cwd, 'quay/build/test-results/test'),
    join(cwd, 'quay/build/test-results/integrationTest'),
  ];
  const find = (output: string) => findKeptReports(output, [root, quay, other], cwd);

  it('finds those of the task and the module that is up to date, and no others', () => {
    expect(find('> Task :quay:test UP-TO-DATE\n> Task :test FAILED\n')).toEqual([quay]);
    expect(find(':test UP-TO-DATE\r\n:quay:test\n')).toEqual([root]);
    expect(find('> Task :piers:quay:integrationTest FROM-CACHE\n')).toEqual([other]);
    expect(find(':quay:test\n:testClasses UP-TO-DATE\n')).toEqual([]);
  });

  it('takes all of them where a module stands in a folder of another name', () => {
    expect(find('> Task :wharf:test UP-TO-DATE\n')).toEqual([root, quay, other]);
  });
});

describe('hasRunTests', () => {
  it.each([
    '> Task :test',
    '> Task :lamp:test FAILED',
    ':test',
    ':quay:integrationTest UP-TO-DATE',
    // What a test prints stands right behind the name in old versions.
    ':testWARNING: a method is deprecated',
  ])('is so where Gradle says %s', (line) =>
    expect(hasRunTests(`:compileJava\n${line}\n\nBUILD SUCCESSFUL in 1s`)).toBe(true),
  );

  it.each([
    '> Task :compileTestJava',
    ':processTestResources NO-SOURCE',
    ':testClasses UP-TO-DATE',
    '> Task :lamp:test NO-SOURCE',
    '> Task :test SKIPPED',
    'latest :test',
  ])('is not so where it says %s', (line) => expect(hasRunTests(`${line}\n`)).toBe(false));
});
