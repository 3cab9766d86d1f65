import type { Proposal } from '../proposal.ts';
import { isSerious, proposeFinding, type ReviewFinding } from './finding.ts';
import { readJsonReview } from './review-json.ts';
import { readMarkdownReview } from './review-markdown.ts';

/** What a review led to. */
export interface ReviewProposals {
  proposals: Proposal[];
  /** Findings there were, and those that are not Major or Critical. */
  findings: number;
  mild: number;
}

/** More findings are no review of one change. */
const MOST_FINDINGS = 100;

/** Proposes what a review calls Major or Critical: JSON, SARIF or Markdown, told apart by the text itself. */
export function proposeFromReview(text: string, day: string): ReviewProposals {
  const findings = readReview(text);
  const serious = findings.filter(({ severity }) => isSerious(severity));
  const proposals = serious
    .slice(0, MOST_FINDINGS)
    .map((finding) => proposeFinding(finding, `captured on ${day} from a review finding (${finding.severity.toLowerCase()})`));
  return { proposals, findings: findings.length, mild: findings.length - serious.length };
}

function readReview(text: string): ReviewFinding[] {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (!/^[[{]/.test(body)) return readMarkdownReview(text);
  try {
    return readJsonReview(JSON.parse(body)) ?? [];
  } catch {
    // `[Major] src/a.ts: …` begins like a list.
    return readMarkdownReview(text);
  }
}
