import type { DangerRule } from '../../programs/refusal-rule.ts';
import { DESTRUCTION } from './destruction.ts';
import { DOWNLOADS } from './downloads.ts';
import { FOOTHOLDS } from './footholds.ts';
import { PRIVILEGES } from './privileges.ts';
import { SENDING } from './sending.ts';
import { TRACES } from './traces.ts';

/** Every known danger besides the bypasses of guards; the first match wins. */
export const DANGERS: readonly DangerRule[] = [...DOWNLOADS, ...PRIVILEGES, ...DESTRUCTION, ...SENDING, ...FOOTHOLDS, ...TRACES];
