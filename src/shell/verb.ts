import type { ShellCommand, Word } from '../programs/command.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import { wordSet } from '../shared/word-set.ts';

/**
 * Returns the words that name the action of a program. For programs in the tables they are already parsed; for any other, which
 * may be a private program, the first word after it counts if it looks like a verb: `lanternctl drain`. The usage line that the
 * program prints shows more than one: `Usage: lanternctl node drain [flags]`.
 */
export function verbOf(command: ShellCommand, output = ''): string | undefined {
  if (command.subcommand !== undefined) return command.subcommand;
  if (isKnownProgram(command)) return undefined;
  const spelled = spelledVerbs(command, output);
  return spelled.length > 0 ? spelled.join(' ') : isVerb(command) ? command.args[0] : undefined;
}

/** Returns the word after a script that an interpreter runs, if it looks like a verb: `node cli.mjs drain`. */
export function verbBehind(command: ShellCommand, script: string): string | undefined {
  const at = command.args.findIndex(
    (arg) => arg === script || arg.endsWith(`/${script}`) || arg.endsWith(`\\${script}`),
  );
  const next = command.words[at + 1];
  return at >= 0 && command.args[at + 1] === next?.text && next !== undefined && looksLikeVerb(next)
    ? next.text
    : undefined;
}

/** Whether a table knows the program, which is then not a private one. */
export function isKnownProgram(command: ShellCommand): boolean {
  const program = programOf(familyOf(command.name));
  if (program === undefined) return false;
  const { subcommands, hasNoVerbs, hasTargets, role, looks, asks, changes } = program;
  const isPlain = hasNoVerbs || hasTargets || role !== undefined || looks === true || asks === true || changes === true;
  return subcommands !== undefined || isPlain;
}

/** Returns the leading arguments that the usage line repeats after the program's name. */
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

/** Names of folders: the first word in `eslint src` is not a verb. */
const FOLDERS = wordSet(
  'src lib app apps bin build cmd config data dist doc docs e2e examples hooks include internal pages packages pkg public scripts server spec test tests tools web',
);
