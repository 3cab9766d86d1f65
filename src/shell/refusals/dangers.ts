import type { DangerRule } from '../../programs/refusal-rule.ts';
import { DESTRUCTION } from './destruction.ts';
import { DOWNLOADS } from './downloads.ts';
import { FOOTHOLDS } from './footholds.ts';
import { PRIVILEGES } from './privileges.ts';
import { SENDING } from './sending.ts';
import { TRACES } from './traces.ts';

/** Dangers that are asked for before those of the program itself: what is downloaded and run, and with whose rights, says more. */
export const FIRST_DANGERS: readonly DangerRule[] = [...DOWNLOADS, ...PRIVILEGES];

/** Dangers that many programs have, besides the ways around a guard. The first that fits counts. */
export const DANGERS: readonly DangerRule[] = [...DESTRUCTION, ...SENDING, ...FOOTHOLDS, ...TRACES];
