import type { DangerRule } from '../../programs/refusal-rule.ts';
import { DESTRUCTION } from './destruction.ts';
import { DOWNLOADS } from './downloads.ts';
import { FOOTHOLDS } from './footholds.ts';
import { PRIVILEGES } from './privileges.ts';
import { SENDING } from './sending.ts';
import { TRACES } from './traces.ts';

/** Dangers checked before those of the program itself, because a download that is run, or the rights used, say more. */
export const FIRST_DANGERS: readonly DangerRule[] = [...DOWNLOADS, ...PRIVILEGES];

/** Dangers that many programs have, besides the bypasses of guards. The first match wins. */
export const DANGERS: readonly DangerRule[] = [...DESTRUCTION, ...SENDING, ...FOOTHOLDS, ...TRACES];
