import type { Failing } from '../cases/case.ts';
import type { Step } from '../failures/recovery/session-view.ts';
import { isForbidden } from '../lessons/guard/read-advice.ts';
import { looksLikePath } from '../shell/index.ts';
import type { RepositoryFacts } from './check-worth.ts';
import type { HistoryFacts } from './history-facts.ts';
import { printedBy } from './printed-by.ts';
import type { TaughtLesson } from './proposal.ts';
import type { Check } from './verdict.ts';

/** One name in code marks. */
export interface CodeSpan {
  text: string;
  /** Whether the sentence says not to use it. */
  isWrong: boolean;
}

/** Returns what a guidance has in code marks. */
export function spansOf({ guidance, wrong }: TaughtLesson): CodeSpan[] {
  return [...guidance.matchAll(/(`{1,3})([^`\n]{1,300})\1/g)].flatMap((match) => {
    const text = (match[2] ?? '').trim();
    // An operator or a wildcard alone names nothing, and what stands behind one is no command by itself.
    if (!/[\p{L}\p{N}]/u.test(text) || /^[|&;<>]/.test(text)) return [];
    return { text, isWrong: isForbidden(guidance, match.index) || isSame(text, wrong) };
  });
}

/** Returns what a guidance has in code marks and does not speak against. */
export function advisedOf(proposal: TaughtLesson): string[] {
  return spansOf(proposal).flatMap(({ text, isWrong }) => (isWrong ? [] : [text]));
}

function isSame(text: string, wrong: string | undefined): boolean {
  return wrong !== undefined && (wrong === text || wrong.replaceAll('`', '').trim() === text);
}

/** Whether a text in code marks reads like a command, and not like code of another language. */
export function isCommand(text: string): boolean {
  return /\s/.test(text) && !/=>|[({;]/.test(text);
}

/** Every name in code marks was seen, or exists: a command that nobody ran is a guess. */
export function checkCode(proposal: TaughtLesson, evidence: HistoryFacts, around: RepositoryFacts): Check | undefined {
  const spans = spansOf(proposal);
  if (spans.length === 0) return undefined;
  const unseen = spans.filter(
    ({ text }) =>
      !around.exists(text) && evidence.runsOf(text).ran.length === 0 && evidence.whereSeen(text) === undefined,
  );
  if (unseen.length === 0) return { name: 'code', result: 'ok', says: `every name in it was seen (${spans.length})` };
  const guess = unseen.find(({ text }) => isCommand(text) && !evidence.knowsFlags(text));
  if (guess)
    return { name: 'code', result: 'refused', says: `\`${guess.text}\` never ran and is nowhere in the repository` };
  // A pattern, a place with wildcards or a piece of code stands for what was seen.
  return { name: 'code', result: 'note', says: `\`${unseen[0]?.text}\` was not seen as it stands` };
}

/** The right form worked as quoted, or a message or the repository states it. */
export function checkRight(
  proposal: TaughtLesson,
  failing: readonly Failing[],
  evidence: HistoryFacts,
  around: RepositoryFacts,
): Check | undefined {
  const own = proposal.right ? [proposal.right.replaceAll('`', '').trim()] : [];
  const advised = advisedOf(proposal);
  const failed = new Set<unknown>(failing.map(({ step }) => step));
  const [, tool] = /\b(?:[Uu]se|[Ww]ith|by|through) the `?([A-Z]\w{2,20})`? tool\b/.exec(proposal.guidance) ?? [];
  if (tool && evidence.runsOf(tool).worked.length === 0)
    return { name: 'right', result: 'unproven', says: `no agent here ever used the tool ${tool}` };
  const doubt = advised.map((text) => doubtOf(text, failed, proposal, evidence, around)).find(Boolean);
  if (doubt) return { name: 'right', ...doubt };
  // Where a file is proves nothing about how to edit it.
  const isAboutPlaces = proposal.kind === 'path' || failing.some(isAboutPlace);
  const proofs = [...new Set([...advised, ...own])].flatMap(
    (text) => proofOf(text, isAboutPlaces, evidence, around) ?? [],
  );
  if (proofs.length > 0) return { name: 'right', result: 'ok', says: proofs.slice(0, 2).join(', ') };
  if (failing.some(({ step }) => own.some((text) => text.length > 3 && printedBy(step).includes(text))))
    return { name: 'right', result: 'ok', says: 'the message itself states the right form' };
  const needsNone = proposal.message !== undefined || (advised.length === 0 && proposal.kind !== 'command');
  return needsNone
    ? undefined
    : { name: 'right', result: 'unproven', says: 'the right form is not known to have worked' };
}

function isAboutPlace({ trouble, step }: Failing): boolean {
  return trouble === 'empty' || PLACES.has(step.failure?.kind ?? '');
}

/** Returns how history or the repository shows that a form is right. */
function proofOf(
  text: string,
  isAboutPlaces: boolean,
  evidence: HistoryFacts,
  around: RepositoryFacts,
): string | undefined {
  const { worked } = evidence.runsOf(text);
  const isPath = looksLikePath(text) && !/\s/.test(text);
  if (worked.length > 0 && !isPath) {
    const count = worked.length === 1 ? 'once' : `${worked.length} times`;
    return `\`${text}\` worked ${count}, last on ${day(worked.at(-1)?.step.call.at ?? 0)}`;
  }
  if (!isAboutPlaces || !isPath) return undefined;
  const touched = evidence.countTouched(text);
  if (around.exists(text)) return `\`${text}\` is in the repository`;
  return touched > 0 ? `\`${text}\` was read or edited ${touched} times` : undefined;
}

/** Returns why a form cannot be right: it never worked although it was tried, no longer works, or is not in the repository. */
function doubtOf(
  text: string,
  failed: ReadonlySet<unknown>,
  { kind }: TaughtLesson,
  evidence: HistoryFacts,
  around: RepositoryFacts,
): Pick<Check, 'result' | 'says'> | undefined {
  const { ran, worked } = evidence.runsOf(text);
  // What the lesson itself gives as failing is what it speaks against.
  const isAsked = /\s/.test(text) && ran.length > 0 && !ran.some(({ step }) => failed.has(step));
  if (isAsked && worked.length === 0 && ran.every(({ step }) => step.outcome !== 'worked'))
    return ran.length > 1 && ran.every(({ step }) => step.failure)
      ? { result: 'refused', says: `\`${text}\` ran ${ran.length} times and never worked` }
      : { result: 'unproven', says: `\`${text}\` ran, but is not known to have worked` };
  const lastAt = worked.at(-1)?.step.call.at ?? 0;
  const broken = isAsked ? ran.find(({ step }) => step.call.at > lastAt && isGone(step, text)) : undefined;
  if (broken && lastAt > 0)
    return { result: 'refused', says: `\`${text}\` no longer works: it failed on ${day(broken.step.call.at)}` };
  const isLost = kind === 'path' && looksLikePath(text) && !/\s/.test(text) && around.isMissing(text);
  return isLost && evidence.whereSeen(text) !== 'call'
    ? { result: 'refused', says: `\`${text}\` is not in the repository` }
    : undefined;
}

/** Whether a failure shows that a form which once worked is gone. */
function isGone({ failure }: Step, text: string): boolean {
  if (!failure || !(GONE.has(failure.kind) || SAYS_GONE.test(failure.diagnostic))) return false;
  return text.split(/\s+/).some((word) => /^[\w-]{3,}$/.test(word) && failure.diagnostic.includes(word));
}

const GONE: ReadonlySet<string> = new Set(['bad-flag', 'bad-subcommand', 'command-not-found', 'script-missing']);
const SAYS_GONE =
  /\b(?:unknown|unrecogni[sz]ed|unexpected|invalid|no such) (?:option|flag|argument|command|subcommand|switch)\b|\bno longer\b|\bwas removed\b/i;

const PLACES: ReadonlySet<string> = new Set(['file-missing', 'is-directory', 'wrong-cwd', 'script-missing']);

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
