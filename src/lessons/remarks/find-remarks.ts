import type { Call, Message } from '../../agents/call.ts';
import { takeTyped } from '../../agents/typed-words.ts';
import type { Roots } from '../../failures/recovery/session-view.ts';
import type { SessionLog } from '../../sessions/session-log.ts';
import { type Clause, takeClauses } from './clauses.ts';
import { findCheck, findNaming, findReminder, findSwap } from './deeds.ts';
import { readWish, type Wish } from './markers.ts';
import type { Remark, RemarkStance, Saying } from './remark.ts';
import { readMeaning } from './words.ts';

/** Finds the remarks of a person in a session that may be rules for the agent's way of working. */
export function findRemarks(log: SessionLog, roots: Roots): Remark[] {
  return listSayings(log).flatMap((saying) => {
    // Text added by programs is nobody's remark, and does not make a repeated text a new message.
    const typed = takeTyped(saying.text);
    const place = { agent: log.agent, session: log.session, at: saying.at, source: typed };
    const pointer = { ...(saying.message === undefined ? {} : { message: saying.message }), ...refusalOf(saying) };
    return takeClauses(typed).flatMap((clause) => {
      const remark = readClause(clause, saying, roots);
      return remark ? [{ ...place, ...pointer, isRefusal: saying.refused !== undefined, ...remark }] : [];
    });
  });
}

type Reading = Omit<Remark, 'agent' | 'session' | 'at' | 'source' | 'isRefusal'>;

function readClause(clause: Clause, saying: Saying, roots: Roots): Reading | undefined {
  const said = clause.text;
  const plain = { said, words: [], isGeneral: false };
  const swap = findSwap(clause, saying);
  if (swap) {
    const { wrong, right, call, fix } = swap;
    return { ...plain, kind: 'swap', key: `${wrong}\n${right}`, stance: 'do', call, fix };
  }
  if (readsWhole(said)) return { ...plain, kind: 'wish', key: 'read-whole', stance: 'do' };
  const check = clause.isQuestion ? undefined : findCheck(said, saying);
  if (check) return { ...plain, kind: 'check', key: check.command, stance: 'do', fix: check.fix };
  const reminder = findReminder(said, saying, roots);
  if (reminder) return { ...plain, kind: 'reminder', key: reminder.path, stance: 'do', fix: reminder.fix };
  return readRule(clause, saying);
}

function readRule(clause: Clause, saying: Saying): Reading | undefined {
  const { text: said, isQuestion, isOutright, isStanding } = clause;
  const wish = readWish(said, isQuestion, isStanding);
  if (!wish || /https?:|[|;$\\]|&&/.test(said)) return undefined;
  const { stance, isGeneral, isWeak } = wish;
  const { words, namesWay, namesCode } = readMeaning(wish.what);
  if (stance === 'avoid' && words.length > 0 && words.every((word) => word === 'commit' || word === 'push')) {
    // "not yet" and "don't commit this one" say nothing about the next time.
    if (/\b(?:yet|now|this|that|these|those|it|them)\b/i.test(wish.what)) return undefined;
    const key = words.includes('commit') ? 'commit-when-asked' : 'push-when-asked';
    return { kind: 'wish', key, said, stance, words, isGeneral };
  }
  const isAboutWork = namesWay || ((namesCode || (stance === 'avoid' && choosesSomething(wish.what, said))) && !isWeak);
  if (words.length === 0 || words.length > 9 || !isAboutWork) return undefined;
  // A short exclamation ("no console logs!") is meant for good, and so is a remark made while refusing.
  const isCry = isOutright && stance === 'avoid' && /^no /i.test(said) && words.length <= 3;
  // An interruption may just be the next thought: then the words must be about nothing else.
  const isStopped = saying.refused !== undefined && (saying.refused.outcome === 'rejected' || isOutright);
  const isLasting = namesWay && (isGeneral || isCry || (isStopped && !isWeak));
  return {
    kind: 'rule',
    key: '',
    said,
    stance,
    words,
    isGeneral: isLasting || (isCry && namesCode),
    ...(namesWay && isMeantForGood(clause, wish, saying) ? { isOutright: true } : {}),
    ...wrongOf(words, stance, saying),
  };
}

/**
 * Whether a remark is a lasting correction: "never make draft prs", "always use uv", "from now on, …", after the agent had done
 * something. The opening of a session may be a program's prompt, and a remark about this one case, or about today, is no rule.
 */
function isMeantForGood(
  { isOutright, isStanding }: Clause,
  { isGeneral, isWeak, stance, what }: Wish,
  { before }: Saying,
): boolean {
  if (!isGeneral || isWeak || !(isOutright || isStanding) || before.length === 0) return false;
  if (/\b(?:yet|now|today|tonight|this|that|these|those|it|them|until|unless|again)\b/i.test(what)) return false;
  return isStanding || stance === 'avoid' || /^use\b/i.test(what);
}

/** Returns the newest command before the remark that contains most of its words: the command that it objects to. */
function wrongOf(
  words: readonly string[],
  stance: RemarkStance,
  { before, refused }: Saying,
): Pick<Remark, 'call' | 'wrong'> {
  if (stance !== 'avoid') return {};
  for (const call of refused ? [refused] : before) {
    const command = findNaming(call, words);
    if (command) return { call: call.id, wrong: command };
  }
  return {};
}

/** Whether a wish is about using something: "don't use lodash". The agent chooses what it uses, whatever its name is. */
function choosesSomething(what: string, said: string): boolean {
  return /^(?:us(?:e|es|ing)|utili[sz]\w*|verwend\w*|benutz\w*|nutz\w*)\s/i.test(what) || said.includes('使');
}

/** Whether a wish asks for a complete read: "read it in full", "read the whole file". */
function readsWhole(text: string): boolean {
  return (
    /\bread\b.{0,120}(?:\bin full\b|\b(?:full|whole|entire|complete) (?:\w+ )?files?\b)/i.test(text) &&
    !/\bnot\b|n't\b/i.test(text)
  );
}

/** Returns messages and the words of refusals, in order, each with the calls around it. */
function listSayings({ calls, messages }: SessionLog): Saying[] {
  const main = calls.filter((call) => call.thread === undefined);
  const refusals = new Map<string, Call>();
  for (const call of main)
    if ((call.outcome === 'rejected' || call.outcome === 'cancelled') && call.said !== undefined)
      refusals.set(call.said, call);
  const sayings: Omit<Saying, 'before' | 'after'>[] = messages.map((message) => {
    const refused = refusals.get(message.text);
    refusals.delete(message.text);
    return {
      text: message.text,
      seq: message.seq,
      at: message.at,
      message: nameOf(message),
      ...(refused ? { refused } : {}),
    };
  });
  for (const [text, refused] of refusals) sayings.push({ text, seq: refused.seq, at: refused.at, refused });
  sayings.sort((a, b) => a.seq - b.seq);
  return sayings.flatMap((saying, index) => {
    // Feedback on a plan is about the plan, and an answer to a question is about the question.
    if (saying.refused && isProposal(saying.refused)) return [];
    const end = sayings[index + 1]?.seq ?? Number.POSITIVE_INFINITY;
    const first = firstAfter(main, saying.seq);
    const before = main.slice(Math.max(0, first - CALLS_BEFORE), first).reverse();
    return [{ ...saying, before, after: main.slice(first, firstAfter(main, end)) }];
  });
}

/** The number of calls back to which a correction may refer: people interrupt at once. */
const CALLS_BEFORE = 12;

/** Returns the index of the first call after a position in the session. */
function firstAfter(calls: readonly Call[], seq: number): number {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nameOf(message: Message): string {
  return message.id ?? String(message.at);
}

function refusalOf({ refused }: Saying): { call?: string } {
  return refused ? { call: refused.id } : {};
}

function isProposal({ name }: Call): boolean {
  return /plan|ask/i.test(name) && !/task/i.test(name);
}
