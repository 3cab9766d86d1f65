import type { ShellCommand } from '../programs/command.ts';
import { programs } from '../programs/index.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import type { BypassRule } from '../programs/refusal-rule.ts';
import { wordsOf } from '../shared/word-set.ts';
import type { CommandChange } from './change.ts';
import { writesFile } from './diagnostic.ts';
import { BYPASSES } from './refusals/bypasses.ts';

/** Whether a command goes around a guard: such a command is never taught as a fix. */
export function isBypass(command: ShellCommand): boolean {
  return bypassOf(command) !== undefined;
}

/** Returns the rule that makes a command a bypass. */
export function bypassOf(command: ShellCommand): BypassRule | undefined {
  const subject = subjectOf(command);
  const rule = findRule(subject);
  if (rule !== undefined) return rule;
  return writesSuppression(command) ? SUPPRESSION : undefined;
}

/**
 * Whether a change is a bypass: it adds a skipping flag or variable, `sudo`, `|| true`, or a redirection that discards stderr.
 */
export function isBypassChange(change: CommandChange): boolean {
  switch (change.kind) {
    case 'wrapper-changed':
      return /\b(?:sudo|doas)\b/.test(change.new ?? '') && !/\b(?:sudo|doas)\b/.test(change.old ?? '');
    case 'fallback-added':
      return true;
    case 'redirect-changed':
      return change.new === '2>/dev/null';
    case 'flag-added':
    case 'flag-replaced':
      return changeMatches(change, { flags: [[change.new ?? '', change.newValue]] });
    case 'env-added':
    case 'env-replaced':
      return changeMatches(change, { env: [`${change.new ?? ''}=${change.newValue ?? ''}`] });
    case 'operand-added':
    case 'operand-replaced':
      return changeMatches(change, { operands: [change.new ?? ''] });
    default:
      return false;
  }
}

const SUPPRESSION: BypassRule = {
  id: 'suppression',
  group: 'checks',
  why: 'a check of the code',
  sample: "sed -i '1i /* eslint-disable */' a.ts",
};

/** The parts of a command that the rules examine. */
interface Subject {
  family: string;
  subcommand: string;
  flags: readonly (readonly [string, string | undefined])[];
  operands: readonly string[];
  env: readonly string[];
}

function subjectOf(command: ShellCommand): Subject {
  const flags = command.arguments
    .filter((argument) => argument.kind === 'flag')
    .map((argument) => [argument.text, argument.value] as const);
  const env = Object.entries(command.env).map(([name, value]) => `${name}=${value}`);
  // `set +e` and `+main` begin with a plus, which no flag table knows.
  return {
    family: familyOf(command.name),
    subcommand: command.subcommand ?? '',
    flags,
    operands: command.operands,
    env,
  };
}

function changeMatches(change: CommandChange, part: Partial<Subject>): boolean {
  const space = change.on.indexOf(' ');
  const family = familyOf(space < 0 ? change.on : change.on.slice(0, space));
  const subcommand = space < 0 ? '' : change.on.slice(space + 1);
  const subject: Subject = { family, subcommand, flags: [], operands: [], env: [], ...part };
  return findRule(subject) !== undefined;
}

/** Returns the first rule that matches. Rules of the program itself come first, because they say best which guard is bypassed. */
function findRule(subject: Subject): BypassRule | undefined {
  const own = programOf(subject.family)?.bypasses ?? [];
  const fits = (rule: BypassRule) => applies(rule, subject) && matches(rule, subject);
  return own.find(fits) ?? BYPASSES.find(fits);
}

function applies({ programs, subcommands, alsoWithout }: BypassRule, { family, subcommand }: Subject): boolean {
  if (programs !== undefined && !wordsOf(programs).has(family)) return false;
  if (subcommands === undefined || (alsoWithout && subcommand === '')) return true;
  return wordsOf(subcommands).has(subcommand);
}

function matches(rule: BypassRule, subject: Subject): boolean {
  if (rule.env !== undefined) return subject.env.some((variable) => rule.env?.test(variable) === true);
  if (rule.letter !== undefined && subject.flags.some(([flag]) => hasLetter(flag, rule.letter ?? ''))) return true;
  if (rule.flag !== undefined) return subject.flags.some(([flag]) => rule.flag?.test(flag) === true);
  const named = rule.flags === undefined ? undefined : wordsOf(rule.flags);
  if (named !== undefined && rule.operand !== undefined)
    return subject.flags.some(([flag, value]) => named.has(flag) && rule.operand?.test(value ?? '') === true);
  if (named !== undefined) return subject.flags.some(([flag]) => named.has(flag));
  if (rule.operand !== undefined) {
    const values = subject.flags.map(([, value]) => value ?? '').filter((value) => value !== '');
    return [...subject.operands, ...values].some((text) => text.length < 400 && rule.operand?.test(text) === true);
  }
  return rule.letter === undefined;
}

/**
 * Whether a cluster of short flags has a letter, before any letter that takes the rest as its value: the n of `-nm`, not of
 * `-mn`.
 */
function hasLetter(flag: string, letter: string): boolean {
  if (!/^-[A-Za-z]{1,6}$/.test(flag)) return false;
  const at = flag.indexOf(letter);
  return at > 0 && !/[mFCct]/.test(flag.slice(1, at));
}

function writesSuppression(command: ShellCommand): boolean {
  if (!/^(?:sed|perl|echo|printf|tee|cat|gsed)$/.test(command.name)) return false;
  const edits = command.flags.some((flag) => /^-[a-z]*i|^--in-place/.test(flag)) || writesFile(command);
  return edits && command.args.some((arg) => suppressions().test(arg.slice(0, 2000)));
}

let made: RegExp | undefined;

/** Returns the pattern of the comments that switch a check off, for all programs. */
function suppressions(): RegExp {
  made ??= new RegExp(programs.flatMap(({ waiver }) => waiver?.source ?? []).join('|'));
  return made;
}
