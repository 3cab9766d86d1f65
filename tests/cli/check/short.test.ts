import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processHost } from '../../../src/app/surroundings.ts';
import { declareCheck } from '../../../src/cli/check/command.ts';
import { readCheckFlags } from '../../../src/cli/check/short.ts';

/** What commander makes of the same words; nothing where it finds a mistake. */
function parse(words: readonly string[]): object | undefined {
  const program = new Command('hardwon');
  declareCheck(program, processHost());
  const [check] = program.commands;
  for (const command of [program, check]) command?.exitOverride().configureOutput({ writeErr() {}, writeOut() {} });
  let flags: object | undefined;
  check?.action((named: string | undefined, given: object) => {
    flags = { ...given, named };
  });
  try {
    program.parse(['check', ...words], { from: 'user' });
  } catch {
    return undefined;
  }
  return flags;
}

describe('the short way to check', () => {
  it('reads options as commander does, or leaves them to it', () => {
    const word = fc.constantFrom(
      ...['--tool', '--error', '--limit', '--project', '--json', '--tool=a', '--error=b=c', '--json=x', '--tool='],
      ...['x', '-', '', '--', '-h', '--nothing', '--to', 'a b'],
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const flags = readCheckFlags(words);
        if (flags) expect(flags).toEqual(parse(words));
      }),
      { numRuns: 1000 },
    );
    expect(readCheckFlags(['--tool', 'x', '--error=a=b', '--json'])).toEqual({ tool: 'x', error: 'a=b', json: true });
    expect(readCheckFlags(['deploy', '--limit', '2'])).toEqual({ named: 'deploy', limit: '2' });
    expect(readCheckFlags([])).toEqual({});
    expect(readCheckFlags(['git', 'push'])).toBeUndefined();
    expect(readCheckFlags(['--tool'])).toBeUndefined();
    expect(readCheckFlags(['--help'])).toBeUndefined();
  });
});
