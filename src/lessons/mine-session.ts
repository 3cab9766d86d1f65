import { collectErrorLines, type ErrorLines, type KnownErrors } from '../failures/error-lines.ts';
import type { Claim, Loss } from '../failures/recovery/claim.ts';
import { findRecoveries } from '../failures/recovery/find-recoveries.ts';
import { findRepeatedFindings } from '../failures/recovery/repeated-findings.ts';
import { type Roots, type ThreadView, viewSession } from '../failures/recovery/session-view.ts';
import { findPrinted, findUnexplained, type Unexplained } from '../failures/recovery/unexplained.ts';
import type { SessionLog } from '../sessions/session-log.ts';
import { countSession, type SessionFigures } from './figures.ts';
import type { Client } from './history.ts';
import { findRemarks } from './remarks/find-remarks.ts';
import type { Remark } from './remarks/remark.ts';
import { type PastThread, rememberThread } from './remember.ts';

/** The findings of one session on its own: no other session contributes to them. Everything but the roots is plain data. */
export interface MinedSession {
  /** The client that ran it, if known; not part of the findings. */
  client?: Client;
  /** The roots of its paths. */
  roots: Roots;
  /** Its threads, without outputs. */
  threads: readonly PastThread[];
  claims: readonly Claim[];
  /** Its failures by their output, for grouping over sessions. */
  unexplained: readonly Unexplained[];
  /** Complaints printed by calls that worked. */
  printed: readonly string[];
  /** The time of the last green run of each check of the whole project, by the command that it runs. */
  passed: ReadonlyMap<string, number>;
  /** Remarks of a person that may be rules. */
  remarks: readonly Remark[];
  /** The figures of the session. */
  figures: SessionFigures;
  /** Lines that look like errors, from which other sessions learn which of theirs are errors. */
  errors: ErrorLines;
}

/** A session that has just been mined, with its judged threads. */
export interface ViewedSession extends MinedSession {
  views: readonly ThreadView[];
}

/** Mines one session on its own, except for the lines that are known to be errors. */
export function mineSession(log: SessionLog, roots: Roots, known?: Pick<KnownErrors, 'has'>): ViewedSession {
  const views = viewSession(log.calls, roots, known);
  const found = views.flatMap(findRecoveries);
  const repeated = findRepeatedFindings(views, new Set(found.map((claim) => claim.failure.call.id)));
  const all = [...found, ...repeated.claims];
  const { figures, lost } = countSession(log, views, all);
  const claims = shareLost(all, lost);
  const unexplained = views
    .flatMap(findUnexplained)
    .map((one) => ({ ...one, lost: lost.get(one.failure.call.id) ?? THE_CALL }));
  return {
    roots,
    views,
    threads: views.map(rememberThread),
    claims,
    unexplained,
    printed: [...new Set(views.flatMap((view) => findPrinted(view, unexplained)))],
    passed: repeated.passed,
    remarks: findRemarks(log, roots),
    figures,
    errors: collectErrorLines(views.flatMap(({ steps }) => steps)),
  };
}

/**
 * Assigns each lost call to one failure, and to the first of its claims, so that lessons add up to no more than the session lost.
 */
function shareLost(claims: readonly Claim[], lost: ReadonlyMap<string, Loss>): Claim[] {
  const given = new Set<string>();
  return claims.map((claim) => {
    const { id } = claim.failure.call;
    const own = given.has(id) ? NOTHING : (lost.get(id) ?? THE_CALL);
    given.add(id);
    return { ...claim, lost: own };
  });
}

/** The loss of a failure that nothing explains: nobody knows when it was over. */
const THE_CALL: Loss = { calls: 1, minutes: 0, tokens: 0 };
const NOTHING: Loss = { calls: 0, minutes: 0, tokens: 0 };
