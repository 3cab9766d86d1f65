import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { readCommandRule } from './command-rule.ts';
import { MECHANISMS, type Mechanism } from './mechanisms.ts';

/**
 * What suits a lesson best: a prerequisite has to be told at the right moment, whatever it regulates; else the dimension decides.
 * Architecture is written down, behaviour is tested, and how the code is kept is a rule.
 */
export function chooseMechanism({ kind, dimension }: Pick<MemoryEntry, 'kind' | 'dimension'>): Mechanism {
  if (kind === 'prerequisite') return 'hook';
  const word = dimension.toLowerCase();
  if (word.startsWith('architectur')) return 'adr';
  return /^behaviou?r/.test(word) ? 'test' : 'rule';
}

/**
 * What it could become instead: a check only where the repository's own files can show the wrong command, a skill only where the project
 * has one.
 */
export function listAlternatives(entry: Pick<MemoryEntry, 'trigger'>, chosen: Mechanism, hasSkill = false): Mechanism[] {
  const canCheck = readCommandRule(entry.trigger)?.isText ?? false;
  return MECHANISMS.filter(
    (mechanism) => mechanism !== chosen && (mechanism !== 'check' || canCheck) && (mechanism !== 'skill' || hasSkill),
  );
}
