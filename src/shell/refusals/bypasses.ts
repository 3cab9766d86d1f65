import type { BypassRule } from '../../programs/refusal-rule.ts';
import { CERTIFICATE_BYPASSES } from './certificates.ts';
import { CHECK_BYPASSES } from './checks.ts';
import { GIT_BYPASSES } from './git-hooks.ts';
import { PERMISSION_BYPASSES } from './permissions.ts';

/**
 * Bypasses that many programs have; the first match wins. Bypasses of a single program are defined with that program.
 *
 * Deliberately not bypasses: `--force-with-lease` (it checks), `--legacy-peer-deps` and `npm install --force` (a choice of
 * resolver, not a guard), `--ignore-scripts` on installs (it runs less foreign code, not less of ours) but not on publishing,
 * `--yes` and `-auto-approve` (they answer a question; no check is skipped), `git add -f`, `--no-cache`. `sudo`, `|| true` and
 * `2>/dev/null` are ordinary in a command; adding them to one that failed is a bypass (see `isBypassChange`).
 */
export const BYPASSES: readonly BypassRule[] = [
  ...GIT_BYPASSES,
  ...CHECK_BYPASSES,
  ...PERMISSION_BYPASSES,
  ...CERTIFICATE_BYPASSES,
];
