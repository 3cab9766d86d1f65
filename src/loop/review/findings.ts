import { z } from 'zod';
import type { ReviewFinding } from '../../lifecycle/capture/sources/finding.ts';
import { cleanPath } from '../../lifecycle/capture/sources/finding.ts';
import type { Redactor } from '../../redaction/redact.ts';
import { stripControls } from '../../shared/terminal.ts';
import { trimEndOf } from '../../shared/trim-end.ts';
import type { LearnedRule } from '../failure-case.ts';
import { cleanRule } from '../teacher/clean-rule.ts';
import { findObject } from '../teacher/read-answer.ts';

/** A problem that a model found, with the words that show it. */
export interface WorkFinding {
  severity: 'critical' | 'major' | 'minor';
  file?: string;
  /** The description of the problem. */
  problem: string;
  /** The words of the work that show it, verbatim except for whitespace. */
  quote: string;
  /** The rule for every place where the same could happen. */
  rule?: LearnedRule;
}

/** The findings of a model that remain after checking. */
export interface CheckedFindings {
  findings: WorkFinding[];
  /** The number of findings whose quotation is not in the work. */
  unproven: number;
}

const text = z.string().max(10_000);

const answerSchema = z.object({
  findings: z
    .array(
      z.object({
        severity: text.optional(),
        file: text.nullish(),
        quote: text,
        problem: text,
        rule: z.union([z.object({ rule: text, when: text.optional(), why: text.optional() }), text]).nullish(),
      }),
    )
    .max(100),
});

type SaidFinding = z.infer<typeof answerSchema>['findings'][number];

/** Upper bound: more findings about one piece of work are noise. */
const MOST_FINDINGS = 10;

/** Lower bound: shorter quotations prove nothing, because they occur in any text. */
const SHORTEST_QUOTE = 8;

/** Parses the findings of an answer; undefined if it has another shape. */
export function readWorkFindings(answer: string): SaidFinding[] | undefined {
  const checked = answerSchema.safeParse(findObject(answer.slice(0, 200_000)));
  return checked.success ? checked.data.findings : undefined;
}

/** Drops findings that the work does not show, and cleans the rest. */
export async function checkFindings(
  said: readonly SaidFinding[],
  work: string,
  redactor: Redactor,
): Promise<CheckedFindings> {
  const haystacks = [squeeze(work), squeeze(withoutMarks(work))];
  const proven = said.filter(({ quote }) => {
    const wanted = [squeeze(quote), squeeze(withoutMarks(quote))].filter((words) => words.length >= SHORTEST_QUOTE);
    return wanted.some((words) => haystacks.some((whole) => whole.includes(words)));
  });
  const findings: WorkFinding[] = [];
  for (const finding of proven.slice(0, MOST_FINDINGS)) {
    const [problem = '', quote = ''] = await redactor.redact([finding.problem, finding.quote].map(stripControls));
    const rule = await ruleOf(finding, redactor);
    const file = cleanPath(finding.file ?? undefined);
    findings.push({
      severity: severityOf(finding.severity ?? ''),
      file: file !== undefined && work.includes(file) ? file : undefined,
      problem: problem.replace(/\s+/g, ' ').trim().slice(0, 600),
      quote: quote.trim().slice(0, 1_000),
      rule,
    });
  }
  return { findings, unproven: said.length - proven.length };
}

/** Converts a finding to the form in which reviews are captured. */
export function toReviewFinding({ severity, file, problem, rule }: WorkFinding): ReviewFinding {
  const suggestion = rule && (rule.when === '' ? rule.rule : `${trimEndOf(rule.rule, '.')}. When: ${rule.when}`);
  return { severity, message: problem, file, suggestion: suggestion || undefined };
}

async function ruleOf({ rule }: SaidFinding, redactor: Redactor): Promise<LearnedRule | undefined> {
  if (rule === undefined || rule === null) return undefined;
  const said =
    typeof rule === 'string'
      ? { rule, when: '', why: '' }
      : { rule: rule.rule, when: rule.when ?? '', why: rule.why ?? '' };
  const [what = '', when = '', why = ''] = await redactor.redact([said.rule, said.when, said.why].map(stripControls));
  const cleaned = cleanRule({ rule: what, when, why });
  return 'rule' in cleaned ? cleaned.rule : undefined;
}

function severityOf(said: string): WorkFinding['severity'] {
  return /^crit/i.test(said.trim()) ? 'critical' : /^(?:major|high)/i.test(said.trim()) ? 'major' : 'minor';
}

/** Normalises whitespace, in which a quotation may differ from its source. */
function squeeze(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

/** Returns a diff without the marks in front of its lines. */
function withoutMarks(diff: string): string {
  return diff.replace(/^[+\- ]/gm, '');
}
