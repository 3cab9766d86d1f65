import type { NewLesson } from './distil.ts';
import type { Findings } from './distil-project.ts';

/** The part of a project's findings that may hold in other projects, too. */
export type Taught = Pick<Findings, 'lessons' | 'seenOnce'>;

/** The number of projects that have to show a fact before it is told in all of them. */
const FEWEST_PROJECTS = 2;

/**
 * Finds facts about tools, shells and machines that several projects of the user show. They are counted over all projects: a fact
 * that came up once in each of two has recurred.
 */
export function findEverywhere(projects: readonly Taught[]): NewLesson[] {
  const found = new Map<string, NewLesson[]>();
  for (const { lessons, seenOnce } of projects) {
    const once = new Set(seenOnce);
    for (const lesson of lessons)
      if (mayHoldElsewhere(lesson) && (lesson.status === 'ready' || once.has(lesson.fingerprint)))
        found.set(lesson.fingerprint, [...(found.get(lesson.fingerprint) ?? []), lesson]);
  }
  return [...found.values()].filter((same) => same.length >= FEWEST_PROJECTS).flatMap((same) => unite(same) ?? []);
}

/**
 * Whether a lesson may hold in other projects. A decision of a project or a person holds only there, and a rule of one agent's
 * own tools does not concern other agents.
 */
function mayHoldElsewhere({ reach, kind }: NewLesson): boolean {
  return (reach === 'general' || reach === 'machine') && kind !== 'tool-use';
}

/** Merges equal lessons into one, in the words of the project with the most evidence. */
function unite(same: readonly NewLesson[]): NewLesson | undefined {
  const [most] = same.toSorted((a, b) => b.occurrences - a.occurrences || b.lastSeen.localeCompare(a.lastSeen));
  if (!most) return undefined;
  const sum = (count: (lesson: NewLesson) => number) => same.reduce((total, lesson) => total + count(lesson), 0);
  const occurrences = sum((lesson) => lesson.occurrences);
  const errors = [...new Set(same.flatMap((lesson) => lesson.errors ?? []))];
  const times = (pick: (lesson: NewLesson) => string) => same.map(pick).sort();
  return {
    ...most,
    status: 'ready',
    confidence: occurrences >= 3 ? 'high' : 'medium',
    occurrences,
    sessions: sum((lesson) => lesson.sessions),
    wastedCalls: sum((lesson) => lesson.wastedCalls),
    wastedMinutes: sum(({ wastedMinutes = 0 }) => wastedMinutes),
    wastedTokens: sum(({ wastedTokens = 0 }) => wastedTokens),
    firstSeen: times(({ firstSeen }) => firstSeen)[0] ?? most.firstSeen,
    lastSeen: times(({ lastSeen }) => lastSeen).at(-1) ?? most.lastSeen,
    evidence: same.flatMap(({ evidence }) => evidence).sort((a, b) => a.at.localeCompare(b.at)),
    ...(errors.length > 0 ? { errors } : {}),
  };
}
