import type { Message } from '../agents/call.ts';
import type { Step } from '../failures/recovery/session-view.ts';
import type { CaseSession } from './case.ts';
import type { CaseHistory } from './read-history.ts';

/** Something a person said to an agent at work, or an agent admitted. */
export interface Words {
  session: CaseSession;
  message: Message;
  /** What to show of it. */
  text: string;
  /** How much it weighs: words of correction, refusals and what is said again come first. */
  weight: number;
  /** Why: `correction`, `after a refusal`, `said in 3 sessions`. */
  marks: readonly string[];
  /** The last call before it. */
  before?: Step;
}

/** Returns what people said, the most telling first: the task that opens a session only where it states a rule. */
export function findSayings({ sessions }: CaseHistory): Words[] {
  const repeated = countRepeated(sessions);
  const told = new Set<string>();
  return sessions
    .flatMap((session) =>
      session.messages.flatMap((message, index): Words[] => {
        const before = lastBefore(session, message);
        const again = repeated.get(plain(message.text)) ?? 1;
        const marks = [
          ...(before && before.told !== 'ok' && before.told !== 'failed' && REFUSED.has(before.told)
            ? [before.told === 'rejected' ? 'after a refusal' : 'after an interruption']
            : []),
          ...(RULE.test(message.text) ? ['rule'] : index > 0 && CORRECTION.test(message.text) ? ['correction'] : []),
          ...(again > 1 ? [`said in ${again} sessions`] : []),
        ];
        const isTask = index === 0 && again === 1;
        const text = message.text.length <= LONGEST ? message.text : rulesIn(message.text);
        if (text === '' || (isTask && !RULE.test(message.text)) || told.has(plain(message.text))) return [];
        if (again > 1) told.add(plain(message.text));
        const shown = isTask ? rulesIn(message.text) : text;
        if (shown === '') return [];
        return [{ session, message, text: shown, weight: marks.length + (RULE.test(shown) ? 1 : 0), marks, before }];
      }),
    )
    .sort((a, b) => b.weight - a.weight || b.message.at - a.message.at);
}

const REFUSED: ReadonlySet<string> = new Set(['rejected', 'cancelled', 'blocked']);

/** Longer messages are tasks, pasted texts or generated ones: only the sentences that state a rule are shown. */
const LONGEST = 500;

const RULE =
  /\b(?:never|always|don'?t ever|from now on|in (?:the )?future|for future reference|every time|make sure|must(?: not)?|stop \w+ing|i (?:already )?told you|remember (?:to|that)|not allowed)\b/i;

/** Words of people who are not content with what was done. */
export const CORRECTION =
  /\b(?:no[,. ]|nope|don'?t|do not|stop|instead|wrong|not what|again|should(?:n'?t)? (?:not|have|be)|why (?:did|are|is|do|not)|please use|use .{1,30} not|revert|undo|actually|still|forgot|missing|did you)\b/i;

function rulesIn(text: string): string {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => sentence.length < 300 && RULE.test(sentence))
    .slice(0, 4)
    .join(' … ');
}

/** Counts the sessions in which the same short words come up. */
function countRepeated(sessions: readonly CaseSession[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { messages } of sessions)
    for (const text of new Set(messages.map((message) => plain(message.text))))
      if (text.length > 8 && text.length < 200) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function lastBefore({ threads }: CaseSession, { at }: Message): Step | undefined {
  let last: Step | undefined;
  for (const thread of threads)
    for (const step of thread) if (step.call.at <= at && (last?.call.at ?? 0) <= step.call.at) last = step;
  return last;
}

/** Returns the places where agents explained a failure or admitted a mistake. */
export function findAdmissions({ sessions }: CaseHistory): Words[] {
  return sessions.flatMap((session) =>
    session.statements.flatMap((message): Words[] => {
      const found = ADMITS.exec(message.text);
      if (!found) return [];
      const text = message.text.slice(Math.max(0, found.index - 80), found.index + 180).trim();
      return [{ session, message, text, weight: 1, marks: [] }];
    }),
  );
}

const ADMITS =
  /you're right|you are right|my mistake|i should have|i missed|i forgot|turns out|root cause|the (?:real |actual )?(?:issue|problem|reason) (?:is|was)|pre-?existing|known issue|because the (?:shell|hook|sandbox)|doesn't exist|does not exist|not installed|instead of|already (?:failing|broken|red)|unrelated to (?:my|our|this) change/i;
