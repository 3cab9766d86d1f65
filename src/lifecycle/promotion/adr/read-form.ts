/** The layout of a decision, so that the next one looks like it. */
export interface AdrForm {
  /**
   * The beginning of the title: `0016: `, `ADR-16: `, `16. `, or nothing. `N` stands for the number with leading zeros, `n`
   * without.
   */
  titleLead: string;
  /** The heading level of sections; 0 if they are paragraphs that begin in bold. */
  level: number;
  /** The character after the bold name of a section: `.` or `:`. */
  boldEnd: string;
  /** Where the status is: under a heading, on a line of its own, or in the front matter. */
  status: 'section' | 'line' | 'front-matter' | 'none';
  /** The line that gives the status, with `{}` as its placeholder: `* Status: {}`. */
  statusLine: string;
  /** The names of the sections. */
  context: string;
  decision: string;
  consequences: string;
}

/** The layout that Michael Nygard introduced. */
export const DEFAULT_FORM: AdrForm = {
  titleLead: 'n. ',
  level: 2,
  boldEnd: '.',
  status: 'section',
  statusLine: '',
  context: 'Context',
  decision: 'Decision',
  consequences: 'Consequences',
};

/** Reads the layout of an existing decision. */
export function readAdrForm(text: string): AdrForm {
  const lines = text
    .replaceAll('\r\n', '\n')
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE));
  const headings = lines.flatMap((line) => {
    const [, marks = '', title = ''] = /^(#{2,4}) +(.*?) *#*$/.exec(line) ?? [];
    return marks === '' ? [] : [{ level: marks.length, title }];
  });
  const bold = lines.flatMap((line) => {
    const [, title = '', end = '', outside = ''] = /^\*\*([A-Z][\w ]{2,40}?)([.:]?)\*\*([.:]?)/.exec(line) ?? [];
    return title === '' ? [] : [{ title, end: end || outside }];
  });
  const named = headings.length > 0 ? headings : bold;
  const find = (pattern: RegExp, fallback: string) => named.find(({ title }) => pattern.test(title))?.title ?? fallback;
  const sectionLevel = headings.find(({ title }) => /context|decision|question|problem/i.test(title))?.level;
  return {
    titleLead: readTitleLead(lines.find((line) => /^# /.test(line)) ?? ''),
    level: sectionLevel ?? (headings.length === 0 && bold.length > 1 ? 0 : 2),
    boldEnd: bold[0]?.end || '.',
    ...readStatus(lines, headings),
    context: find(/^(?:context|problem|question|background|motivation)/i, 'Context'),
    decision: find(/^(?:decision|solution|resolution)(?! drivers)/i, 'Decision'),
    consequences: find(/^(?:consequences|price|implications|trade-?offs|outcome)/i, 'Consequences'),
  };
}

/** Upper bound: headings and the status are short. */
const LONGEST_LINE = 200;

function readTitleLead(title: string): string {
  const [, word = '', digits = '', end = ''] =
    /^# +(ADR[- ]?|RFC[- ]?)?(\d{1,6})([.:)]? +(?:[-–—] +)?)/i.exec(title) ?? [];
  if (digits === '') return '';
  return `${word}${digits.startsWith('0') || digits.length > 3 ? 'N' : 'n'}${end}`;
}

function readStatus(
  lines: readonly string[],
  headings: readonly { title: string }[],
): Pick<AdrForm, 'status' | 'statusLine'> {
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  const front = lines.slice(1, Math.max(1, end)).find((line) => /^status: */i.test(line));
  if (front !== undefined) return { status: 'front-matter', statusLine: `${front.slice(0, front.indexOf(':'))}: {}` };
  if (headings.some(({ title }) => /^status$/i.test(title))) return { status: 'section', statusLine: '' };
  const line = lines.find((one) => STATUS_LINE.test(one));
  const lead = STATUS_LINE.exec(line ?? '')?.[1];
  return lead === undefined ? { status: 'none', statusLine: '' } : { status: 'line', statusLine: `${lead}{}` };
}

/** `* Status: accepted`, `**Status:** accepted`. */
const STATUS_LINE = /^((?:[-*] +)?(?:\*\*)?Status(?:\*\*)?:(?:\*\*)? *)\S/i;
