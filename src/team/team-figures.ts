import type { ComparedSession } from '../proof/effect.ts';
import type { TeamKnowledge } from './knowledge.ts';
import { EVERYWHERE } from './project-key.ts';
import { listRejected, listTeamLessons, type TeamStanding } from './team-lessons.ts';

/** What the team knows and did about some projects, as it was fetched last. */
export interface TeamFigures {
  /** When it was fetched, ISO 8601. */
  at: string;
  /** People and machines that sent something about the largest of these projects. */
  people: number;
  machines: number;
  /** Lessons by whether everybody is told; of those that too few people found, the ones that this person found. */
  lessons: Record<TeamStanding, number>;
  /** The outcomes of lessons that hooks showed to anybody. */
  shown: number;
  stopped: number;
  followed: number;
  helped: number;
  mistakes: number;
  falseAlarms: number;
}

/** Counts what the team knows about the projects with these checkouts; undefined if it knows none of them. */
export function countTeam(known: TeamKnowledge, roots: readonly string[]): TeamFigures | undefined {
  const keys = [...new Set(roots.flatMap((root) => known.roots[root] ?? []))];
  if (keys.length === 0) return undefined;
  const sizes = known.sizes.filter(({ project }) => keys.includes(project));
  const outcomes = known.outcomes.filter(({ project }) => project === EVERYWHERE || keys.includes(project));
  const sum = (name: 'shown' | 'stopped' | 'followed' | 'helped' | 'mistakes' | 'false_alarms') =>
    outcomes.reduce((total, outcome) => total + outcome[name], 0);
  return {
    at: known.at,
    people: Math.max(0, ...sizes.map(({ people }) => people)),
    machines: Math.max(0, ...sizes.map(({ machines }) => machines)),
    lessons: countStandings(known, keys),
    shown: sum('shown'),
    stopped: sum('stopped'),
    followed: sum('followed'),
    helped: sum('helped'),
    mistakes: sum('mistakes'),
    falseAlarms: sum('false_alarms'),
  };
}

/** Counts lessons of some projects, and those about tools and machines, by their standing. */
export function countStandings(known: TeamKnowledge, projects: readonly string[]): Record<TeamStanding, number> {
  const lessons = new Map(
    [undefined, ...projects]
      .flatMap((project) => listTeamLessons(known, project))
      .map((lesson) => [`${lesson.group.project} ${lesson.key}`, lesson]),
  );
  const counts = { ready: 0, few: 0, over: 0, disputed: 0, rejected: listRejected(known, projects).length };
  // What enough people found is not waiting for more of them, if its words were refused.
  for (const { standing, people } of lessons.values())
    if (standing !== 'rejected' && (standing !== 'few' || people < known.people)) counts[standing] += 1;
  return counts;
}

/** The most sessions of an arm that are compared: more change nothing, and take time. */
const MOST_SESSIONS = 20_000;
/** The most failures that a session counts for: one row with an absurd number must not decide over the mean. */
const MOST_FAILURES = 100;

/** Returns the sessions of the whole team with and without hooks, for projects with these checkouts or for all of them. */
export function poolSessions(known: TeamKnowledge, roots: readonly string[] | undefined): ComparedSession[] {
  const keys = roots?.flatMap((root) => known.roots[root] ?? []);
  return (['told', 'held-out'] as const).flatMap((arm) => {
    const rows = known.arms.filter((row) => row.arm === arm && (keys === undefined || keys.includes(row.project)));
    const total = rows.reduce((sum, { sessions }) => sum + sessions, 0);
    const share = Math.min(1, MOST_SESSIONS / total);
    return rows.flatMap(({ failures, sessions }) =>
      Array.from({ length: Math.round(sessions * share) }, () => ({
        arm,
        failures: Math.min(failures, MOST_FAILURES),
      })),
    );
  });
}
