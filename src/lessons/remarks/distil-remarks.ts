import { type Disk, noDisk } from '../disk.ts';
import type { NewLesson } from '../distil.ts';
import { fingerprint } from '../fingerprint.ts';
import { mayTell } from '../guard/may-tell.ts';
import type { History } from '../history.ts';
import type { Evidence, Trigger } from '../lesson.ts';
import { scoreTriggers, type Unscored } from '../triggers/score.ts';
import type { Remark, RemarkGroup } from './remark.ts';
import { type WordedRemarks, wordRemarks } from './wording.ts';
import { isSameMeaning } from './words.ts';

/**
 * Turns remarks of people into lessons. One remark steers one piece of work; a remark repeated in another session and another
 * context is how the person wants things done.
 */
export function distilRemarks(remarks: readonly Remark[], history: History, disk: Disk = noDisk): NewLesson[] {
  const own = dropTemplates(remarks);
  const groups = [
    ...groupByKey(own.filter(({ kind }) => kind !== 'rule')),
    ...groupRules(own.filter(({ kind }) => kind === 'rule')),
  ];
  const worded = groups.flatMap((group): WordedRemarks[] => {
    const words = wordRemarks(group);
    return words && mayTell(words.draft, disk) ? [words] : [];
  });
  const triggers = new Map(
    worded.flatMap((one) => (one.draft.rule === undefined ? [] : [[one, unscored(one, one.draft.rule)]])),
  );
  const scores = scoreTriggers([...triggers.values()], history);
  return worded.map((one) => {
    const trigger = triggers.get(one);
    const score = trigger && scores.get(trigger);
    // A trigger that misses the very call that was corrected is useless.
    const isUsable = trigger && score && score.failed > 0;
    if (!isUsable) return finish(one, undefined);
    const { failed, succeeded, when } = score;
    return finish(one, { rule: trigger.trigger.rule, ...(when === undefined ? {} : { when }), failed, succeeded });
  });
}

/** Returns a trigger to be scored. Runs before the last correction say nothing. */
function unscored({ group }: WordedRemarks, rule: string): Unscored {
  const last = Math.max(...group.remarks.map(({ at }) => at));
  return {
    trigger: { rule },
    failedCalls: new Set(group.remarks.flatMap(({ call }) => call ?? [])),
    since: last,
    last,
  };
}

function finish({ group, draft, isReady }: WordedRemarks, trigger: Trigger | undefined): NewLesson {
  const times = group.remarks.map(({ at }) => at);
  const [first = 0, last = 0] = [Math.min(...times), Math.max(...times)];
  // An action that continues after it was forbidden was not forbidden for good, unless it was said outright.
  const isOutright = group.remarks.some((remark) => remark.isOutright);
  const isHeeded = isOutright || trigger === undefined || trigger.succeeded <= trigger.failed * 2;
  return {
    fingerprint: fingerprint(`said-${group.kind}`, group.key),
    kind: draft.kind,
    title: draft.title,
    pattern: draft.pattern,
    guidance: draft.guidance,
    ...(trigger ? { trigger } : {}),
    scope: draft.scope,
    reach: draft.reach,
    status: isReady && isHeeded ? 'ready' : 'watching',
    confidence: group.messages >= 3 && group.sessions >= 2 ? 'high' : group.messages >= 2 ? 'medium' : 'low',
    occurrences: group.messages,
    sessions: group.sessions,
    wastedCalls: new Set(group.remarks.flatMap(({ call }) => call ?? [])).size,
    firstSeen: new Date(first).toISOString(),
    lastSeen: new Date(last).toISOString(),
    evidence: evidenceOf(group.remarks),
  };
}

function evidenceOf(remarks: readonly Remark[]): Evidence[] {
  const byPlace = new Map<string, Evidence>();
  for (const { agent, session, at, message, call, fix } of remarks) {
    const pointer = { ...(call === undefined ? {} : { call }), ...(message === undefined ? {} : { message }) };
    byPlace.set(placeOf({ session, at }), {
      agent,
      session,
      ...pointer,
      ...(fix === undefined ? {} : { fix }),
      at: new Date(at).toISOString(),
    });
  }
  return [...byPlace.values()];
}

function placeOf({ session, at }: Pick<Remark, 'session' | 'at'>): string {
  return `${session} ${at}`;
}

/**
 * Drops prompts sent by programs, which begin alike in session after session: their requests are no preferences. Short messages
 * may well be typed twice.
 */
function dropTemplates(remarks: readonly Remark[]): Remark[] {
  const openings = new Map<string, Set<string>>();
  for (const { source, session } of remarks) {
    if (source.length < LONG_ENOUGH) continue;
    const opening = source.slice(0, LONG_ENOUGH);
    openings.set(opening, (openings.get(opening) ?? new Set()).add(session));
  }
  return remarks.filter(({ source }) => (openings.get(source.slice(0, LONG_ENOUGH))?.size ?? 1) < 2);
}

const LONG_ENOUGH = 70;

function groupByKey(remarks: readonly Remark[]): RemarkGroup[] {
  const groups = new Map<string, Remark[]>();
  for (const remark of remarks) {
    const key = `${remark.kind}\n${remark.key}`;
    const group = groups.get(key);
    if (group) group.push(remark);
    else groups.set(key, [remark]);
  }
  return [...groups.values()].flatMap((group) => countRemarks(group, group[0]?.key ?? ''));
}

/** The maximum of compared rules that share a word: without a bound the time would be quadratic. */
const MOST_COMPARED = 20;

/** Groups rules by their words. A thing wanted in one place and refused in another is no rule: neither side is told. */
function groupRules(remarks: readonly Remark[]): RemarkGroup[] {
  const groups: Remark[][] = [];
  const byWord = new Map<string, Remark[][]>();
  for (const remark of remarks) {
    const keys = remark.words.flatMap((word) => [word, [...word].sort().join('')]);
    // Also compared by the letters of each word, so that two swapped letters do not hide a match.
    const near = keys.flatMap((key) => byWord.get(key) ?? []);
    const known = near.find(([first]) => first !== undefined && isSameMeaning(first.words, remark.words));
    if (known) {
      known.push(remark);
      continue;
    }
    const group = [remark];
    groups.push(group);
    for (const key of new Set(keys)) byWord.set(key, [...(byWord.get(key) ?? []), group].slice(-MOST_COMPARED));
  }
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first || group.some(({ stance }) => stance !== first.stance)) return [];
    return countRemarks(group, `${first.stance} ${[...new Set(first.words)].sort().join(' ')}`);
  });
}

function countRemarks(group: readonly Remark[], key: string): RemarkGroup[] {
  const remarks = [...group].sort((a, b) => a.at - b.at || (a.session < b.session ? -1 : 1));
  const [first] = remarks;
  if (!first) return [];
  const sessions = new Set(remarks.map(({ session }) => session)).size;
  return [{ kind: first.kind, key, remarks, sessions, messages: new Set(remarks.map(placeOf)).size }];
}
