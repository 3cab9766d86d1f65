import { encodeText } from '../../../memory/field-values.ts';
import { trimEndOf } from '../../../shared/trim-end.ts';
import { looksLikePath } from '../../../shell/index.ts';
import type { Proposal } from '../proposal.ts';
import { isDirective } from '../refusals/guidance-rules.ts';
import { findNames } from '../text/names.ts';

/** One finding of a review. */
export interface ReviewFinding {
  /** As the review calls it: `Major`, `critical`, `error`. */
  severity: string;
  title?: string;
  /** The file concerned, as the review names it. */
  file?: string;
  message: string;
  /** The suggested action. */
  suggestion?: string;
}

/** Whether a finding is Major or Critical, in any of the words that reviews use. */
export function isSerious(severity: string): boolean {
  return SERIOUS.test(severity.trim());
}

/** Severities as words at the beginning of a line or alone. */
export const SERIOUS = /^(?:🔴|🚨|⛔)?\s*(?:critical|major|blocker|blocking|severe|high|error|p[01]|must[- ]fix)\b/i;
export const MILD =
  /^(?:🟡|🟠|🟢|🔵|ℹ️|💡)?\s*(?:minor|medium|moderate|low|warning|warn|info|informational|note|nit|nitpick|suggestion|trivial|style|p[2-4]|praise|positive)\b/i;

/** Turns a finding into a proposal. Its words are those of the review, which nobody here has read. */
export function proposeFinding(finding: ReviewFinding, origin: string): Proposal {
  const { severity, title, suggestion, message } = finding;
  const file =
    cleanPath(finding.file) ?? findNames(`${message} ${suggestion ?? ''}`).find(({ kind }) => kind === 'path')?.text;
  const said = [suggestion, message, title].map((text) => encodeText(text ?? '')).filter((text) => text !== '');
  // The first sentence that says what to do; if there is none, the rules on guidance report that.
  const guidance = said.find(isDirective) ?? said[0] ?? '';
  const isNamed = findNames(guidance).length > 0;
  const what = trimEndOf(encodeText(title ?? message), '.');
  return {
    ...(title && { title: encodeText(title) }),
    scope: file === undefined ? [] : [file],
    pattern: `A review called it ${severity.toLowerCase()}: ${what}.`,
    guidance: isNamed || file === undefined || !isDirective(guidance) ? guidance : `In \`${file}\`: ${guidance}`,
    phase: 'implement',
    origin,
    isUnread: true,
  };
}

/** Returns a path of the repository without its line number; undefined if it is not one. */
export function cleanPath(file: string | undefined): string | undefined {
  const path = file
    ?.trim()
    .replace(/^`|`$/g, '')
    .replace(/^(?:file:\/\/\/?)/, '')
    .replace(/(?::\d+(?:[:-]\d+)*|#L\d+(?:-L?\d+)?)$/, '')
    .replaceAll('\\', '/')
    .replace(/^\.\//, '');
  if (
    path === undefined ||
    path === '' ||
    path.length > 200 ||
    path.startsWith('/') ||
    /^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)/.test(path)
  )
    return undefined;
  return looksLikePath(path) || /^[\w.-]+$/.test(path) ? path : undefined;
}
