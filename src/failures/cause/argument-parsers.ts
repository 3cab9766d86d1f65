import type { CauseRule } from './rule.ts';

/** What the argument parsers say that many programs share. */
export const argumentRules: readonly CauseRule[] = [
  // Command-line parsers shared by many programs
  { id: 'cobra.flag', kind: 'bad-flag', has: 'unknown flag: ', line: /unknown flag: (?<subject>--?[\w-]+)/, strict: true },
  {
    id: 'cobra.shorthand',
    kind: 'bad-flag',
    has: 'unknown shorthand flag',
    line: /unknown shorthand flag: '(?<subject>\w)' in -\w+/,
    strict: true,
  },
  {
    id: 'cobra.command',
    kind: 'bad-subcommand',
    has: 'unknown command',
    line: /unknown command "(?<subject>[^"]+)" for "[^"]+"/,
    strict: true,
  },
  {
    id: 'commander.option',
    kind: 'bad-flag',
    has: 'unknown option',
    line: /error: unknown option '(?<subject>-[^'\s]+)[^']*'/,
    strict: true,
  },
  {
    id: 'commander.command',
    kind: 'bad-subcommand',
    has: 'unknown command',
    line: /error: unknown command '(?<subject>[^']+)'/,
    strict: true,
  },
  {
    id: 'ripgrep.flag',
    kind: 'bad-flag',
    has: 'unrecognized flag',
    line: /(?:rg: |error: )?unrecognized flag (?<subject>-[\w-]*)/,
    strict: true,
  },
  { id: 'ripgrep.regex', kind: 'bad-argument', has: 'regex parse error', line: /regex parse error/, strict: true },
  { id: 'node.option', kind: 'bad-flag', has: 'bad option: ', line: /: bad option: (?<subject>--?[\w-]+)/, strict: true },
  {
    id: 'cac.option',
    kind: 'bad-flag',
    has: 'Unknown option',
    line: /(?:CACError: )?Unknown (?:cli )?option[s]?:? [`'"]?(?<subject>--?[\w-]+)/,
    strict: true,
  },
  {
    id: 'yargs.argument',
    kind: 'bad-flag',
    has: 'Unknown argument',
    line: /Unknown arguments?: (?<subject>[\w-]+)/,
    strict: true,
  },
  { id: 'cli.usage', kind: 'bad-flag', has: 'sage: ', line: /^usage: \w+/ },
  {
    id: 'cobra.arguments',
    kind: 'bad-argument',
    has: ' arg(s), received ',
    line: /^(?:Error: )?(?<subject>(?:accepts|requires) .*arg\(s\), received \d+)/,
    strict: true,
  },
  {
    id: 'cobra.group',
    kind: 'bad-flag',
    has: 'if any flags in the group',
    line: /^(?:Error: )?if any flags in the group \[.*\] are set/,
    strict: true,
  },
  {
    id: 'ripgrep.multiline',
    kind: 'bad-argument',
    has: 'is not allowed in a regex',
    line: /the literal .* is not allowed in a regex/,
    strict: true,
  },
];
