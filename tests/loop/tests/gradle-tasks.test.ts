import { describe, expect, it } from 'vitest';
import { hasRunTests } from '../../../src/loop/tests/gradle-tasks.ts';

describe('hasRunTests', () => {
  it.each([
    '> Task :test',
    '> Task :lamp:test FAILED',
    ':test',
    ':quay:integrationTest UP-TO-DATE',
    // What a test prints stands right behind the name in old versions.
    ':testWARNING: a method is deprecated',
  ])('is so where Gradle says %s', (line) => expect(hasRunTests(`:compileJava\n${line}\n\nBUILD SUCCESSFUL in 1s`)).toBe(true));

  it.each([
    '> Task :compileTestJava',
    ':processTestResources NO-SOURCE',
    ':testClasses UP-TO-DATE',
    '> Task :lamp:test NO-SOURCE',
    '> Task :test SKIPPED',
    'latest :test',
  ])('is not so where it says %s', (line) => expect(hasRunTests(`${line}\n`)).toBe(false));
});
