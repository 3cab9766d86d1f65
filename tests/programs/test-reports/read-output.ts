import { readFileSync } from 'node:fs';
import type { ParsedTests, TestFailure } from '../../../src/programs/test-reports/parsed-tests.ts';

/** What a real runner wrote, with its paths moved to a made-up home. */
export function readOutput(name: string): string {
  return readFileSync(new URL(`./outputs/${name}`, import.meta.url), 'utf8');
}

/** The ids of what failed and of what broke. */
export function idsOf(parsed: ParsedTests | undefined): { failures: string[]; errors: string[] } | undefined {
  return parsed && { failures: parsed.failures.map(({ id }) => id), errors: parsed.errors.map(({ id }) => id) };
}

/** What is told of tests, without what is only there to run them again. */
export function told(parsed: ParsedTests | undefined): object | undefined {
  if (!parsed) return undefined;
  const { passed, failed, skipped, failures, errors } = parsed;
  return { passed, failed, skipped, failures: failures.map(plain), errors: errors.map(plain) };
}

function plain({ id, file, line, message }: TestFailure): TestFailure {
  return { id, file, line, message };
}
