import type { KnownErrors } from '../failures/error-lines.ts';
import type { Claim, ClaimedCall } from '../failures/recovery/claim.ts';
import type { Roots } from '../failures/recovery/session-view.ts';
import type { Unexplained } from '../failures/recovery/unexplained.ts';
import type { SessionLog } from '../sessions/session-log.ts';
import { type MinedSession, mineSession } from './mine-session.ts';
import { answersAlike, type RootAnswers, recordRoots } from './recorded-roots.ts';

/** A mined session as stored in JSON, with the answers about paths that it relied on. */
interface KeptSession extends Omit<MinedSession, 'roots' | 'passed' | 'client'> {
  passed: [check: string, at: number][];
  answers: RootAnswers;
  /** The lines that were known to be errors when it was mined. */
  heard: string[];
}

/**
 * Mines a session, and also returns the result as text to be stored: in a profile, parsing that again took a seventh of the time.
 */
export function mineToKeep(log: SessionLog, roots: Roots, known?: KnownErrors): { mined: MinedSession; text: string } {
  const recorded = recordRoots(roots);
  const { threads, claims, unexplained, printed, passed, remarks, figures, errors } = mineSession(log, recorded, known);
  const kept: KeptSession = {
    threads,
    claims: claims.map(withoutOutputs),
    unexplained: unexplained.map(withoutOutputsToo),
    printed,
    passed: [...passed],
    remarks,
    figures,
    errors,
    answers: recorded.answers,
    heard: known?.among(errors.open) ?? [],
  };
  return {
    mined: { roots, threads, claims, unexplained, printed, passed, remarks, figures, errors },
    text: JSON.stringify(kept),
  };
}

/**
 * Reads a stored mined session with the lines that it knew to be errors; undefined if these roots would have given it other
 * answers.
 */
export function readMined(text: string, roots: Roots): { mined: MinedSession; heard: readonly string[] } | undefined {
  const { passed, answers, heard, ...kept } = JSON.parse(text) as KeptSession;
  return answersAlike(roots, answers) ? { mined: { ...kept, roots, passed: new Map(passed) }, heard } : undefined;
}

function withoutOutputs({ fix, ...claim }: Claim): Claim {
  const failure = { ...claim.failure, call: withoutOutput(claim.failure.call) };
  return { ...claim, failure, fix: fix ? withoutOutput(fix) : undefined };
}

function withoutOutputsToo({ cure, ...one }: Unexplained): Unexplained {
  const failure = { ...one.failure, call: withoutOutput(one.failure.call) };
  return { ...one, failure, cure: cure ? { ...cure, call: withoutOutput(cure.call) } : undefined };
}

/** Drops the output of a call, because claims are made with whole calls. */
function withoutOutput(call: ClaimedCall & { output?: string }): ClaimedCall {
  const { output: _, ...rest } = call;
  return rest;
}
