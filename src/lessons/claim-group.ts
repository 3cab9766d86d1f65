import { MOST_MARKS, markError } from '../failures/error-mark.ts';
import type { Claim, ClaimedFailure, Loss } from '../failures/recovery/claim.ts';
import type { Evidence } from './lesson.ts';

/** Claims that form one lesson. */
export interface ClaimGroup {
  claims: Claim[];
  /** The number of distinct failed calls. */
  occurrences: number;
  sessions: number;
  /** The number of times the mistake came up: repeats before it was understood count once. */
  episodes: number;
  /** The number of different calls among them: a repeated call counts once. */
  forms: number;
  /** The number of turns in which they were made: nothing is learned between calls of one turn. */
  turns: number;
  /** The alternatives that worked, the most frequently and most recently confirmed first. */
  rights: string[];
  /** The loss caused by its failures, up to their fixes. */
  lost: Loss;
  firstAt: number;
  lastAt: number;
}

/** Calls further apart than this are separate episodes of the same mistake within one session. */
const episodeGap = 30;

/** Counts a group of claims. */
export function countClaims(claims: Claim[]): ClaimGroup {
  const byCall = new Map(claims.map((claim) => [claim.failure.call.id, claim]));
  const calls = [...byCall.values()]
    .map((claim) => claim.failure.call)
    .sort((a, b) => a.session.localeCompare(b.session) || a.seq - b.seq);
  let episodes = 0;
  for (const [index, call] of calls.entries()) {
    const previous = calls[index - 1];
    if (!previous || previous.session !== call.session || call.seq - previous.seq > episodeGap) episodes += 1;
  }
  const times = calls.map((call) => call.at);
  return {
    claims,
    occurrences: calls.length,
    sessions: new Set(calls.map((call) => call.session)).size,
    episodes,
    forms: new Set(calls.map(({ name, input }) => JSON.stringify([name, input]))).size,
    turns: new Set(calls.map(({ turn, id }) => turn ?? id)).size,
    rights: rankRights(claims),
    lost: sumLosses(claims),
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
  };
}

function sumLosses(claims: readonly Claim[]): Loss {
  const sum = (count: (lost: Loss) => number) =>
    claims.reduce((total, { lost }) => total + (lost ? count(lost) : 0), 0);
  return {
    calls: sum(({ calls }) => calls),
    minutes: sum(({ minutes }) => minutes),
    tokens: sum(({ tokens }) => tokens),
  };
}

/** Groups claims by a key, in order of first appearance. */
export function groupClaims(claims: readonly Claim[], keyOf: (claim: Claim) => string): Map<string, Claim[]> {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) {
    const key = keyOf(claim);
    const group = groups.get(key);
    if (group) group.push(claim);
    else groups.set(key, [claim]);
  }
  return groups;
}

/** Returns pointers to the calls, newest last. */
export function evidenceOf(group: ClaimGroup): Evidence[] {
  const byCall = new Map<string, Claim>();
  for (const claim of group.claims)
    if (!byCall.get(claim.failure.call.id)?.fix) byCall.set(claim.failure.call.id, claim);
  return [...byCall.values()]
    .sort((a, b) => a.failure.call.at - b.failure.call.at)
    .map(({ failure: { call }, fix }) => ({
      agent: call.agent,
      session: call.session,
      call: call.id,
      ...(fix ? { fix: fix.id } : {}),
      at: new Date(call.at).toISOString(),
    }));
}

/** Returns the marks of the errors, newest last. */
export function errorMarksOf(group: ClaimGroup): string[] {
  const newestLast = group.claims.toSorted((a, b) => a.failure.call.at - b.failure.call.at);
  const marks = newestLast.flatMap(({ failure }) => markOf(failure) ?? []);
  return [...new Set(marks.toReversed())].slice(0, MOST_MARKS).toReversed();
}

/** A replay asks for the marks of the same failures again after each session. */
const known = new WeakMap<ClaimedFailure, { mark: string | undefined }>();

function markOf(failure: ClaimedFailure): string | undefined {
  const { mark } = known.get(failure) ?? { mark: markError(failure.diagnostic) };
  known.set(failure, { mark });
  return mark;
}

function rankRights(claims: readonly Claim[]): string[] {
  const counts = new Map<string, { count: number; last: number }>();
  for (const { right, failure } of claims) {
    if (!right) continue;
    const seen = counts.get(right) ?? { count: 0, last: 0 };
    counts.set(right, { count: seen.count + 1, last: Math.max(seen.last, failure.call.at) });
  }
  return [...counts].sort((a, b) => b[1].count - a[1].count || b[1].last - a[1].last).map(([right]) => right);
}

/**
 * Returns the alternative that was used instead, if only the target of the call ties it to the failure; it is believed once two
 * sessions agree on it.
 */
export function agreedRight({ claims }: ClaimGroup): string | undefined {
  const sessions = new Map<string, Set<string>>();
  for (const { right, failure } of claims)
    if (right !== undefined) sessions.set(right, (sessions.get(right) ?? new Set()).add(failure.call.session));
  const [most] = [...sessions].sort((a, b) => b[1].size - a[1].size || a[0].localeCompare(b[0]));
  return most && most[1].size >= 2 ? most[0] : undefined;
}
