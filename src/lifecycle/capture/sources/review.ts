import type { Proposal } from '../proposal.ts';
import { isSerious, proposeFinding, type ReviewFinding } from './finding.ts';
import { readJsonReview } from './review-json.ts';
import { readMarkdownReview } from './review-markdown.ts';

/** The proposals drawn from a review. */
export interface ReviewProposals {
  proposals: Proposal[];
  /** The number of findings, and of those that are not Major or Critical. */
  findings: number;
  mild: number;
}

/** Upper bound: more findings are not a review of one change. */
const MOST_FINDINGS = 100;

/** Proposes the findings that a review calls Major or Critical. Recognises JSON, SARIF and Markdown by the text itself. */
export function proposeFromReview(text: string, day: string): ReviewProposals {
  const findings = readReview(text);
  const serious = findings.filter(({ severity }) => isSerious(severity));
  const proposals = serious
    .slice(0, MOST_FINDINGS)
    .map((finding) =>
      proposeFinding(finding, `captured on ${day} from a review finding (${finding.severity.toLowerCase()})`),
    );
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
