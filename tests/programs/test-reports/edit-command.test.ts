import { describe, expect, it } from 'vitest';
import {
  append,
  fillIn,
  insertBehindOption,
  insertBehindTest,
  mentions,
} from '../../../src/programs/test-reports/edit-command.ts';

// Quotes are those of the shell of this machine.
const isWindows = process.platform === 'win32';
const quoted = isWindows ? '"a b"' : "'a b'";

describe('commands that are changed', () => {
  it('get words at their end', () => {
    expect(append(['npm', 'test'], ['--', 'a b'])).toEqual(['npm', 'test', '--', 'a b']);
    expect(append('npm test', ['--', 'a b'])).toBe(`npm test -- ${quoted}`);
  });

  it('get options behind each `go test` and `cargo test`', () => {
    expect(insertBehindTest(['go', 'test', './...'], ['-json'])).toEqual(['go', 'test', '-json', './...']);
    expect(insertBehindTest('go test ./a && go test ./b', ['-json'])).toBe('go test -json ./a && go test -json ./b');
    expect(insertBehindTest('cargo +nightly test -- --nocapture', ['--no-fail-fast'])).toBe(
      'cargo +nightly test --no-fail-fast -- --nocapture',
    );
  });

  it('get options of Node before its files', () => {
    expect(insertBehindOption(['node', '--test', 'test/'], ['--x'])).toEqual(['node', '--test', '--x', 'test/']);
    expect(insertBehindOption('tsc && node --test test/', ['--p=a b'])).toBe(
      `tsc && node --test ${isWindows ? '"--p=a b"' : "'--p=a b'"} test/`,
    );
    expect(insertBehindOption('node --test', ['--x'])).toBe('node --test --x');
    expect(insertBehindOption('node --test-only --test a.js', ['--x'])).toBe('node --test-only --test --x a.js');
  });

  it('get a path in the place of a word', () => {
    expect(mentions(['a', '--out={report}'], '{report}')).toBe(true);
    expect(fillIn(['a', '--out={report}'], '{report}', '/tmp/a b')).toEqual(['a', '--out=/tmp/a b']);
    expect(fillIn('a {report}', '{report}', 'a b')).toBe(`a ${quoted}`);
  });
});
