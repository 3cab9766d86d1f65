import type { Asked, Proof } from './answers/overview.ts';
import { projectsOf, sessionsOf, spanOf, toDay } from './asked.ts';
import type { AvoidableFailure, KeptBacktest } from './backtest-desk.ts';
import type { Shown } from './picture.ts';

/** Returns the avoidable failures in the requested part of history. */
export function avoidableIn({ avoidable }: KeptBacktest, asked: Asked): AvoidableFailure[] {
  const { from, to } = spanOf(asked);
  return avoidable.filter(({ project, agent, at }) => {
    const day = toDay(at.slice(0, 10));
    return (
      (asked.projects.length === 0 || asked.projects.includes(project)) &&
      (asked.agents.length === 0 || asked.agents.includes(agent)) &&
      day >= from &&
      day <= to
    );
  });
}

/** Returns how many avoidable failures in the requested part of history had a lesson in time. */
export function proofOf(backtest: KeptBacktest, asked: Asked): Proof {
  const found = avoidableIn(backtest, asked);
  return {
    at: backtest.ladder.at,
    sessions: backtest.ladder.sessions,
    avoidable: found.length,
    inTime: found.filter(({ inTime }) => inTime).length,
  };
}

/** Identifies the sessions that a backtest replays: it changes with every call. */
export function basisOf(shown: Shown): string {
  const everything: Asked = { projects: [], agents: [] };
  const sessions = projectsOf(shown, everything).flatMap((pictured) => sessionsOf(pictured, everything));
  return `${sessions.length} ${sessions.reduce((sum, { figures }) => sum + figures.calls, 0)}`;
}
