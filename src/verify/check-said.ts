import type { Message } from '../agents/call.ts';
import type { Failing } from '../cases/case.ts';
import { CORRECTION } from '../cases/find-words.ts';
import type { HistoryFacts } from './history-facts.ts';
import type { TaughtLesson } from './proposal.ts';
import type { Check } from './verdict.ts';

/** Asks whether the words of a person carry what a proposal makes of them. */
export function checkSaid(
  proposal: TaughtLesson,
  failing: readonly Failing[],
  evidence: HistoryFacts,
): Check | undefined {
  const { message, guidance } = proposal;
  const refused = failing.filter(({ trouble }) => trouble === 'rejected');
  const said = message ? checkMessage(message, proposal, evidence) : undefined;
  if (said?.result === 'ok') return said;
  // Calls that failed speak for themselves.
  if (failing.length - refused.length >= 2) return undefined;
  if (said && refused.length === 0) return said;
  if (refused.length === 0 || refused.length < failing.length) return undefined;
  const words = refused.flatMap(({ step }) => step.call.said ?? []);
  const telling = words.filter((text) => sharesWords(text, guidance));
  if (words.length > 0 && telling.length === 0)
    return { name: 'said', result: 'unproven', says: 'what the user said after the refusals is about something else' };
  if (telling.length === 0)
    return { name: 'said', result: 'unproven', says: 'the user gave no reason for the refusals' };
  const allowed = evidence.countAllowed(refused);
  const says = `the user said so after ${telling.length} of ${refused.length} refusals`;
  if (allowed > 2 * refused.length && !telling.some((text) => RULE.test(text)))
    return { name: 'said', result: 'unproven', says: `${says}, but such calls were allowed ${allowed} times` };
  return { name: 'said', result: 'ok', says };
}

function checkMessage(place: string, { guidance }: TaughtLesson, evidence: HistoryFacts): Check {
  const said = evidence.findSaid(place);
  if (!said) return { name: 'said', result: 'refused', says: `nobody said anything in ${place}` };
  const about = said.messages.flatMap((message) =>
    sentencesOf(message.text).flatMap((text) => (sharesWords(text, guidance) ? { text, at: message.at } : [])),
  );
  const [first] = about.sort((a, b) => Number(RULE.test(b.text)) - Number(RULE.test(a.text)));
  if (!first) {
    const isQuoted = said.messages.some(({ text }) => sharesWords(text, place));
    const result = isQuoted ? 'unproven' : 'refused';
    return { name: 'said', result, says: `what was said in ${place.slice(0, 14)} does not say that` };
  }
  const again = countSaying(first.text, evidence);
  const isRule = RULE.test(first.text);
  const later = findOpposite(guidance, first, evidence);
  if (later)
    return { name: 'said', result: 'refused', says: `a later message says the opposite: “${cut(later.text)}”` };
  const how = isRule ? 'as a rule' : `in ${again} sessions`;
  // What is asked for each time is a task; what has to be asked for again is a wish.
  if (isRule || (again >= 2 && CORRECTION.test(first.text)))
    return { name: 'said', result: 'ok', says: `said ${how}: “${cut(first.text)}”` };
  return {
    name: 'said',
    result: 'unproven',
    says: `said in ${again === 1 ? 'one session' : `${again} sessions`}, and not as a rule: “${cut(first.text)}”`,
  };
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.length < 400);
}

/** Words that make a standing order of a sentence: a prohibition for the task at hand stands in the middle of it. */
const RULE =
  /^(?:please |and |but |also |no,? )?(?:don'?t|do not|never|always)\b|\b(?:never|always|don'?t ever|from now on|in (?:the )?future|every time|make sure|must(?: not)?|should (?:always|never|not)|i (?:already )?told you|remember|not allowed|we (?:don'?t|use|do not))\b/i;

/** Whether two texts speak of the same: a name in code marks, or two words that are not common. */
export function sharesWords(text: string, guidance: string): boolean {
  const own = wordsOf(text);
  const shared = [...wordsOf(guidance)].filter((word) => own.has(word));
  const isCode = [...guidance.matchAll(/`([^`]+)`/g)].some(([, code = '']) => code.length > 3 && text.includes(code));
  return isCode || shared.length >= 2 || (shared.length === 1 && own.size <= 6);
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(?:ing|es|ed|s)$/, '')));
}

const COMMON = new Set(
  'the and for with not don dont you your this that from into when then than use using run running instead before after should must always never only need needs make please can could would have has had was were are but all any what why how where which there here them they its also just like let lets done still'.split(
    ' ',
  ),
);

/** Counts the sessions in which somebody said nearly the same. */
function countSaying(said: string, { book }: HistoryFacts): number {
  const wanted = wordsOf(said);
  const isSame = (text: string) => {
    const own = wordsOf(text);
    const shared = [...wanted].filter((word) => own.has(word)).length;
    return shared > 0 && shared >= 0.6 * Math.max(own.size, wanted.size);
  };
  return book.history.sessions.filter(({ messages }) => messages.some(({ text }) => sentencesOf(text).some(isSame)))
    .length;
}

/** Finds later words about the same thing that take it back. */
function findOpposite(
  guidance: string,
  { at, text: first }: Pick<Message, 'at' | 'text'>,
  { book }: HistoryFacts,
): Message | undefined {
  const forbids = DENIES.test(first);
  const [wanted, told] = [wordsOf(first), wordsOf(guidance)];
  const isOpposite = (text: string): boolean => {
    if (!RULE.test(text) || DENIES.test(text) === forbids) return false;
    const own = wordsOf(text);
    const count = (words: ReadonlySet<string>) => [...words].filter((word) => own.has(word)).length;
    return count(wanted) >= Math.max(2, wanted.size / 2) && count(told) >= 2;
  };
  return book.history.sessions
    .flatMap(({ messages }) => messages)
    .find(
      ({ text, at: later }) => later > at && sentencesOf(text).some((said) => said.length <= SHORT && isOpposite(said)),
    );
}

/** A longer sentence is a task, with wishes for that task. */
const SHORT = 120;

const DENIES = /\b(?:never|not|don'?t|no longer|stop|without)\b/i;

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 100 ? line : `${line.slice(0, 100)}…`;
}
