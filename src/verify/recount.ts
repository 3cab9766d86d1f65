import type { Casebook } from '../cases/casebook.ts';
import { isTaught } from '../lessons/lesson.ts';
import type { MemoryEntry, NewEntry } from '../memory/entry-lesson.ts';
import { isMeant } from './check-calls.ts';
import { checkStale } from './check-stale.ts';
import { HistoryFacts } from './history-facts.ts';
import { pointersTo } from './lesson-of.ts';
import { proposalSchema } from './proposal.ts';

/**
 * Finds what teachers' lessons in memory are about again: calls that failed for the same cause since count, and a lesson whose
 * cause has ended is retired.
 */
export function recountTaught(entries: readonly MemoryEntry[], book: Casebook): NewEntry[] {
  const taught = entries.filter(({ origin, evidence }) => isTaught(origin) && evidence.length > 0);
  if (taught.length === 0) return [];
  const facts = new HistoryFacts(book);
  return taught.flatMap((entry): NewEntry[] => {
    const { line: _line, edited: _edited, id: _id, told, ...lesson } = entry;
    const own = entry.evidence.flatMap(({ call }) => {
      const found = call === undefined ? undefined : facts.find(call);
      return (found && facts.failingOf(found)) ?? [];
    });
    if (own.length === 0) return [];
    const cases = book.cases.filter(({ failing }) => failing.some((one) => own.includes(one)) && isMeant(failing, own));
    const failing = [...new Set([...own, ...cases.flatMap((one) => one.failing)])];
    const times = failing.map(({ step }) => step.call.at).sort((a, b) => a - b);
    const ended = checkStale(proposalSchema.parse({ guidance: lesson.guidance }), failing, facts);
    return [
      {
        ...lesson,
        told,
        status: ended ? 'retired' : lesson.status,
        occurrences: Math.max(lesson.occurrences, failing.length),
        sessions: Math.max(lesson.sessions, new Set(failing.map(({ session }) => session)).size),
        lastSeen: new Date(times.at(-1) ?? 0).toISOString(),
        evidence: pointersTo(failing),
      },
    ];
  });
}
