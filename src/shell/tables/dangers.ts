import { DESTRUCTION } from './dangers/destruction.ts';
import { DOWNLOADS } from './dangers/downloads.ts';
import { FOOTHOLDS } from './dangers/footholds.ts';
import { PRIVILEGES } from './dangers/privileges.ts';
import { SENDING } from './dangers/sending.ts';
import { TRACES } from './dangers/traces.ts';
import type { DangerRule } from './refusal-rule.ts';

/** Every danger we know besides the ways around a guard, first match wins. */
export const DANGERS: readonly DangerRule[] = [...DOWNLOADS, ...PRIVILEGES, ...DESTRUCTION, ...SENDING, ...FOOTHOLDS, ...TRACES];
