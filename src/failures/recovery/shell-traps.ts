import type { ParsedCommand } from '../../shell/index.ts';
import type { Failure } from '../failure.ts';
import { findBacktickSpans } from './backticks.ts';

/** A known pitfall of the machine's shell or a common tool. */
export interface ShellTrap {
  /** A stable name, by which a lesson is identified and worded. */
  name: string;
  /** The item, if the trap has several: the flag of a tool, the missing program. */
  item?: string;
}

/** Finds the trap behind a failure, if its rule, its command and its output leave no other explanation. */
export function findTrap(
  { rule, kind, subject, command, diagnostic }: Failure,
  text: string,
  output: string,
  parsed: ParsedCommand | undefined,
): ShellTrap | undefined {
  if (!rule) return undefined;
  if (isExecutedBacktick(rule, subject, text)) return { name: 'backticks' };
  if (isExpandedPath(kind, subject, parsed)) return { name: 'dollar-path' };
  const plain = byRule[rule];
  if (plain) return { name: plain };
  const isZsh = /^(?:\(eval\)|zsh):/.test(diagnostic);
  switch (rule) {
    case 'shell.no-match':
    case 'shell.bad-pattern':
      return { name: /[([]/.test(subject ?? '') ? 'path-brackets' : 'zsh-glob' };
    case 'shell.parse':
    case 'shell.syntax':
    case 'shell.attribute':
      if (BRACKETED_PATH.test(text)) return { name: 'path-brackets' };
      // The shell refuses a well-formed command: the agent's wrapper has mangled it.
      return diagnostic.startsWith('(eval)') && parsed?.ok && /\$\(/.test(text) && text.includes('|')
        ? { name: 'eval-wrapper' }
        : undefined;
    case 'shell.not-found-zsh':
    case 'shell.not-found':
      // `path` is tied to PATH in zsh: a loop over it leaves the shell without programs.
      if (isZsh && /(?:while read(?: -r)?|for) path\b/.test(text)) return { name: 'zsh-path' };
      return isZsh && subject !== undefined && bashBuiltins.has(subject)
        ? { name: 'zsh-builtin', item: subject }
        : undefined;
    case 'shell.powershell':
    case 'shell.not-recognized':
      return subject !== undefined && unixPrograms.has(subject)
        ? { name: 'powershell-programs', item: subject }
        : undefined;
    case 'powershell.parameter':
      return subject === 'rf' || subject === 'fr' ? { name: 'powershell-remove' } : undefined;
    case 'unix.jq':
    case 'gh.jq':
      return text.includes('!=') && output.includes('\\!=') ? { name: 'escaped-bang' } : undefined;
    case 'unix.option': {
      // GNU tools quote the letter.
      const item = command && subject ? `${command.name} -${subject}` : '';
      return bsdItems.has(item) && !diagnostic.includes("'") ? { name: 'bsd-tools', item } : undefined;
    }
    case 'unix.sed':
      return command?.flags.includes('-i') && /^sed: 1: "/.test(diagnostic)
        ? { name: 'bsd-tools', item: 'sed -i' }
        : undefined;
    default:
      return undefined;
  }
}

/** Whether the shell ran the text between backticks and found no such program. */
function isExecutedBacktick(rule: string, subject: string | undefined, text: string): boolean {
  if (!text.includes('`') || !/^shell\.(?:not-found|no-program|unmatched|parse|syntax|eof|cd)/.test(rule)) return false;
  const spans = findBacktickSpans(text);
  if (/unmatched|parse|syntax|eof/.test(rule)) return spans.some((span) => span === '' || span.includes('\n'));
  return spans.some((span) => span.split(/\s/, 1)[0] === subject?.replace(/:$/, ''));
}

/** Whether a path contains `$name`, which the shell expanded to nothing: the name of the missing file is the rest. */
function isExpandedPath(kind: string, subject: string | undefined, parsed: ParsedCommand | undefined): boolean {
  if (kind !== 'file-missing' || subject === undefined) return false;
  const words = parsed?.commands.flatMap((command) => command.words) ?? [];
  return words.some(({ text, hasExpansion }) => {
    // Variables are in capitals or set in the same line; part of a file name is neither.
    return (
      hasExpansion &&
      /[./]\$[a-z]\w*/.test(text) &&
      text.replace(/\$\w+/g, '') === subject &&
      !isSet(text, parsed?.text ?? '')
    );
  });
}

function isSet(word: string, line: string): boolean {
  const names = word.match(/(?<=\$)\w+/g) ?? [];
  return names.some(
    (name) =>
      line.includes(`${name}=`) ||
      line.includes(`for ${name} `) ||
      line.includes(`read ${name}`) ||
      line.includes(`-r ${name}`),
  );
}

const BRACKETED_PATH = /[\w.-]\/\([\w.-]+\)|[\w.)-]\/\[{1,2}[\w.]+\]/;

const byRule: Readonly<Record<string, string>> = {
  'shell.read-only-variable': 'zsh-status',
  'shell.equals': 'zsh-equals',
  'shell.substitution': 'bash-expansion',
  'shell.event': 'history',
  'shell.too-long': 'too-long',
  'shell.here-document': 'here-document',
  'powershell.separator': 'powershell-and',
  'powershell.operator': 'powershell-here-document',
  'powershell.here-document': 'powershell-here-document',
  'git.editor': 'git-editor',
  'git.dumb': 'git-editor',
  'jq.types': 'jq-types',
  'unix.count': 'line-count',
  'tsc.files': 'tsc-files',
  'python.managed': 'managed-python',
  'go.output': 'go-output',
  'ripgrep.multiline': 'ripgrep-multiline',
};

const bashBuiltins = new Set(['mapfile', 'readarray', 'shopt', 'compgen', 'complete', 'caller']);

const unixPrograms = new Set(
  'head tail grep sed awk export touch which wc xargs cut tr uniq chmod source rm ls cat cp mv mkdir ln find sleep test true nohup'.split(
    ' ',
  ),
);

/** Flags of GNU tools that the BSD tools, and therefore those of macOS, do not have. */
export const bsdItems: ReadonlyMap<string, string> = new Map([
  ['cat -A', 'cat -vet'],
  ['grep -P', 'rg -P'],
  ['date -d', 'date -j -f'],
  ['stat -c', 'stat -f'],
  ['readlink -f', 'realpath'],
  ['xargs -d', 'tr and xargs -0'],
  ['base64 -w', 'base64 without -w'],
  ['du -b', 'stat -f %z'],
  ['cp -t', 'cp with the folder last'],
  ['sed -i', "sed -i ''"],
]);
