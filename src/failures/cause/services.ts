import type { CauseRule } from '../../programs/cause-rule.ts';

/** Services that do not let a call in, whatever program asks them. */
export const serviceRules: readonly CauseRule[] = [
  { id: 'auth.unauthorized', kind: 'auth', has: 'nauthorized', line: /\b(?:401 )?[Uu]nauthorized\b/ },
  { id: 'auth.forbidden', kind: 'auth', has: 'orbidden', line: /\b403 Forbidden\b/ },
];
