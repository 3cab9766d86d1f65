import { addError, addFailure, lineIn, noTests, type ParsedTests, plainLines } from '../parsed-tests.ts';

/** What vitest prints for people: ` FAIL  file > suite > name`, then why and where. */
export function parseVitestText(output: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const isNone = lines.some((line) => /^\s*No test files found, exiting with code \d$/.test(line));
  const totals = lines.findLast((line) => /^ {6}Tests {2}(?:\d|no tests)/.test(line));
  const hasFiles = lines.some((line) => /^ Test Files {2}\d/.test(line));
  if (!isNone && (totals === undefined || !hasFiles)) return undefined;
  const parsed = noTests();
  const count = (name: string) => Number(new RegExp(`(\\d{1,7}) ${name}`).exec(totals ?? '')?.[1] ?? 0);
  parsed.passed = count('passed');
  parsed.skipped = count('skipped') + count('todo');
  for (const { title, body } of sections(lines)) {
    const suite = /^(\S.*?)\s+\[ .* \]$/.exec(title)?.[1];
    const [file = '', ...names] = (suite ?? title).replace(/^\|[^|]+\| /, '').split(' > ');
    const message = messageOf(body);
    if (suite !== undefined) addError(parsed, { file, names: [], message });
    else addFailure(parsed, { file, line: lineIn(body.join('\n'), file), names, message });
  }
  parsed.failed = Math.max(parsed.failed, count('failed'));
  return parsed;
}

/** Several failures with one error are told together: their headings follow each other. */
function sections(lines: readonly string[]): { title: string; body: string[] }[] {
  const found: { title: string; body: string[] }[] = [];
  let open: { title: string; body: string[] }[] = [];
  let isHeading = false;
  for (const line of lines) {
    const title = /^ FAIL {2}(.+)$/.exec(line)?.[1];
    if (title !== undefined) {
      const section = { title: title.trim(), body: [] };
      open = isHeading ? [...open, section] : [section];
      found.push(section);
    } else if (/^⎯{5,}/.test(line) || /^ Test Files {2}\d/.test(line)) open = [];
    else for (const section of open) section.body.push(line);
    isHeading = title !== undefined;
  }
  return found;
}

/** Up to the place: what follows is an excerpt of the file. */
function messageOf(body: readonly string[]): string {
  const place = body.findIndex((line) => /^ ❯ /.test(line));
  return (place < 0 ? body : body.slice(0, place)).join('\n').trim();
}
