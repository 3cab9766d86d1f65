import { addError, addFailure, noTests, type ParsedTests, plainLines } from '../test-reports/parsed-tests.ts';

/** Parses the output of Node's test runner for people: figures behind `ℹ`, then `✖ failing tests:` with the place of each. */
export function parseNodeSpec(output: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const end = lines.findLastIndex((line) => /^ℹ duration_ms [\d.]+$/.test(line));
  const start = lines.findLastIndex((line, at) => at < end && /^ℹ tests \d{1,7}$/.test(line));
  if (start < 0 || end - start > 12) return undefined;
  const figures = new Map(
    lines.slice(start, end).flatMap((line) => {
      const match = /^ℹ (\w+) (\d{1,7})$/.exec(line);
      return match ? [[match[1] ?? '', Number(match[2])] as const] : [];
    }),
  );
  const count = (name: string) => figures.get(name) ?? 0;
  const parsed = noTests();
  parsed.passed = count('pass');
  parsed.skipped = count('skipped') + count('todo');
  const from = lines.indexOf('✖ failing tests:', end);
  const crashes = new Map(lines.flatMap((line, at) => (isCrash(line) ? [[at, line] as const] : [])));
  for (const { file, line, name, body } of from < 0 ? [] : failing(lines.slice(from + 1))) {
    const message = body.join('\n').trim();
    if (/[\\/]/.test(name) && name.endsWith(file))
      addError(parsed, () => ({ file, names: [], message: crashOf(lines, crashes, file) ?? message }));
    else addFailure(parsed, { file, line, names: [name], message });
  }
  parsed.failed = Math.max(parsed.failed, count('fail') + count('cancelled') - parsed.errors.length);
  return parsed;
}

function failing(lines: readonly string[]): { file: string; line: number; name: string; body: string[] }[] {
  const found: { file: string; line: number; name: string; body: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const place = /^test at (.{1,500}):(\d{1,7}):\d{1,7}$/.exec(line);
    const name = place && /^✖ (.+?) \([\d.]+ms\)(.*)$/.exec(lines[at + 1] ?? '');
    if (place && name) {
      // What is marked "to do" may fail.
      const isExpected = /# todo/i.test(name[2] ?? '');
      if (!isExpected)
        found.push({
          file: (place[1] ?? '').replaceAll('\\', '/'),
          line: Number(place[2]),
          name: name[1] ?? '',
          body: [],
        });
    } else if (!/^✖ /.test(line)) found.at(-1)?.body.push(line.replace(/^ {2}/, ''));
  }
  return found.map((test) => ({ ...test, body: withoutStack(test.body) }));
}

function withoutStack(body: readonly string[]): string[] {
  const at = body.findIndex((line) => /^\s+at /.test(line));
  return at < 0 ? [...body] : body.slice(0, at);
}

function isCrash(line: string): boolean {
  return /^\w*Error\b(?: \[\w+\])?: /.test(line);
}

/** The error that a file printed before it ended: near a line that names the file. */
function crashOf(lines: readonly string[], crashes: ReadonlyMap<number, string>, file: string): string | undefined {
  for (const crash of crashes.values()) if (crashes.size === 1 || crash.includes(file)) return crash;
  if (crashes.size === 0) return undefined;
  for (const [at, line] of lines.entries()) {
    if (!line.includes(`${file}:`) || line.startsWith('test at ')) continue;
    const near = [1, 2, 3, 4, 5, 6, 7].find((down) => crashes.has(at + down));
    if (near !== undefined) return crashes.get(at + near);
  }
  return undefined;
}
