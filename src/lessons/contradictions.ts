import type { Roots } from '../failures/recovery/session-view.ts';
import { parseShell } from '../shell/index.ts';
import type { NewLesson } from './distil.ts';
import { type AdvisedText, readAdvice } from './guard/read-advice.ts';
import { AT_ONCE, type Lesson } from './lesson.ts';
import type { Sentence } from './quotable.ts';
import { compileTriggers, readTrigger } from './triggers/compile.ts';
import { matchGlob } from './triggers/glob.ts';
import { commandsOf, isAnyWords, matchPath, type TriggerRule } from './triggers/rule.ts';

/** Watches the lessons that give way to others, and says to which. */
export function giveWay<L extends NewLesson>(lessons: readonly L[], opposed: ReadonlyMap<string, readonly string[]>): L[] {
  return lessons.map((lesson) => {
    const yieldsTo = opposed.get(lesson.fingerprint);
    return yieldsTo ? { ...lesson, status: 'watching', yieldsTo } : lesson;
  });
}

/** A lesson, and what else is known of its words. */
export interface Stance {
  lesson: Pick<
    Lesson,
    'fingerprint' | 'guidance' | 'trigger' | 'status' | 'told' | 'sessions' | 'occurrences' | 'firstSeen' | 'lastSeen'
  >;
  /** What it names without recommending it; where that is not known, its words are asked. */
  against?: readonly string[];
  /** The commands that the flags and values belong to which it names. */
  tools?: readonly string[];
  /** Its guidance with other ways to the same end. */
  otherWays?: readonly Sentence[];
  /** A person said it. */
  isSaid?: true;
}

/**
 * The guidance of lessons that know several ways, by fingerprint, where another lesson that is ready speaks against the first of them: the
 * first that none speaks against. Where there is none, the lesson is left as it is, and one of the two gives way.
 */
export function chooseWays(stances: readonly Stance[]): Map<string, Sentence> {
  const ready = stances.filter(({ lesson }) => lesson.status === 'ready' || lesson.told === AT_ONCE);
  const chosen = new Map<string, Sentence>();
  if (ready.every(({ otherWays }) => otherWays === undefined)) return chosen;
  const findOpponents = opponentFinder(ready);
  for (const stance of ready) {
    const { otherWays = [], lesson } = stance;
    if (otherWays.length === 0 || findOpponents(stance).length === 0) continue;
    const way = otherWays.find((guidance) => findOpponents({ ...stance, lesson: { ...lesson, guidance } }).length === 0);
    if (way) chosen.set(lesson.fingerprint, way);
  }
  return chosen;
}

/**
 * The lessons that are told at once and speak against one that is told, or are spoken against: they wait until they are seen again, because one
 * sighting settles nothing.
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
 * Which lessons give way to which, by fingerprint: of two that are ready, one must not tell to do what the other warns of. A lesson warns
 * of what its trigger matches, of a program that it tells to do without, however that is started, and of one that it names as wrong with
 * some flags, where the other one does not say with which. Conditions say when a thing is wrong, and leave room for both.
 */
export function findOpposed(stances: readonly Stance[]): Map<string, string[]> {
  const ready = stances.filter(({ lesson }) => lesson.status === 'ready');
  const findOpponents = opponentFinder(ready);
  const opposed = new Map<string, string[]>();
  const yields = (loser: Stance, winner: Stance) =>
    opposed.set(loser.lesson.fingerprint, [
      ...new Set([...(opposed.get(loser.lesson.fingerprint) ?? []), winner.lesson.fingerprint]),
    ]);
  // The stronger one of a pair goes first: what already gives way to another one speaks against nothing.
  const pairs = ready
    .flatMap((stance) => findOpponents(stance).map((other) => (isStronger(stance, other) ? [stance, other] : [other, stance])))
    .sort(([a], [b]) => weightOf(b) - weightOf(a) || (a?.lesson.fingerprint ?? '').localeCompare(b?.lesson.fingerprint ?? ''));
  for (const [winner, loser] of pairs) if (winner && loser && !opposed.has(winner.lesson.fingerprint)) yields(loser, winner);
  return opposed;
}

/** Finds the lessons that warn of what one tells to do. */
function opponentFinder(ready: readonly Stance[]): (stance: Stance) => Stance[] {
  // Read once: a memory may hold thousands of lessons, and each is compared with all others.
  const warnings = ready.flatMap((stance) => readWarning(stance) ?? []);
  const prohibitions = ready.flatMap((stance) => (stance.isSaid ? (readProhibition(stance) ?? []) : []));
  const matcher = compileTriggers(warnings, nowhere).startSession();
  return (stance) => {
    const { fingerprint } = stance.lesson;
    const advice = readStance(stance);
    const commands = advice.commands.map((command) => ({ tool: 'shell', name: 'Bash', input: { command } }) as const);
    // What it warns of itself is what it tells to leave, whatever its words are.
    const warned = new Set(
      commands.flatMap((call) => {
        const matched = matcher.match(call);
        return matched.some((warning) => warning.stance.lesson.fingerprint === fingerprint) ? [] : matched;
      }),
    );
    const against = [
      ...warnings.filter((warning) => warned.has(warning) || speaksAgainst(warning, advice)).map((warning) => warning.stance),
      ...prohibitions.filter((prohibition) => forbids(prohibition, stance, advice)).map((prohibition) => prohibition.stance),
    ];
    return [...new Set(against)].filter(({ lesson }) => lesson.fingerprint !== fingerprint);
  };
}

/** What a lesson tells to use. */
interface Advice {
  /** Commands, as they stand and with what belongs to them. */
  commands: readonly string[];
  /** What these run, themselves or behind a runner: `dock x -- hk`. */
  programs: ReadonlySet<string>;
  /** Those of them that are named without saying what they are called with: `find`, `find … -exec … +`. */
  openPrograms: ReadonlySet<string>;
  /** Every name in code marks that is recommended: paths, values, names of tools. */
  names: readonly string[];
  /** The rule that it warns by: a value is right or wrong for one argument of one tool. */
  rule: TriggerRule | undefined;
}

/** A lesson that warns of something, whatever happened before. */
interface Warning {
  stance: Stance;
  trigger: { rule: string };
  rule: TriggerRule;
  /** The program that it tells to do without. */
  program?: string;
  /** Programs that it tells to do without, though only some of their flags are known to be refused. */
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
  const { programs, names } = readStance(stance);
  const isLeftOut = program !== undefined && !programs.has(program);
  const left = readAdvice(stance.lesson.guidance).flatMap((one) => (one.isCode && isLeft(one, stance.against) ? [one.text] : []));
  const named = new Set(names.flatMap(programsOf));
  const distrusted = new Set(left.filter((name) => !named.has(name) && isAnyCallOf(name, rule)));
  return { stance, trigger: { rule: trigger.rule }, rule, distrusted, ...(isLeftOut ? { program } : {}) };
}

/** Whether a rule is about calls of a program, whatever its sub-command is: `Bash(find * -name *)`, and not `Bash(git push *)`. */
function isAnyCallOf(program: string, rule: TriggerRule): boolean {
  if (rule.tool !== 'Bash') return false;
  return commandsOf(rule).some(([first, second]) => first && second && isAnyWords(second) && matchGlob(first, program));
}

/** Where a command stands in its call says nothing about when it is wrong. */
const isOfPlace = /^(?:not behind a pipe|alone in its call)$/;

/** The program of a rule about all of its calls: `Bash(hk *)`. */
function onlyProgram({ words: [first, rest, ...others] }: Extract<TriggerRule, { tool: 'Bash' }>): string | undefined {
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
function speaksAgainst({ rule, program, distrusted }: Warning, { programs, openPrograms, names, rule: own }: Advice): boolean {
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

/** What a person said to leave. */
interface Prohibition {
  stance: Stance;
  forbidden: ReadonlySet<string>;
  /** Programs that are to be left, however they are called: "never use find here". */
  programs: readonly string[];
  /** All words of the sentence, in small letters. */
  said: ReadonlySet<string>;
}

function readProhibition(stance: Stance): Prohibition | undefined {
  const { guidance } = stance.lesson;
  const left = readAdvice(guidance).filter(({ isForbidden }) => isForbidden);
  if (left.length === 0) return undefined;
  const programs = left.flatMap(({ text, isCode }) => (isCode ? [] : (WHOLE_PROGRAM.exec(text)?.[1]?.toLowerCase() ?? [])));
  return {
    stance,
    forbidden: new Set(left.map(({ text }) => text)),
    programs,
    said: new Set(guidance.toLowerCase().split(/[^\w-]+/)),
  };
}

/** A program in plain words that is followed by no part of a command. */
const WHOLE_PROGRAM = /^([\w.-]+)(?:$|\s+(?:to|for|here|again|at all|any ?more|in this|on this)\b)/;

/** Whether a person said to leave what a lesson recommends. A flag or a value is meant where the sentence names what it is given to. */
function forbids({ forbidden, programs, said }: Prohibition, { tools = [] }: Stance, { names, openPrograms }: Advice): boolean {
  if (programs.some((program) => openPrograms.has(program))) return true;
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
