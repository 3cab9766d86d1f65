import type { ShellCommand, Word } from '../programs/command.ts';
import { familyOf } from './program-names.ts';
import { LOOKING_PROGRAMS } from './tables/diagnostics.ts';
import { PROBE_PROGRAMS } from './tables/probes.ts';
import { FILTER_PROGRAMS, SETUP_PROGRAMS } from './tables/roles.ts';
import { TARGET_PROGRAMS } from './tables/scripts.ts';
import { CHANGING_PROGRAMS } from './tables/state-changes.ts';
import { SUBCOMMANDS } from './tables/subcommands.ts';
import { wordSet } from './tables/word-set.ts';

/**
 * The words that say what a program does. Programs of the tables have them parsed; of any other one, which may be somebody's own, the
 * first word behind it counts if it looks like a verb: `lanternctl drain`. The usage line that the program prints tells more than
 * one: `Usage: lanternctl node drain [flags]`.
 */
export function verbOf(command: ShellCommand, output = ''): string | undefined {
  if (command.subcommand !== undefined) return command.subcommand;
  if (isKnownProgram(command)) return undefined;
  const spelled = spelledVerbs(command, output);
  return spelled.length > 0 ? spelled.join(' ') : isVerb(command) ? command.args[0] : undefined;
}

/** The word behind a script that an interpreter runs, where it looks like a verb: `node cli.mjs drain`. */
export function verbBehind(command: ShellCommand, script: string): string | undefined {
  const at = command.args.findIndex((arg) => arg === script || arg.endsWith(`/${script}`) || arg.endsWith(`\\${script}`));
  const next = command.words[at + 1];
  return at >= 0 && command.args[at + 1] === next?.text && next !== undefined && looksLikeVerb(next) ? next.text : undefined;
}

/** Whether a table knows the program: then it is not somebody's own. */
export function isKnownProgram(command: ShellCommand): boolean {
  const family = familyOf(command.name);
  return SUBCOMMANDS.has(family) || PLAIN_TABLES.some((table) => table.has(family));
}

/** The leading arguments that the usage line repeats behind the program's name. */
function spelledVerbs({ name, args }: ShellCommand, output: string): string[] {
  const at = output.search(/\busage:/i);
  if (at < 0) return [];
  const words =
    output
      .slice(at + 6, at + 400)
      .trimStart()
      .split('\n', 1)[0]
      ?.trim()
      .split(/\s+/) ?? [];
  if (words[0] !== name) return [];
  const spelled: string[] = [];
  for (const word of words.slice(1)) {
    if (!VERB.test(word) || args[spelled.length] !== word) break;
    spelled.push(word);
  }
  return spelled;
}

function isVerb({ words, args }: ShellCommand): boolean {
  const [first] = words;
  return first !== undefined && args[0] === first.text && looksLikeVerb(first);
}

function looksLikeVerb({ text, quoted, hasExpansion, isGlob }: Word): boolean {
  return !quoted && !hasExpansion && !isGlob && VERB.test(text) && text.length <= 24 && !FOLDERS.has(text);
}

const VERB = /^[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*$/;

/** What stands first in `eslint src` is no verb. */
const FOLDERS = wordSet(
  'src lib app apps bin build cmd config data dist doc docs e2e examples hooks include internal pages packages pkg public scripts server spec test tests tools web',
);

/** Programs that are known, and take no verbs. */
const PLAIN_TABLES: readonly ReadonlySet<string>[] = [
  LOOKING_PROGRAMS,
  PROBE_PROGRAMS,
  FILTER_PROGRAMS,
  SETUP_PROGRAMS,
  TARGET_PROGRAMS,
  CHANGING_PROGRAMS,
  wordSet(
    'python node bash sh zsh dash ruby php perl tsx ts-node lua java psql mysql sqlite3 redis-cli mongosh ssh scp sftp eslint pytest jest vitest mocha mypy pyright flake8 pylint shellcheck hadolint man sudo su xargs time watch',
  ),
];
