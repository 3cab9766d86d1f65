import { fenceFinder, withoutEnding } from '../../../memory/markdown.ts';
import { splitLines } from '../../../shared/files.ts';
import { MILD, type ReviewFinding, SERIOUS } from './finding.ts';

/** Upper bound in characters: a review is meant for people to read, and nobody reads more. */
const LONGEST = 500_000;

/**
 * Reads the findings of a review in Markdown: headings or list items that begin with a severity (`### [Major] …`, `-
 * **Critical:** …`), items below a heading that is one (`## Critical issues`), and rows of a table with such a column.
 */
export function readMarkdownReview(text: string): ReviewFinding[] {
  const lines = splitLines(text.slice(0, LONGEST)).map(withoutEnding);
  const fence = fenceFinder(lines.map((line) => line.trimStart()));
  const findings: ReviewFinding[] = [];
  let section: string | undefined;
  let open: ReviewFinding | undefined;
  const begin = (severity: string | undefined, words: string) => {
    open = severity === undefined ? undefined : { severity, message: '' };
    if (!open) return;
    addText(open, words);
    findings.push(open);
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const region = fence(index);
    if (region) {
      index = region.end;
      continue;
    }
    const [, heading] = /^#{1,6}\s+(.*)$/.exec(line) ?? [];
    const [, item] = /^ {0,3}(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\] )?(.*)$/.exec(line) ?? [];
    if (heading !== undefined) {
      const { severity, rest } = takeSeverity(heading);
      // `## Critical issues (2)` applies to everything below it; `### [Critical] No retry in the client` is a finding.
      const isSection =
        severity === undefined ||
        /^(?:severity|priority|issues?|findings?|problems?|concerns?|items?)?[\s\d(:)]*$/i.test(rest);
      if (isSection && (severity !== undefined || !/^#{4,}/.test(line))) section = severity;
      begin(isSection ? undefined : severity, rest);
      if (open && !isSection) open.title = rest;
    } else if (line.startsWith('|')) {
      const row = readRow(line);
      if (row) findings.push(row);
    } else if (item !== undefined && !(open && FIELD.test(item))) {
      const { severity, rest } = takeSeverity(item);
      begin(severity ?? section, rest);
    } else if (line.trim() === '') {
      if (!/^\s+\S/.test(lines[index + 1] ?? '') && open?.title === undefined) open = undefined;
    } else if (open) {
      addText(open, (item ?? line).trim());
    }
  }
  return findings.filter(({ message }) => message !== '');
}

const FIELD =
  /^\*{0,2}(file|location|where|path|suggestion|fix|recommendation|suggested fix|action|severity)\*{0,2}:\*{0,2}\s*/i;

/** Splits off a severity at the beginning, in brackets, bold or before a colon. */
function takeSeverity(text: string): { severity: string | undefined; rest: string } {
  const bare = text.replace(/^\d+[.)]\s+/, '').trim();
  const [whole, inner = ''] =
    /^(?:\[([^\]]{1,24})\]|\*\*\[?([^*\]]{1,24})\]?\*\*|([^:—–]{1,24})(?=[:—–]))\s*[:—–-]?\s*/
      .exec(bare)
      ?.filter((part) => part !== undefined) ?? [];
  const word = inner.replace(/[:.]+$/, '').trim();
  if (whole !== undefined && (SERIOUS.test(word) || MILD.test(word)) && word.split(/\s+/).length <= 3)
    return {
      severity: severityWord(word),
      rest: bare
        .slice(whole.length)
        .replace(/^[:—–-]\s*/, '')
        .trim(),
    };
  // A heading that consists only of a severity: "Critical issues".
  const isAlone = (SERIOUS.test(bare) || MILD.test(bare)) && bare.split(/\s+/).length <= 3;
  return isAlone
    ? { severity: severityWord(bare), rest: bare.replace(/^\W*[\w-]+\s*/u, '') }
    : { severity: undefined, rest: bare };
}

function severityWord(text: string): string {
  return /[a-z][a-z0-9-]*/i.exec(text)?.[0]?.toLowerCase() ?? text;
}

/** Adds text to a finding, as a field or as more of its message. */
function addText(finding: ReviewFinding, text: string): void {
  const [whole, name] = FIELD.exec(text) ?? [];
  const value = whole === undefined ? text : text.slice(whole.length);
  if (name !== undefined && /^(?:file|location|where|path)$/i.test(name)) finding.file ??= value;
  else if (name !== undefined && /^severity$/i.test(name)) finding.severity = value.replace(/\W+/g, ' ').trim();
  else if (name !== undefined) finding.suggestion ??= value;
  else if (value !== '') finding.message = finding.message === '' ? value : `${finding.message} ${value}`;
}

/** Reads `| Major | src/a.ts:12 | What is wrong |`, with the columns in any order. */
function readRow(line: string): ReviewFinding | undefined {
  const cells = line
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const severity = cells.find(
    (cell) =>
      cell.length <= 24 && (SERIOUS.test(cell.replace(/[*[\]`]/g, '')) || MILD.test(cell.replace(/[*[\]`]/g, ''))),
  );
  const file = cells.find((cell) => /^`?[\w@.+/-]+\.\w{1,6}(?::\d+(?:-\d+)?)?`?$/.test(cell));
  const message = cells.filter((cell) => cell !== severity && cell !== file).toSorted((a, b) => b.length - a.length)[0];
  if (severity === undefined || message === undefined || message.length < 12) return undefined;
  return { severity: severityWord(severity), message, ...(file && { file }) };
}
