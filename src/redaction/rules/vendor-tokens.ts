import { cloudTokens } from './cloud-tokens.ts';
import { codeTokens } from './code-tokens.ts';
import { modelTokens } from './model-tokens.ts';
import type { RedactionRule } from './rule.ts';
import { serviceTokens } from './service-tokens.ts';

/**
 * Tokens in a vendor's own format, one row each; add yours to one of the four files.
 *
 * secretlint knows some of them too, but requires the exact length. These rows also match tokens that an agent's log cut short,
 * and those of formats that have grown since. Kinds that are missing here (Databricks, Vercel, ...) are left to secretlint.
 */
export const vendorTokens: readonly RedactionRule[] = [...codeTokens, ...modelTokens, ...cloudTokens, ...serviceTokens];
