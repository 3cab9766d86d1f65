import type { Roots } from '../failures/recovery/session-view.ts';
import { parseShell } from '../shell/index.ts';
import type { NewLesson } from './distil.ts';
import { type AdvisedText, readAdvice } from './guard/read-advice.ts';
import { AT_ONCE, type Lesson } from './lesson.ts';
import type { Sentence } from './quotable.ts';
import { compileTriggers, readTrigger } from './triggers/compile.ts';
import { matchGlob } from './triggers/glob.ts';
import { commandsOf, isAnyWords, matchPath, type TriggerRule } from './triggers/rule.ts';

/** Sets the lessons that give way to others to watching, and records to which ones. */
export function giveWay<L extends NewLesson>(
  lessons: readonly L[],
  opposed: ReadonlyMap<string, readonly string[]>,
): L[] {
  return lessons.map((lesson) => {
    const yieldsTo = opposed.get(lesson.fingerprint);
    return yieldsTo ? { ...lesson, status: 'watching', yieldsTo } : lesson;
  });
}

/** A lesson together with further knowledge about its words. */
export interface Stance {
  lesson: Pick<
    Lesson,
    'fingerprint' | 'guidance' | 'trigger' | 'status' | 'told' | 'sessions' | 'occurrences' | 'firstSeen' | 'lastSeen'
  >;
  /** The names that it mentions without recommending them; if absent, its wording decides. */
  against?: readonly string[];
  /** The commands to which the flags and values in the lesson belong. */
  tools?: readonly string[];
  /** Its guidance with alternative ways to the same end. */
  otherWays?: readonly Sentence[];
  /** Whether a person said it. */
  isSaid?: true;
}

/**
 * Returns the guidance for lessons that know several ways, by fingerprint, if another ready lesson speaks against the first way:
 * the first way that no lesson speaks against. If there is none, the lesson is left unchanged, and one of the two gives way.
 */
export function chooseWays(stances: readonly Stance[]): Map<string, Sentence> {
  const ready = stances.filter(({ lesson }) => lesson.status === 'ready' || lesson.told === AT_ONCE);
  const chosen = new Map<string, Sentence>();
  if (ready.every(({ otherWays }) => otherWays === undefined)) return chosen;
  const findOpponents = opponentFinder(ready);
  for (const stance of ready) {
    const { otherWays = [], lesson } = stance;
    if (otherWays.length === 0 || findOpponents(stance).length === 0) continue;
    const way = otherWays.find(
      (guidance) => findOpponents({ ...stance, lesson: { ...lesson, guidance } }).length === 0,
    );
    if (way) chosen.set(lesson.fingerprint, way);
  }
  return chosen;
}

/**
 * Returns the fingerprints of the lessons told at once that speak against a told lesson, or are contradicted by one: they wait
 * until they are seen again, because one sighting settles nothing.
 */
export function findDoubtful(stances: readonly Stance[]): Set<string> {
  const isAtOnce = ({ lesson }: Stance) => lesson.status === 'watching' && lesson.told === AT_ONCE;
  const told = stances.filter((stance) => stance.lesson.status === 'ready' || isAtOnce(stance));
  if (!told.some(isAtOnce)) return new Set();
  const findOpponents = opponentFinder(told);
  const involved = told.flatMap((stance) => findOpponents(stance).flatMap((other) => [stance, other]));
  return new Set(involved.filter(isAtOnce).map(({ lesson }) => lesson.fingerprint));
}

/**
 * Returns which lessons give way to which, by fingerprint: of two ready lessons, one must not recommend what the other warns
 * about. A lesson warns about the calls that its trigger matches, about a program that it says not to use, however that is
 * started, and about a program that it calls wrong with some flags if the other lesson does not say which flags it uses.
 * Conditions say when a thing is wrong, and so leave room for both lessons.
 */
export function findOpposed(stances: readonly Stance[]): Map<string, string[]> {
  const ready = stances.filter(({ lesson }) => lesson.status === 'ready');
  const findOpponents = opponentFinder(ready);
  const opposed = new Map<string, string[]>();
  const yields = (loser: Stance, winner: Stance) =>
    opposed.set(loser.lesson.fingerprint, [
      ...new Set([...(opposed.get(loser.lesson.fingerprint) ?? []), winner.lesson.fingerprint]),
    ]);
  // The stronger lesson of a pair goes first: a lesson that already gives way to another speaks against nothing.
  const pairs = ready
    .flatMap((stance) =>
      findOpponents(stance).map((other) => (isStronger(stance, other) ? [stance, other] : [other, stance])),
    )
    .sort(
      ([a], [b]) =>
        weightOf(b) - weightOf(a) || (a?.lesson.fingerprint ?? '').localeCompare(b?.lesson.fingerprint ?? ''),
    );
  for (const [winner, loser] of pairs)
    if (winner && loser && !opposed.has(winner.lesson.fingerprint)) yields(loser, winner);
  return opposed;
}

/** Creates a function that finds the lessons that warn about the advice of a given one. */
function opponentFinder(ready: readonly Stance[]): (stance: Stance) => Stance[] {
  // Parsed once: a memory may hold thousands of lessons, and each is compared with all others.
  const warnings = ready.flatMap((stance) => readWarning(stance) ?? []);
  const prohibitions = ready.flatMap((stance) => (stance.isSaid ? (readProhibition(stance) ?? []) : []));
  const matcher = compileTriggers(warnings, nowhere).startSession();
  return (stance) => {
    const { fingerprint } = stance.lesson;
    const advice = readStance(stance);
    const commands = advice.commands.map((command) => ({ tool: 'shell', name: 'Bash', input: { command } }) as const);
    // A command that the lesson's own trigger matches is one that it says not to use, whatever its wording.
    const warned = new Set(
      commands.flatMap((call) => {
        const matched = matcher.match(call);
        return matched.some((warning) => warning.stance.lesson.fingerprint === fingerprint) ? [] : matched;
      }),
    );
    const against = [
      ...warnings
        .filter((warning) => warned.has(warning) || speaksAgainst(warning, advice))
        .map((warning) => warning.stance),
      ...prohibitions
        .filter((prohibition) => forbids(prohibition, stance, advice))
        .map((prohibition) => prohibition.stance),
    ];
    return [...new Set(against)].filter(({ lesson }) => lesson.fingerprint !== fingerprint);
  };
}

/** The things that a lesson recommends. */
interface Advice {
  /** Commands, as quoted and combined with their flags and values. */
  commands: readonly string[];
  /** The programs that these commands run, directly or through a runner: `dock x -- hk`. */
  programs: ReadonlySet<string>;
  /** Those programs that are named without their arguments: `find`, `find … -exec … +`. */
  openPrograms: ReadonlySet<string>;
  /** Every recommended name in code marks: paths, values, names of tools. */
  names: readonly string[];
  /** The rule of its trigger: a value is right or wrong for one argument of one tool. */
  rule: TriggerRule | undefined;
}

/** A lesson that warns about something, regardless of what happened before. */
interface Warning {
  stance: Stance;
  trigger: { rule: string };
  rule: TriggerRule;
  /** The program that it says not to use. */
  program?: string;
  /** Programs that it says not to use although only some of their flags are known to be refused. */
  distrusted: ReadonlySet<string>;
}

function readStance({ lesson, against, tools = [] }: Stance): Advice {
  const advised = readAdvice(lesson.guidance).filter((one) => one.isCode && !isLeft(one, against));
  const names = advised.map(({ text }) => text.replace(/ …$/, ''));
  const parts = names.filter((name) => !tools.includes(name)).slice(0, MOST_PARTS);
  const commands = [...new Set([...names, ...tools.flatMap((tool) => parts.map((part) => `${tool} ${part}`))])];
  return {
    commands,
    programs: new Set(commands.flatMap(programsOf)),
    openPrograms: new Set(advised.flatMap(({ text }) => (/^\S+(?:$| …)/.test(text) ? (text.split(' ')[0] ?? []) : []))),
    names,
    rule: lesson.trigger && readTrigger(lesson.trigger)?.rule,
  };
}

/** Whether a lesson names a text without recommending it. */
function isLeft({ text, isForbidden }: AdvisedText, against: Stance['against']): boolean {
  return against ? against.includes(text) : isForbidden;
}

/** A lesson names a few things; a longer list was written by hand. */
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
  const { programs, names } = readStance(stance);
  const isLeftOut = program !== undefined && !programs.has(program);
  const left = readAdvice(stance.lesson.guidance).flatMap((one) =>
    one.isCode && isLeft(one, stance.against) ? [one.text] : [],
  );
  const named = new Set(names.flatMap(programsOf));
  const distrusted = new Set(left.filter((name) => !named.has(name) && isAnyCallOf(name, rule)));
  return { stance, trigger: { rule: trigger.rule }, rule, distrusted, program: isLeftOut ? program : undefined };
}

/** Whether a rule covers every call of a program, whatever its subcommand: `Bash(find * -name *)`, but not `Bash(git push *)`. */
function isAnyCallOf(program: string, rule: TriggerRule): boolean {
  if (rule.tool !== 'Bash') return false;
  return commandsOf(rule).some(([first, second]) => first && second && isAnyWords(second) && matchGlob(first, program));
}

/** Conditions on the place of a command in its call, which say nothing about when the command is wrong. */
const isOfPlace = /^(?:not behind a pipe|alone in its call)$/;

/** Returns the program of a rule that covers all of its calls: `Bash(hk *)`. */
function onlyProgram({ words: [first, rest, ...others] }: Extract<TriggerRule, { tool: 'Bash' }>): string | undefined {
  const [form] = first?.forms ?? [];
  return rest?.source === '*' && others.length === 0 && first?.forms.length === 1 && form?.length === 1
    ? form[0]
    : undefined;
}

function programsOf(command: string): string[] {
  return parseShell(command, 'Bash').commands.flatMap(({ name, args }) => {
    const dashes = args.indexOf('--');
    return [name, ...(dashes < 0 ? [] : args.slice(dashes + 1, dashes + 2))];
  });
}

/**
 * Whether a warning speaks against advice that no command shows: a program started by another one, a path, the argument of a
 * tool.
 */
function speaksAgainst(
  { rule, program, distrusted }: Warning,
  { programs, openPrograms, names, rule: own }: Advice,
): boolean {
  if (program !== undefined && programs.has(program)) return true;
  if ([...distrusted].some((name) => openPrograms.has(name))) return true;
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

/** The things that a person said not to use. */
interface Prohibition {
  stance: Stance;
  forbidden: ReadonlySet<string>;
  /** Programs that must not be used, however they are called: "never use find here". */
  programs: readonly string[];
  /** All words of the sentence, in lower case. */
  said: ReadonlySet<string>;
}

function readProhibition(stance: Stance): Prohibition | undefined {
  const { guidance } = stance.lesson;
  const left = readAdvice(guidance).filter(({ isForbidden }) => isForbidden);
  if (left.length === 0) return undefined;
  const programs = left.flatMap(({ text, isCode }) =>
    isCode ? [] : (WHOLE_PROGRAM.exec(text)?.[1]?.toLowerCase() ?? []),
  );
  return {
    stance,
    forbidden: new Set(left.map(({ text }) => text)),
    programs,
    said: new Set(guidance.toLowerCase().split(/[^\w-]+/)),
  };
}

/** A program in plain words that is not followed by another part of a command. */
const WHOLE_PROGRAM = /^([\w.-]+)(?:$|\s+(?:to|for|here|again|at all|any ?more|in this|on this)\b)/;

/**
 * Whether a person forbade what a lesson recommends. A flag or a value is meant only if the sentence also names the command to
 * which it belongs.
 */
function forbids(
  { forbidden, programs, said }: Prohibition,
  { tools = [] }: Stance,
  { names, openPrograms }: Advice,
): boolean {
  if (programs.some((program) => openPrograms.has(program))) return true;
  const isMeant = tools.some((tool) => tool.split(' ').some((word) => said.has(word.toLowerCase())));
  return names.some((name) => forbidden.has(name) && (isMeant || name.includes(' ')));
}

/**
 * Whether the first of two opposed lessons prevails: a person's statement; then the one seen only after the other was last seen,
 * because the world has changed since; then the one with more sessions, and more calls.
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
  return stance
    ? (stance.isSaid ? 1e9 : 0) + stance.lesson.sessions * 1e4 + Math.min(9999, stance.lesson.occurrences)
    : 0;
}

/** Advice applies to any folder. */
const nowhere: Roots = { relative: () => undefined, checkout: () => undefined };
