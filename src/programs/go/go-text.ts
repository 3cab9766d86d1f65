import { addError, addFailure, addPass, noTests, type ParsedTests, plainLines } from '../test-reports/parsed-tests.ts';
import { describeGoTest, type GoModule, goAncestors, readComplaints } from './go-log.ts';

/** Parses the output of `go test` without -json. Without -v a package that is ok says nothing of its tests, and counts as one. */
export function parseGoText(output: string, places: GoModule): ParsedTests | undefined {
  const lines = plainLines(output);
  const ends = lines.flatMap((line, at) => {
    const match = /^(ok {2}|FAIL|\? {3})\s*\t(\S+)/.exec(line);
    return match
      ? [{ at, isOk: match[1]?.startsWith('ok') ?? false, isFailed: match[1] === 'FAIL', name: match[2] ?? '', line }]
      : [];
  });
  if (ends.length === 0) return undefined;
  const parsed = noTests();
  const complaints = readComplaints(lines);
  let from = 0;
  for (const { at, isOk, isFailed, name, line } of ends) {
    const before = parsed.failed;
    const found = addTests(parsed, lines.slice(from, at), name, places);
    // Without -v all that is known of a package is that it is ok.
    if (isOk && found === 0 && !line.includes('[no tests to run]')) addPass(parsed, undefined, [name]);
    if (isFailed && parsed.failed === before && !complaints.has(name))
      addError(parsed, { names: [name], message: lines.slice(from, at).slice(-30).join('\n') });
    from = at + 1;
  }
  for (const [name, said] of complaints) addError(parsed, { names: [name], message: said.slice(0, 40).join('\n') });
  return parsed;
}

/** The tests of a package; how many there were. */
function addTests(parsed: ParsedTests, lines: readonly string[], owner: string, places: GoModule): number {
  const found = lines.flatMap((line, at) => {
    const match = /^\s*--- (PASS|FAIL|SKIP): (\S+) \(/.exec(line);
    return match ? [{ at, end: match[1] ?? '', test: match[2] ?? '' }] : [];
  });
  const parents = new Set(found.flatMap(({ test }) => goAncestors(test)));
  const blamed = new Set(found.filter(({ end }) => end === 'FAIL').flatMap(({ test }) => goAncestors(test)));
  for (const { at, end, test } of found) {
    const names = [owner, ...test.split('/')];
    if (end === 'FAIL') {
      if (!blamed.has(test)) addFailure(parsed, { ...describeGoTest(below(lines, at), owner, places), names });
    } else if (parents.has(test)) continue;
    else if (end === 'PASS') addPass(parsed, undefined, names);
    else parsed.skipped += 1;
  }
  return found.length;
}

/** The lines that belong to a test: those further to the right than its own, or what follows a panic. */
function below(lines: readonly string[], at: number): string[] {
  const indent = indentOf(lines[at] ?? '');
  const rest = lines.slice(at + 1, at + 60);
  if (/^panic: /.test(rest[0] ?? '')) return rest;
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= indent);
  return end < 0 ? rest : rest.slice(0, end);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
