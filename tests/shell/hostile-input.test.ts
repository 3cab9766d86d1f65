import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../src/programs/command.ts';
import { isBypass } from '../../src/shell/bypass.ts';
import { isDiagnostic } from '../../src/shell/diagnostic.ts';
import { diffCommands } from '../../src/shell/diff-commands.ts';
import { MAX_COMMAND_LENGTH, maskedBy, parseCommand } from '../../src/shell/parse-command.ts';
import { globsOf, pathsOf } from '../../src/shell/paths.ts';
import { isProbe } from '../../src/shell/probe.ts';
import { signatureOf } from '../../src/shell/signature.ts';
import { isStateChanging } from '../../src/shell/state-change.ts';

/** Asks everything there is to ask about a text. */
function askAll(text: string, dialect: Dialect): void {
  const parsed = parseCommand(text, dialect);
  maskedBy(parsed);
  let previous = parsed.commands[0];
  for (const command of parsed.commands.slice(0, 50)) {
    expect(command.args.length).toBe(command.words.length);
    expect(command.operands.length + command.flags.length).toBeLessThanOrEqual(command.args.length);
    pathsOf(command);
    globsOf(command);
    signatureOf(command);
    isBypass(command);
    isDiagnostic(command);
    isStateChanging(command);
    isProbe(command);
    if (previous !== undefined) diffCommands(previous, command);
    previous = command;
  }
}

const dialects: Dialect[] = ['posix', 'powershell'];

describe('never throws', () => {
  it.each(dialects)('on any string (%s)', (dialect) => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => askAll(text, dialect)));
  });

  const piece = fc.constantFrom(
    ...[
      '$(',
      ')',
      '`',
      '"',
      "'",
      '{',
      '}',
      '(',
      '[[',
      ']]',
      '<<E\n',
      'E\n',
      '|',
      '||',
      '&&',
      '&',
      ';',
      '\n',
      ' ',
      '\\',
      '#',
      '$',
      '${',
      '>',
      '2>&1',
    ],
    ...[
      'if ',
      'then ',
      'fi ',
      'for x in ',
      'do ',
      'done ',
      'case ',
      'esac ',
      'f() ',
      'bash -c ',
      'eval ',
      'git ',
      'ls ',
      '--x=',
      '-m ',
      '=',
      '*',
      '@"\n',
      '<#',
      '\0',
      'é',
      '文',
    ],
  );
  it.each(dialects)('on any mix of syntax (%s)', (dialect) => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => askAll(pieces.join(''), dialect)),
      { numRuns: 300 },
    );
  });
});

describe('bounded', () => {
  const seeds = [
    '(',
    '$(',
    '"',
    "'",
    '"$(',
    '`',
    '{',
    '[',
    '$[',
    '{a,',
    '<<E\n',
    'a|',
    'a&&',
    'if ',
    'f() ',
    'coproc ',
    '$((',
    '${a:-',
    '<(',
    '\\',
    '\n',
    '/',
    '//',
    ':',
    '-',
    '=',
    '@"\n',
    '(@',
    'a ',
    '-a ',
    'bash -c "',
    "eval '",
    'a/..',
    '$x ',
  ];
  const lines = seeds.flatMap((seed) => [
    seed.repeat(Math.ceil(25_000 / seed.length)),
    `cat ${seed.repeat(Math.ceil(25_000 / seed.length))}`,
  ]);

  // Without the guard for unclosed braces and brackets the parser alone takes over two seconds for each of several of these.
  it.each(dialects)('on 25,000 characters of one thing (%s)', (dialect) => {
    for (const line of lines) {
      askAll(line, dialect);
      expect(parseCommand(line, dialect).text.length).toBeLessThanOrEqual(MAX_COMMAND_LENGTH);
      expect(parseCommand(line, dialect).commands.length).toBeLessThanOrEqual(1000);
    }
  });
});
