import { HistoryFacts } from '../../src/verify/history-facts.ts';
import { answerSchema, type TaughtLesson } from '../../src/verify/proposal.ts';
import type { CheckName, Verdict } from '../../src/verify/verdict.ts';
import { verify } from '../../src/verify/verify.ts';
import { type Event, openBook } from '../cases/past.ts';

/** A proposal with only what matters; it cites every failing call unless it says otherwise. */
export type Draft = Partial<TaughtLesson> & { guidance: string };

/** What is around the made-up project. */
export interface Around {
  files?: readonly string[];
  refused?: string;
  known?: string;
}

/** Judges one proposal about some sessions. */
export async function judge(
  sessions: readonly (readonly Event[])[],
  draft: Draft,
  around: Around = {},
): Promise<Verdict> {
  const book = await openBook(sessions);
  const failing = [...book.cases.flatMap((one) => one.failing), ...book.single];
  const calls = draft.calls ?? (draft.message ? [] : failing.map(({ step }) => step.call.id.slice(-12)));
  const { lessons } = answerSchema.parse({ lessons: [{ confidence: 'high', ...draft, calls }] });
  const [verdict] = verify(lessons, new HistoryFacts(book), {
    exists: (text) => around.files?.includes(text) ?? false,
    isMissing: (path) => around.files !== undefined && !around.files.includes(path),
    refuse: () => around.refused,
    findSame: () => around.known,
  });
  if (!verdict) throw new Error('one proposal, one verdict');
  return verdict;
}

/** The result and the words of one check. */
export function checkOf({ checks }: Verdict, name: CheckName): string | undefined {
  const found = checks.find((check) => check.name === name);
  return found && `${found.result}: ${found.says}`;
}
