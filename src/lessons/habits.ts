import { fingerprint } from './fingerprint.ts';

/**
 * Rules that agents' own tools state, by the key of their lesson. An upgrade of an agent during its session is not among them.
 */
const RULES = [
  'read-before-edit',
  'read-again',
  'edit-exact-text',
  'edit-ambiguous',
  'edit-no-change',
  'read-directory',
] as const;

const fingerprints: ReadonlySet<string> = new Set(RULES.map((rule) => fingerprint('tool-habit', rule)));

/**
 * Whether a lesson, known by its fingerprint, repeats what the agent's own tools say: memory keeps nothing else of how it was
 * found.
 */
export function isHabit(of: string): boolean {
  return fingerprints.has(of);
}
