import type { Failing } from '../cases/case.ts';
import { readPattern } from '../lessons/triggers/error-pattern.ts';
import { compileTriggers } from '../lessons/triggers/index.ts';
import { isInError, readErrorText } from '../lessons/triggers/match-error.ts';
import type { HistoryFacts } from './history-facts.ts';
import { printedBy } from './printed-by.ts';
import type { TaughtLesson } from './proposal.ts';
import type { Check, Verdict } from './verdict.ts';

/** The record of a trigger on history. */
export interface TriggerRecord {
  check: Check;
  /** Absent if it must not be used. */
  trigger?: Verdict['trigger'];
  /** Whether it may speak at the call: it fires on failures at least as often as on calls that worked. */
  isSharp: boolean;
}

interface Candidate {
  proposal: TaughtLesson;
  cited: readonly Failing[];
}

interface Counts {
  cited: number;
  failed: number;
  succeeded: number;
}

/** Replays history once for the triggers of all proposals. */
export function checkTriggers(candidates: readonly Candidate[], evidence: HistoryFacts): (TriggerRecord | undefined)[] {
  const entries = candidates.flatMap((candidate) => {
    const { trigger } = candidate.proposal;
    return trigger
      ? [{ candidate, trigger: { rule: trigger.rule, when: trigger.when || undefined }, error: trigger.error }]
      : [];
  });
  const { history } = evidence.book;
  const matcher = compileTriggers(entries, history.roots);
  const unreadable = new Set(matcher.unreadable);
  const patterns = new Map(
    entries.map((entry) => [entry, entry.error ? readPattern(entry.error) : undefined] as const),
  );
  const counts = new Map(
    entries.map((entry): [typeof entry, Counts] => [entry, { cited: 0, failed: 0, succeeded: 0 }]),
  );
  const firstAt = new Map(
    entries.map((entry) => [entry, Math.min(...entry.candidate.cited.map(({ step }) => step.call.at))] as const),
  );
  const cited = new Map(
    entries.map((entry) => [entry, new Set(entry.candidate.cited.map(({ step }) => step))] as const),
  );
  for (const { threads } of history.sessions)
    for (const thread of threads) {
      const session = matcher.startSession();
      for (const step of thread) {
        const call = { ...step.call, outcome: step.told };
        for (const entry of session.match(call)) {
          const pattern = patterns.get(entry);
          if (pattern && (!('pattern' in pattern) || !isInError(pattern.pattern, readErrorText(printedBy(step)))))
            continue;
          const count = counts.get(entry);
          if (!count) continue;
          if (cited.get(entry)?.has(step)) count.cited += 1;
          if (step.failure || step.told === 'rejected') count.failed += 1;
          else if (step.outcome === 'worked' && step.call.at >= (firstAt.get(entry) ?? 0)) count.succeeded += 1;
        }
        session.observe(call, step.outcome === 'worked' || step.told === 'ok');
      }
    }
  const byCandidate = new Map(entries.map((entry) => [entry.candidate, entry]));
  return candidates.map((candidate) => {
    const entry = byCandidate.get(candidate);
    if (!entry) return undefined;
    const pattern = patterns.get(entry);
    if (unreadable.has(entry)) return refuse(`the trigger \`${entry.trigger.rule}\` cannot be read`);
    if (pattern && 'reason' in pattern) return refuse(`the error pattern cannot be used: ${pattern.reason}`);
    const error = pattern ? { error: pattern.pattern } : {};
    return judge({ ...entry.trigger, ...error }, counts.get(entry) ?? { cited: 0, failed: 0, succeeded: 0 }, candidate);
  });
}

function judge(
  trigger: { rule: string; when?: string | undefined; error?: string },
  { cited, failed, succeeded }: Counts,
  candidate: Candidate,
): TriggerRecord {
  const of = candidate.cited.length;
  const others = `${succeeded} call${succeeded === 1 ? '' : 's'} that worked`;
  if (cited === 0 && of > 0) return refuse('the trigger fires on none of the cited calls');
  const record = { ...trigger, failed, succeeded };
  if (of === 0)
    return {
      check: { name: 'trigger', result: 'ok', says: 'the trigger can be read' },
      trigger: record,
      isSharp: true,
    };
  if (failed >= succeeded && failed > 0)
    return {
      check: { name: 'trigger', result: 'ok', says: `the trigger fires on ${failed} failures and ${others}` },
      trigger: record,
      isSharp: true,
    };
  return {
    check: { name: 'trigger', result: 'note', says: `the trigger fires on ${failed} failures, but on ${others}, too` },
    trigger: record,
    isSharp: false,
  };
}

function refuse(says: string): TriggerRecord {
  return { check: { name: 'trigger', result: 'note', says }, isSharp: false };
}
