import type { Confidence, Lesson } from '../lessons/lesson.ts';
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
 * Tokens a text takes, rather too many than too few: tokenisers average 4 characters a token in English, and 3 to 3.5 in paths and
 * commands, which is what lessons are; letters beyond ASCII take about a token per two bytes.
 */
export function estimateTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  const ascii = text.replace(/[^\0-\x7F]/g, '').length;
  return Math.ceil(ascii / 3.5 + (bytes - ascii) / 2);
}

/**
 * Chooses the most valuable lessons that fit the budget of each agent that would read them, best first; one that is too long is passed
 * over, and shorter ones after it may still fit. Project, machine and user facts go before general ones, whatever their value.
 */
export function selectWithinBudget(
  lessons: readonly Lesson[],
  budget: number,
  now: Date,
  placesOf: (lesson: Lesson) => readonly LessonPlace[] = (lesson) => [{ file: '', readers: [''], ...costInFile(lesson, '') }],
): Selection {
  const ranked = lessons
    .map((lesson) => ({ lesson, tier: lesson.reach === 'general' ? 1 : 0, value: lessonValue(lesson, now) }))
    .sort((a, b) => a.tier - b.tier || b.value - a.value || byId(a.lesson, b.lesson));
  const selection: Selection = { delivered: [], leftOut: [], tokens: 0, byFile: new Map() };
  const spending = new Spending(budget);
  for (const { lesson } of ranked) {
    const places = placesOf(lesson).filter((place) => spending.take(place));
    (places.length > 0 ? selection.delivered : selection.leftOut).push(lesson);
    for (const { file } of places) selection.byFile.set(file, [...(selection.byFile.get(file) ?? []), lesson]);
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
 * How much a lesson is worth, for ranking only. Repetition counts by its logarithm, sessions more than calls (one bad afternoon is one
 * event), and a trigger that also matches many successes is worth half. Age halves the value every 120 days: a pure power, so that the
 * order of two lessons does not change with the day on which one looks.
 */
export function lessonValue(lesson: Lesson, now: Date): number {
  const repetition =
    Math.log2(1 + lesson.occurrences) + 1.5 * Math.log2(1 + lesson.sessions) + 0.5 * Math.log2(1 + lesson.wastedCalls);
  const { failed, succeeded } = lesson.trigger ?? { failed: 0, succeeded: 0 };
  const sharpness = failed + succeeded === 0 ? 0.5 : failed / (failed + succeeded);
  return (
    repetition * (0.5 + 0.5 * sharpness) * CONFIDENCE_WEIGHT[lesson.confidence] * 0.5 ** (ageInDays(lesson, now) / HALF_LIFE_DAYS)
  );
}

/** The start, end and hash lines. */
const MARKER_TOKENS = 40;
const HALF_LIFE_DAYS = 120;
/** Light: a lesson that a person confirmed should not lose its place to a slightly more frequent one. */
const CONFIDENCE_WEIGHT: Record<Confidence, number> = { low: 0.8, medium: 1, high: 1.25 };

/** Whole days, so that an hour more or less in a log changes nothing; a lesson without a date counts as half a year old. */
function ageInDays(lesson: Lesson, now: Date): number {
  const day = Date.parse(lesson.lastSeen.slice(0, 10));
  return Number.isNaN(day) ? 180 : Math.max(0, (Date.parse(now.toISOString().slice(0, 10)) - day) / 86_400_000);
}
