import { addFailure, noTests, type ParsedTests, plainLines } from '../test-reports/parsed-tests.ts';

/** Parses the output of Mocha for people: figures, then each failure by its number, with the suites it is in. */
export function parseMochaText(output: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const at = lines.findLastIndex((line) => /^ {2}\d{1,7} passing \(.{1,20}\)$/.test(line));
  if (at < 0) return undefined;
  const count = (name: string) =>
    Number(
      lines
        .slice(at, at + 4)
        .join('\n')
        .match(new RegExp(`^ {2}(\\d{1,7}) ${name}\\b`, 'm'))?.[1] ?? 0,
    );
  const parsed = noTests();
  parsed.passed = count('passing');
  parsed.skipped = count('pending');
  for (const { names, body } of failing(lines.slice(at + 1))) {
    const place = body
      .map((line) => /\(?([^\s()]{1,400}):(\d{1,7}):\d{1,7}\)?$/.exec(line))
      .find((match) => match && !/node_modules|node:/.test(match[1] ?? ''));
    const stack = body.findIndex((line) => /^\s+at /.test(line));
    addFailure(parsed, {
      ...(place ? { line: Number(place[2]) } : {}),
      names,
      message: (stack < 0 ? body : body.slice(0, stack)).map((line) => line.trim()).join('\n'),
    });
  }
  parsed.failed = Math.max(parsed.failed, count('failing'));
  return parsed;
}

function failing(lines: readonly string[]): { names: string[]; body: string[] }[] {
  const found: { names: string[]; body: string[]; isNamed: boolean }[] = [];
  for (const line of lines) {
    const first = /^ {2}\d{1,7}\) (.+)$/.exec(line)?.[1];
    const open = found.at(-1);
    if (first !== undefined) found.push({ names: [first.replace(/:$/, '')], body: [], isNamed: first.endsWith(':') });
    else if (open && !open.isNamed && line.trim() !== '') {
      open.names.push(line.trim().replace(/:$/, ''));
      open.isNamed = line.endsWith(':');
    } else open?.body.push(line);
  }
  return found;
}
