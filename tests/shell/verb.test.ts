import { describe, expect, it } from 'vitest';
import { isDiagnostic, parseCommand, verbOf } from '../../src/shell/index.ts';

function parse(text: string) {
  const [command] = parseCommand(text).commands;
  if (!command) throw new Error(`nothing in ${text}`);
  return command;
}

describe('verbOf', () => {
  it.each([
    ['quayctl drain north', undefined, 'drain'],
    ['bin/quayctl drain north', undefined, 'drain'],
    ['git remote add up', undefined, 'remote add'],
    ['quayctl store status --short', 'Usage:\n  quayctl store status [flags]', 'store status'],
    ['quayctl store status --short', 'Usage: quayctl store [COMMAND]', 'store'],
    ['quayctl north', 'Usage: quayctl [OPTIONS] <NAME>', 'north'],
    ['quayctl --fast drain', undefined, undefined],
    ['quayctl "drain" north', undefined, undefined],
    ['quayctl src', undefined, undefined],
    ['quayctl notes.md', undefined, undefined],
    ['cat drain', undefined, undefined],
    ['python3 drain', undefined, undefined],
  ])('%s', (text, output, verb) => {
    expect(verbOf(parse(text), output)).toBe(verb);
  });
});

describe('isDiagnostic', () => {
  it('knows the verbs that look, of programs that no table has', () => {
    expect(isDiagnostic(parse('quayctl list --all'))).toBe(true);
    expect(isDiagnostic(parse('quayctl drain north'))).toBe(false);
  });
});
