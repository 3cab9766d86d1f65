import type { Claim } from '../failures/recovery/claim.ts';
import { findRecoveries } from '../failures/recovery/find-recoveries.ts';
import { findRepeatedFindings } from '../failures/recovery/repeated-findings.ts';
import { type Roots, type ThreadView, viewSession } from '../failures/recovery/session-view.ts';
import type { SessionLog } from '../sessions/session-log.ts';
import { findRemarks } from './remarks/find-remarks.ts';
import type { Remark } from './remarks/remark.ts';

/** What one session shows, by itself: no other session takes part in it. */
export interface MinedSession {
  /** Its threads, judged. */
  views: readonly ThreadView[];
  claims: readonly Claim[];
  /** Checks of the whole project that were green, by what they run, with the last time. */
  passed: ReadonlyMap<string, number>;
  /** What a person said that may be a rule. */
  remarks: readonly Remark[];
}

/** Looks at one session alone. */
export function mineSession(log: SessionLog, roots: Roots): MinedSession {
  const views = viewSession(log.calls, roots);
  const found = views.flatMap(findRecoveries);
  const repeated = findRepeatedFindings(views, new Set(found.map((claim) => claim.failure.call.id)));
  return { views, claims: [...found, ...repeated.claims], passed: repeated.passed, remarks: findRemarks(log, roots) };
}
