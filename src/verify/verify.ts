import type { Failing } from '../cases/case.ts';
import { checkCalls, citedBy } from './check-calls.ts';
import { advisedOf, checkCode, checkRight, isCommand } from './check-code.ts';
import { checkSaid } from './check-said.ts';
import { checkStale } from './check-stale.ts';
import { checkTriggers, type TriggerRecord } from './check-trigger.ts';
import { checkGuard, checkKnown, checkNumbers, checkUseful, type RepositoryFacts } from './check-worth.ts';
import type { HistoryFacts } from './history-facts.ts';
import type { TaughtLesson } from './proposal.ts';
import type { Check, CheckName, Verdict } from './verdict.ts';

/** Asks history and the repository about proposals. Every question is decided by what they show: the same facts give the same verdict. */
export function verify(proposals: readonly TaughtLesson[], evidence: HistoryFacts, around: RepositoryFacts): Verdict[] {
  const cited = proposals.map((proposal) => citedBy(proposal, evidence));
  const triggers = checkTriggers(
    proposals.map((proposal, index) => ({ proposal, cited: cited[index]?.failing ?? [] })),
    evidence,
  );
  return proposals.map((proposal, index) => {
    const { failing = [] } = cited[index] ?? {};
    const record = triggers[index];
    const unusual = advisedOf(proposal).find((text) => isCommand(text) && !evidence.isUsual(text));
    const checks: (Check | undefined)[] = [
      checkCalls(proposal, cited[index]),
      checkSaid(proposal, failing, evidence),
      checkCode(proposal, evidence, around),
      checkRight(proposal, failing, evidence, around),
      checkStale(proposal, failing, evidence),
      record?.check,
      checkNumbers(proposal, failing, evidence),
      checkUseful(proposal, failing, evidence),
      checkGuard(proposal, around),
      unusual
        ? { name: 'guard', result: 'note', says: `\`${unusual}\` is not usual here: it waits for a person` }
        : undefined,
      checkKnown(proposal, around),
    ];
    return conclude(
      proposal,
      failing,
      checks.filter((check) => check !== undefined),
      record,
      unusual,
    );
  });
}

function conclude(
  proposal: TaughtLesson,
  evidence: readonly Failing[],
  checks: readonly Check[],
  record: TriggerRecord | undefined,
  unusual: string | undefined,
): Verdict {
  const isRefused = checks.some(({ result }) => result === 'refused');
  const isProven = !isRefused && checks.every(({ result }) => result !== 'unproven');
  return {
    proposal,
    state: isRefused ? 'refused' : isProven ? 'proven' : 'unproven',
    checks,
    evidence,
    trigger: record?.trigger,
    where: record?.trigger && record.isSharp ? proposal.where : 'block',
    confidence: weigh(proposal, isProven, record),
    unusual,
  };
}

/**
 * Returns how far a lesson is trusted. Measured beside logs, what a teacher is sure of and history proves was right and useful
 * nearly always; rules of the agents' own tools and what is not proven count one step less, and of the rest only what a sharp
 * trigger tells at the call, or what is about places and the machine.
 */
function weigh(
  { confidence, kind }: TaughtLesson,
  isProven: boolean,
  record: TriggerRecord | undefined,
): Verdict['confidence'] {
  const isLess = !isProven || kind === 'tool';
  const level = !isLess ? confidence : confidence === 'high' ? 'medium' : 'low';
  const isTold = record?.trigger !== undefined && record.isSharp;
  return level === 'medium' && !isTold && kind !== 'path' && kind !== 'environment' ? 'low' : level;
}

/** The one line that says why: the first refusal, the first doubt, or what was shown. */
export function explainVerdict({ checks, state }: Pick<Verdict, 'checks' | 'state'>): string {
  const wanted = state === 'proven' ? 'ok' : state;
  return checks
    .filter(({ result }) => result === wanted)
    .map(({ says }) => says)
    .join(', ');
}

/** What would prove a proposal that is refused or not proven, by the first check in its way. */
export function whatWouldProve({ checks, state }: Pick<Verdict, 'checks' | 'state'>): string | undefined {
  const first = state === 'proven' ? undefined : checks.find(({ result }) => result === state);
  return first && PROOFS[first.name];
}

const PROOFS: Readonly<Record<CheckName, string>> = {
  calls: 'failing calls, cited by the characters at the end of their ids, or a message, cited by session and day',
  said: 'a message that says it as a rule, or two that say it, and a lesson no wider than their words',
  code: 'commands and paths as a call, a message or the repository has them',
  right: 'a right form that worked, as it was typed',
  stale: 'the same call failing after that day',
  trigger: 'a trigger that fires on the cited calls, and not on those that worked',
  numbers: 'only numbers that the cited calls show',
  useful: 'a remedy that the error does not state',
  guard: 'guidance that goes around no check, and deletes and discards nothing',
  known: 'something that the known lesson does not say',
};
