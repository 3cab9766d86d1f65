import type { Roots } from '../failures/recovery/session-view.ts';
import { parseShell } from '../shell/index.ts';
import type { NewLesson } from './distil.ts';
import { type AdvisedText, readAdvice } from './guard/read-advice.ts';
import type { Lesson } from './lesson.ts';
import { compileTriggers, readTrigger } from './triggers/compile.ts';
import { matchGlob } from './triggers/glob.ts';
import { matchPath, type Rule } from './triggers/rule.ts';

/** Watches the lessons that give way to others, and says to which. */
export function giveWay<L extends NewLesson>(lessons: readonly L[], opposed: ReadonlyMap<string, readonly string[]>): L[] {
  return lessons.map((lesson) => {
    const yieldsTo = opposed.get(lesson.fingerprint);
    return yieldsTo ? { ...lesson, status: 'watching', yieldsTo } : lesson;
  });
}

/** A lesson, and what else is known of its words. */
export interface Stance {
  lesson: Pick<Lesson, 'fingerprint' | 'guidance' | 'trigger' | 'status' | 'sessions' | 'occurrences' | 'firstSeen' | 'lastSeen'>;
  /** What it names without recommending it; where that is not known, its words are asked. */
  against?: readonly string[];
  /** The commands that the flags and values belong to which it names. */
  tools?: readonly string[];
  /** A person said it. */
  isSaid?: true;
}

/**
 * Which lessons give way to which, by fingerprint: of two that are ready, one must not tell to do what the other warns of. A lesson warns
 * of what its trigger matches, and of a program that it tells to do without, however that is started. Conditions say when a thing is wrong,
 * and leave room for both.
 */
export function findOpposed(stances: readonly Stance[]): Map<string, string[]> {
  const ready = stances.filter(({ lesson }) => lesson.status === 'ready');
  const warnings = ready.flatMap((stance) => readWarning(stance) ?? []);
  // Read once: a memory may hold thousands of lessons, and each is compared with all others.
  const prohibitions = ready.flatMap((stance) => (stance.isSaid ? (readProhibition(stance) ?? []) : []));
  const matcher = compileTriggers(warnings, nowhere).startSession();
  const opposed = new Map<string, string[]>();
  const yields = (loser: Stance, winner: Stance) =>
    opposed.set(loser.lesson.fingerprint, [
      ...new Set([...(opposed.get(loser.lesson.fingerprint) ?? []), winner.lesson.fingerprint]),
    ]);
  // The stronger one of a pair goes first: what already gives way to another one speaks against nothing.
  const pairs = ready
    .flatMap((stance) => {
      const advice = readStance(stance);
      const commands = advice.commands.map((command) => ({ tool: 'shell', name: 'Bash', input: { command } }) as const);
      // What it warns of itself is what it tells to leave, whatever its words are.
      const warned = new Set(
        commands.flatMap((call) => {
          const matched = matcher.match(call);
          return matched.some((warning) => warning.stance === stance) ? [] : matched;
        }),
      );
      const against = [
        ...warnings.filter((warning) => warned.has(warning) || speaksAgainst(warning, advice)).map((warning) => warning.stance),
        ...prohibitions.filter((prohibition) => forbids(prohibition, stance, advice)).map((prohibition) => prohibition.stance),
      ].filter((other) => other !== stance);
      return [...new Set(against)].map((other) => (isStronger(stance, other) ? [stance, other] : [other, stance]));
    })
    .sort(([a], [b]) => weightOf(b) - weightOf(a) || (a?.lesson.fingerprint ?? '').localeCompare(b?.lesson.fingerprint ?? ''));
  for (const [winner, loser] of pairs) if (winner && loser && !opposed.has(winner.lesson.fingerprint)) yields(loser, winner);
  return opposed;
}

/** What a lesson tells to use. */
interface Advice {
  /** Commands, as they stand and with what belongs to them. */
  commands: readonly string[];
  /** What these run, themselves or behind a runner: `dock x -- hk`. */
  programs: ReadonlySet<string>;
  /** Every name in code marks that is recommended: paths, values, names of tools. */
  names: readonly string[];
  /** The rule that it warns by: a value is right or wrong for one argument of one tool. */
  rule: Rule | undefined;
}

/** A lesson that warns of something, whatever happened before. */
interface Warning {
  stance: Stance;
  trigger: { rule: string };
  rule: Rule;
  /** The program that it tells to do without. */
  program?: string;
}

function readStance({ lesson, against, tools = [] }: Stance): Advice {
  const isLeft = ({ text, isForbidden }: AdvisedText) => (against ? against.includes(text) : isForbidden);
  const names = readAdvice(lesson.guidance)
    .filter((one) => one.isCode && !isLeft(one))
    .map(({ text }) => text.replace(/ …$/, ''));
  const parts = names.filter((name) => !tools.includes(name)).slice(0, MOST_PARTS);
  const commands = [...new Set([...names, ...tools.flatMap((tool) => parts.map((part) => `${tool} ${part}`))])];
  return {
    commands,
    programs: new Set(commands.flatMap(programsOf)),
    names,
    rule: lesson.trigger && readTrigger(lesson.trigger)?.rule,
  };
}

/** A lesson names a few things; more would be a list that somebody wrote by hand. */
const MOST_PARTS = 8;

function readWarning(stance: Stance): Warning | undefined {
  const { trigger } = stance.lesson;
  const read =
    trigger && trigger.error === undefined && (trigger.when === undefined || isOfPlace.test(trigger.when))
      ? readTrigger(trigger)
      : undefined;
  if (!read || !trigger) return undefined;
  const { rule } = read;
  const program = rule.tool === 'Bash' && !rule.or ? onlyProgram(rule) : undefined;
  const isLeftOut = program !== undefined && !readStance(stance).programs.has(program);
  return { stance, trigger: { rule: trigger.rule }, rule, ...(isLeftOut ? { program } : {}) };
}

/** Where a command stands in its call says nothing about when it is wrong. */
const isOfPlace = /^(?:not behind a pipe|alone in its call)$/;

/** The program of a rule about all of its calls: `Bash(hk *)`. */
function onlyProgram({ words: [first, rest, ...others] }: Extract<Rule, { tool: 'Bash' }>): string | undefined {
  const [form] = first?.forms ?? [];
  return rest?.source === '*' && others.length === 0 && first?.forms.length === 1 && form?.length === 1 ? form[0] : undefined;
}

function programsOf(command: string): string[] {
  return parseShell(command, 'Bash').commands.flatMap(({ name, args }) => {
    const dashes = args.indexOf('--');
    return [name, ...(dashes < 0 ? [] : args.slice(dashes + 1, dashes + 2))];
  });
}

/** What no command tells: a program that another one starts, a path, the argument of a tool. */
function speaksAgainst({ rule, program }: Warning, { programs, names, rule: own }: Advice): boolean {
  if (program !== undefined && programs.has(program)) return true;
  if (rule.tool === 'Read' || rule.tool === 'Grep' || rule.tool === 'Search')
    return names.some((name) => name.includes('/') && matchPath(rule.paths, name.replace(/\/$/, '')));
  if (rule.tool !== 'Tool' || own?.tool !== 'Tool' || !rule.argument) return false;
  const { argument } = rule;
  return (
    own.name.source === rule.name.source &&
    own.argument?.name === argument.name &&
    names.some((name) => matchGlob(argument.value, name))
  );
}

/** What a person said to leave. */
interface Prohibition {
  stance: Stance;
  forbidden: ReadonlySet<string>;
  /** All words of the sentence, in small letters. */
  said: ReadonlySet<string>;
}

function readProhibition(stance: Stance): Prohibition | undefined {
  const { guidance } = stance.lesson;
  const forbidden = readAdvice(guidance).flatMap(({ text, isForbidden }) => (isForbidden ? [text] : []));
  if (forbidden.length === 0) return undefined;
  return { stance, forbidden: new Set(forbidden), said: new Set(guidance.toLowerCase().split(/[^\w-]+/)) };
}

/** Whether a person said to leave what a lesson recommends. A flag or a value is meant where the sentence names what it is given to. */
function forbids({ forbidden, said }: Prohibition, { tools = [] }: Stance, { names }: Advice): boolean {
  const isMeant = tools.some((tool) => tool.split(' ').some((word) => said.has(word.toLowerCase())));
  return names.some((name) => forbidden.has(name) && (isMeant || name.includes(' ')));
}

/**
 * Which of two holds: what a person said; what was seen only after the other one was last seen, because the world has changed since; what
 * more sessions show, and more calls.
 */
function isStronger(first: Stance, second: Stance): boolean {
  if (first.isSaid !== second.isSaid) return first.isSaid === true;
  const [a, b] = [first.lesson, second.lesson];
  if (a.firstSeen > b.lastSeen) return true;
  if (b.firstSeen > a.lastSeen) return false;
  if (a.sessions !== b.sessions) return a.sessions > b.sessions;
  if (a.occurrences !== b.occurrences) return a.occurrences > b.occurrences;
  return a.lastSeen === b.lastSeen ? a.fingerprint < b.fingerprint : a.lastSeen > b.lastSeen;
}

function weightOf(stance: Stance | undefined): number {
  return stance ? (stance.isSaid ? 1e9 : 0) + stance.lesson.sessions * 1e4 + Math.min(9999, stance.lesson.occurrences) : 0;
}

/** Advice is given for any folder. */
const nowhere: Roots = { relative: () => undefined, checkout: () => undefined };
