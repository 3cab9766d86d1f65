import { cloudTokens } from './cloud-tokens.ts';
import { codeTokens } from './code-tokens.ts';
import { modelTokens } from './model-tokens.ts';
import type { RedactionRule } from './rule.ts';
import { serviceTokens } from './service-tokens.ts';

/**
 * Tokens that a vendor gave a form of its own, one row each; add yours to one of the four files.
 *
 * secretlint knows some of them too, but asks for the exact length. These rows also take tokens that an agent's log cut short, and those
 * of formats that have grown since. The kinds that are not there (Databricks, Vercel, ...) are secretlint's alone.
 */
export const vendorTokens: readonly RedactionRule[] = [...codeTokens, ...modelTokens, ...cloudTokens, ...serviceTokens];
