import { isHabit } from '../lessons/habits.ts';
import type { Confidence, Lesson } from '../lessons/lesson.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { byId, renderBullet, renderFrame, renderHeading, sectionOf } from './render.ts';

/** What a lesson costs: its own tokens, and headings it shares with others, paid by the first. */
export interface LessonCost {
  own: number;
  shared: readonly { key: string; tokens: number }[];
}

/** A file that a lesson could go to. */
export interface LessonPlace extends LessonCost {
  file: string;
  /** The agents that read it: each has a budget of its own. */
  readers: readonly string[];
  /** The most tokens that the file may take. */
  mostTokens?: number;
}

/** Which lessons are worth their place. */
export interface Selection {
  /** By value, best first. */
  delivered: Lesson[];
  /** Those that fit into none of their files. */
  leftOut: Lesson[];
  /** Tokens that one agent is given, headings included: the one that is given most. */
  tokens: number;
  /** The delivered ones, by file. */
  byFile: Map<string, Lesson[]>;
}

/**
 * Chooses the lessons that are worth most for their tokens and fit the budget of each agent that would read them, best first; one that is
 * too long is passed over, and shorter ones after it may still fit. Facts of the project, the machine and the user go before what is
 * true everywhere, and that before what the agent's own tools say, whatever they are worth.
 */
export function selectWithinBudget(
  lessons: readonly Lesson[],
  budget: number,
  now: Date,
  placesOf: (lesson: Lesson) => readonly LessonPlace[] = (lesson) => [{ file: '', readers: [''], ...costInFile(lesson, '') }],
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

/** What was spent, by agent and by file. */
class Spending {
  readonly #budget: number;
  readonly #paid = new Set<string>();
  readonly #byReader = new Map<string, number>();
  readonly #byFile = new Map<string, number>();

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** The most that an agent was given. */
  get most(): number {
    return Math.max(0, ...this.#byReader.values());
  }

  /** Takes a lesson into a file, if there is room for it. */
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

/** What a lesson costs in a file: its line, the heading of its section, and once per file the frame with markers and hash. */
export function costInFile(lesson: Lesson, file: string, clean?: (text: string) => string, folder?: string): LessonCost {
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
 * What the next sessions are likely to lose for want of a lesson, in calls, for ranking only: what one occurrence cost so far, times how
 * often it comes up, times the chance that the lesson is right. Decision 0038 gives the reasons. Age is a pure power, so that the order
 * of two lessons does not change with the day on which one looks.
 */
export function lessonValue(lesson: Lesson, now: Date): number {
  return lossEachTime(lesson) * recurrence(lesson, now) * CONFIDENCE_WEIGHT[lesson.confidence];
}

/** Calls, minutes and tokens as one figure, in calls. A few dear occurrences are no rule: some ordinary ones are put to them. */
export function lossEachTime({
  occurrences,
  wastedCalls,
  wastedMinutes,
  wastedTokens,
}: Pick<Lesson, 'occurrences' | 'wastedCalls' | 'wastedMinutes' | 'wastedTokens'>): number {
  const parts = [
    // What was written by hand or imported has no calls on record: each time cost one at the least.
    Math.max(wastedCalls, occurrences),
    ...(wastedMinutes === undefined ? [] : [wastedMinutes / MINUTES_A_CALL]),
    ...(wastedTokens === undefined ? [] : [wastedTokens / TOKENS_A_CALL]),
  ];
  const lost = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  return (lost + ORDINARY_LOSS * ORDINARY_TIMES) / (occurrences + ORDINARY_TIMES);
}

/** How often it came up, between the count of calls and that of sessions: one bad afternoon is more than one event, and less than many. */
function recurrence(lesson: Lesson, now: Date): number {
  const times = Math.sqrt(Math.max(1, lesson.occurrences) * Math.max(1, lesson.sessions));
  return times * 0.5 ** (ageInDays(lesson, now) / HALF_LIFE_DAYS);
}

/** Facts of the project, the machine and the user, such as what is wrong with edits here; what is true everywhere; what tools say anyway. */
function tierOf({ reach, fingerprint }: Lesson): number {
  if (reach !== 'general') return 0;
  return isHabit(fingerprint) ? 2 : 1;
}

/** The start, end and hash lines. */
const MARKER_TOKENS = 40;
const HALF_LIFE_DAYS = 120;
/** What a lost call takes, about: the means over seven projects were 0.1 to 0.5 minutes and 140 to 900 tokens. */
const MINUTES_A_CALL = 0.2;
const TOKENS_A_CALL = 400;
/** Calls that an ordinary failure costs, itself included: 1.2 to 2 in the same projects. */
const ORDINARY_LOSS = 1.5;
const ORDINARY_TIMES = 5;
/** Light: a lesson that a person confirmed should not lose its place to a slightly more frequent one. */
const CONFIDENCE_WEIGHT: Record<Confidence, number> = { low: 0.8, medium: 1, high: 1.25 };

/** Whole days, so that an hour more or less in a log changes nothing; a lesson without a date counts as half a year old. */
function ageInDays(lesson: Lesson, now: Date): number {
  const day = Date.parse(lesson.lastSeen.slice(0, 10));
  return Number.isNaN(day) ? 180 : Math.max(0, (Date.parse(now.toISOString().slice(0, 10)) - day) / 86_400_000);
}
