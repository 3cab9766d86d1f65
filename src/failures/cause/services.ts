import type { CauseRule } from '../../programs/cause-rule.ts';

/** Services that deny a call access, whichever program makes it. */
export const serviceRules: readonly CauseRule[] = [
  { id: 'auth.unauthorized', kind: 'auth', has: 'nauthorized', line: /\b(?:401 )?[Uu]nauthorized\b/ },
  { id: 'auth.forbidden', kind: 'auth', has: 'orbidden', line: /\b403 Forbidden\b/ },
];
