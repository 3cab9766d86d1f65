import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { readCommandRule } from './command-rule.ts';
import { MECHANISMS, type Mechanism } from './mechanisms.ts';

/**
 * Chooses the mechanism that suits a lesson best: a prerequisite has to be told at the right moment, whatever it regulates;
 * otherwise the dimension decides. Architecture is written down, behaviour is tested, and conventions for the code become a rule.
 */
export function chooseMechanism({ kind, dimension }: Pick<MemoryEntry, 'kind' | 'dimension'>): Mechanism {
  if (kind === 'prerequisite') return 'hook';
  const word = dimension.toLowerCase();
  if (word.startsWith('architectur')) return 'adr';
  return /^behaviou?r/.test(word) ? 'test' : 'rule';
}

/**
 * Lists the other possible mechanisms: a check only if the repository's own files can contain the wrong command, a skill only if
 * the project has one.
 */
export function listAlternatives(
  entry: Pick<MemoryEntry, 'trigger'>,
  chosen: Mechanism,
  hasSkill = false,
): Mechanism[] {
  const canCheck = readCommandRule(entry.trigger)?.isText ?? false;
  return MECHANISMS.filter(
    (mechanism) => mechanism !== chosen && (mechanism !== 'check' || canCheck) && (mechanism !== 'skill' || hasSkill),
  );
}
