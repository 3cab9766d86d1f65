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

/** What one session shows, by itself: no other session takes part in it. All of it but the roots is plain data. */
export interface MinedSession {
  /** What it was run with, where that is known; not a part of what it shows. */
  client?: Client;
  /** What its paths are below. */
  roots: Roots;
  /** Its threads, without outputs. */
  threads: readonly PastThread[];
  claims: readonly Claim[];
  /** Its failures by what they printed, for what recurs over sessions. */
  unexplained: readonly Unexplained[];
  /** Complaints that calls printed which worked. */
  printed: readonly string[];
  /** Checks of the whole project that were green, by what they run, with the last time. */
  passed: ReadonlyMap<string, number>;
  /** What a person said that may be a rule. */
  remarks: readonly Remark[];
  /** What was counted. */
  figures: SessionFigures;
  /** Lines that look like errors, from which other sessions learn which of theirs are. */
  errors: ErrorLines;
}

/** A session that was just mined, with its judged threads. */
export interface ViewedSession extends MinedSession {
  views: readonly ThreadView[];
}

/** Looks at one session alone, but for the lines that are known to be errors. */
export function mineSession(log: SessionLog, roots: Roots, known?: Pick<KnownErrors, 'has'>): ViewedSession {
  const views = viewSession(log.calls, roots, known);
  const found = views.flatMap(findRecoveries);
  const repeated = findRepeatedFindings(views, new Set(found.map((claim) => claim.failure.call.id)));
  const all = [...found, ...repeated.claims];
  const { figures, lost } = countSession(log, views, all);
  const claims = shareLost(all, lost);
  const unexplained = views.flatMap(findUnexplained).map((one) => ({ ...one, lost: lost.get(one.failure.call.id) ?? THE_CALL }));
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

/** Each call is lost to one failure, and of its claims to the first: lessons add up to no more than the session lost. */
function shareLost(claims: readonly Claim[], lost: ReadonlyMap<string, Loss>): Claim[] {
  const given = new Set<string>();
  return claims.map((claim) => {
    const { id } = claim.failure.call;
    const own = given.has(id) ? NOTHING : (lost.get(id) ?? THE_CALL);
    given.add(id);
    return { ...claim, lost: own };
  });
}

/** Of a failure that nothing explains, nobody knows when it was over. */
const THE_CALL: Loss = { calls: 1, minutes: 0, tokens: 0 };
const NOTHING: Loss = { calls: 0, minutes: 0, tokens: 0 };
