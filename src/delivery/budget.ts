import { isHabit } from '../lessons/habits.ts';
import type { Confidence, Lesson } from '../lessons/lesson.ts';
import { estimateTokens } from '../shared/estimate-tokens.ts';
import { byId, renderBullet, renderFrame, renderHeading, sectionOf, type TellableLesson } from './render.ts';

/** The cost of a lesson: its own tokens, and headings shared with others, for which the first one pays. */
interface LessonCost {
  own: number;
  shared: readonly { key: string; tokens: number }[];
}

/** A file that could contain a lesson. */
export interface LessonPlace extends LessonCost {
  file: string;
  /** The agents that read it: each has its own budget. */
  readers: readonly string[];
  /** The upper bound of tokens for the file. */
  mostTokens?: number;
}

/** The lessons that are worth their place. */
export interface Selection {
  /** Sorted by value, best first. */
  delivered: TellableLesson[];
  /** Lessons that fit into none of their files. */
  leftOut: TellableLesson[];
  /** Tokens for one agent, headings included: for the agent that is given most. */
  tokens: number;
  /** The delivered lessons by file. */
  byFile: Map<string, TellableLesson[]>;
}

/**
 * Chooses the lessons that are worth most for their tokens and fit the budget of each agent that would read them, best first; one
 * that is too long is skipped, and shorter ones after it may still fit. Facts about the project, the machine and the user come
 * before general facts, and those before what the agent's own tools say, whatever their value.
 */
export function selectWithinBudget(
  lessons: readonly TellableLesson[],
  budget: number,
  now: Date,
  placesOf: (lesson: TellableLesson) => readonly LessonPlace[] = (lesson) => [
    { file: '', readers: [''], ...costInFile(lesson, '') },
  ],
): Selection {
  const ranked = lessons
    .map((lesson) => {
      const places = placesOf(lesson);
      const tokens = Math.max(1, ...places.map(({ own }) => own));
      return { lesson, places, tier: tierOf(lesson), density: lessonValue(lesson, now) / tokens };
    })
    .sort((a, b) => a.tier - b.tier || b.density - a.density || byId(a.lesson, b.lesson));
  const selection: Selection = { delivered: [], leftOut: [], tokens: 0, byFile: new Map() };
  const spending = new Spending(budget);
  for (const { lesson, places } of ranked) {
    const taken = places.filter((place) => spending.take(place));
    (taken.length > 0 ? selection.delivered : selection.leftOut).push(lesson);
    for (const { file } of taken) selection.byFile.set(file, [...(selection.byFile.get(file) ?? []), lesson]);
  }
  selection.tokens = spending.most;
  return selection;
}

/** The tokens spent, by agent and by file. */
class Spending {
  readonly #budget: number;
  readonly #paid = new Set<string>();
  readonly #byReader = new Map<string, number>();
  readonly #byFile = new Map<string, number>();

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** The largest number of tokens given to an agent. */
  get most(): number {
    return Math.max(0, ...this.#byReader.values());
  }

  /** Adds a lesson to a file if there is room for it. */
  take({ file, readers, mostTokens = Number.POSITIVE_INFINITY, own, shared }: LessonPlace): boolean {
    const unpaid = shared.filter(({ key }) => !this.#paid.has(key));
    const cost = unpaid.reduce((sum, { tokens }) => sum + tokens, own);
    const inFile = (this.#byFile.get(file) ?? 0) + cost;
    const fits = readers.every((reader) => (this.#byReader.get(reader) ?? 0) + cost <= this.#budget);
    if (!fits || inFile > mostTokens) return false;
    for (const { key } of unpaid) this.#paid.add(key);
    for (const reader of readers) this.#byReader.set(reader, (this.#byReader.get(reader) ?? 0) + cost);
    this.#byFile.set(file, inFile);
    return true;
  }
}

/**
 * Returns the cost of a lesson in a file: its line, the heading of its section, and once per file the frame with markers and
 * hash.
 */
export function costInFile(
  lesson: TellableLesson,
  file: string,
  clean?: (text: string) => string,
  folder?: string,
): LessonCost {
  const heading = sectionOf(lesson);
  return {
    own: estimateTokens(`${renderBullet(lesson, clean)}\n`),
    shared: [
      { key: `${file}\n${heading}`, tokens: estimateTokens(`${renderHeading(heading)}\n\n\n`) },
      { key: file, tokens: estimateTokens(`${renderFrame('L-0001', folder)}\n\n\n`) + MARKER_TOKENS },
    ],
  };
}

/**
 * Returns the likely loss of the next sessions without a lesson, in calls, for ranking only: the cost of one occurrence so far,
 * times the frequency, times the probability that the lesson is right. Decision 0038 gives the reasons. Age is a pure power, so
 * that the order of two lessons does not depend on the current date.
 */
export function lessonValue(lesson: Lesson, now: Date): number {
  return lossEachTime(lesson) * recurrence(lesson, now) * CONFIDENCE_WEIGHT[lesson.confidence];
}

/**
 * Returns calls, minutes and tokens as one figure, in calls. A few expensive occurrences are not typical: some ordinary ones are
 * added to them.
 */
export function lossEachTime({
  occurrences,
  wastedCalls,
  wastedMinutes,
  wastedTokens,
}: Pick<Lesson, 'occurrences' | 'wastedCalls' | 'wastedMinutes' | 'wastedTokens'>): number {
  const parts = [
    // Lessons written by hand or imported have no calls on record: each occurrence cost at least one.
    Math.max(wastedCalls, occurrences),
    ...(wastedMinutes === undefined ? [] : [wastedMinutes / MINUTES_A_CALL]),
    ...(wastedTokens === undefined ? [] : [wastedTokens / TOKENS_A_CALL]),
  ];
  const lost = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  return (lost + ORDINARY_LOSS * ORDINARY_TIMES) / (occurrences + ORDINARY_TIMES);
}

/**
 * Returns the frequency of a lesson, between the count of calls and that of sessions: one bad afternoon is more than one event,
 * but less than many.
 */
function recurrence(lesson: Lesson, now: Date): number {
  const times = Math.sqrt(Math.max(1, lesson.occurrences) * Math.max(1, lesson.sessions));
  return times * 0.5 ** (ageInDays(lesson, now) / HALF_LIFE_DAYS);
}

/**
 * Returns the tier of a lesson: facts about the project, the machine and the user, such as what is wrong with edits here; general
 * facts; what tools say anyway.
 */
function tierOf({ reach, fingerprint }: Lesson): number {
  if (reach !== 'general') return 0;
  return isHabit(fingerprint) ? 2 : 1;
}

/** The tokens of the start, end and hash lines. */
const MARKER_TOKENS = 40;
const HALF_LIFE_DAYS = 120;
/** The approximate cost of a lost call: the means over seven projects were 0.1 to 0.5 minutes and 140 to 900 tokens. */
const MINUTES_A_CALL = 0.2;
const TOKENS_A_CALL = 400;
/** The calls that an ordinary failure costs, including itself: 1.2 to 2 in the same projects. */
const ORDINARY_LOSS = 1.5;
const ORDINARY_TIMES = 5;
/** Small weights, because a lesson that a person confirmed should not lose its place to a slightly more frequent one. */
const CONFIDENCE_WEIGHT: Record<Confidence, number> = { low: 0.8, medium: 1, high: 1.25 };

/**
 * Returns whole days, so that an hour more or less in a log changes nothing; a lesson without a date counts as half a year old.
 */
function ageInDays(lesson: Lesson, now: Date): number {
  const day = Date.parse(lesson.lastSeen.slice(0, 10));
  return Number.isNaN(day) ? 180 : Math.max(0, (Date.parse(now.toISOString().slice(0, 10)) - day) / 86_400_000);
}
