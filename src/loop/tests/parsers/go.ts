import { asText, isJson } from '../../../agents/record.ts';
import { addError, addFailure, noTests, type ParsedTests, plainLines } from '../parsed-tests.ts';
import { parseJson } from './jest-json.ts';

/** What is known of one test, or of a package where the test has no name. */
interface GoItem {
  package: string;
  test: string;
  end: 'pass' | 'fail' | 'skip' | undefined;
  output: string[];
}

/** The tests of `go test -json`. Tests with subtests are not counted, their subtests are. Lines that are no events are what the compiler said. */
export function parseGoJson(output: string): ParsedTests | undefined {
  const items = new Map<string, GoItem>();
  const complaints: string[] = [];
  let events = 0;
  for (const line of output.split(/\r?\n/)) {
    const event = line.startsWith('{"') ? parseJson(line) : undefined;
    const action = isJson(event) ? asText(event.Action) : undefined;
    if (!isJson(event) || action === undefined) {
      if (line.trim() !== '') complaints.push(line);
      continue;
    }
    events += 1;
    if (action === 'build-output') complaints.push((asText(event.Output) ?? '').trimEnd());
    const name = asText(event.Package);
    if (name === undefined) continue;
    const test = asText(event.Test) ?? '';
    const key = `${name}\n${test}`;
    const item = items.get(key) ?? { package: name, test, end: undefined, output: [] };
    items.set(key, item);
    if (action === 'output') item.output.push(asText(event.Output) ?? '');
    if (action === 'pass' || action === 'fail' || action === 'skip') item.end = action;
  }
  if (events === 0) return undefined;
  return countItems([...items.values()], complaints);
}

/** What a person would have seen of `go test -json`. */
export function readGoOutput(output: string): string {
  return output
    .split(/\r?\n/)
    .flatMap((line) => {
      const event = line.startsWith('{"') ? parseJson(line) : undefined;
      if (!isJson(event)) return line === '' ? [] : [`${line}\n`];
      return asText(event.Output) ?? [];
    })
    .join('');
}

function countItems(items: readonly GoItem[], complaints: readonly string[]): ParsedTests {
  const parsed = noTests();
  const parents = new Set(items.flatMap(({ package: owner, test }) => ancestors(test).map((above) => `${owner}\n${above}`)));
  const failing = new Set<string>();
  for (const item of items) {
    if (item.test === '' || parents.has(`${item.package}\n${item.test}`)) continue;
    if (item.end === 'pass') parsed.passed += 1;
    else if (item.end === 'skip') parsed.skipped += 1;
    else {
      failing.add(item.package);
      addFailure(parsed, { ...describe(item.output), names: [item.package, ...item.test.split('/')] });
    }
  }
  for (const { package: name, test, end, output } of items)
    if (test === '' && end === 'fail' && !failing.has(name))
      addError(parsed, { names: [name], message: [...complaints, ...output.map((line) => line.trimEnd())].join('\n') });
  if (items.length === 0 && complaints.length > 0) addError(parsed, { names: ['go test'], message: complaints.join('\n') });
  return parsed;
}

function ancestors(test: string): string[] {
  const parts = test.split('/');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** What a test logged, with the place: `    pier_test.go:12: got 3, want 4`. */
function describe(output: readonly string[]): { file?: string; line?: number; message: string } {
  const lines = output.map((line) => line.trimEnd()).filter((line) => !/^\s*(?:=== |--- )/.test(line));
  const place = lines.map((line) => /^\s+([^\s:]+\.go):(\d{1,7}): /.exec(line)).find(Boolean);
  return {
    ...(place ? { file: place[1] ?? '', line: Number(place[2]) } : {}),
    message: lines.map((line) => line.trim()).join('\n'),
  };
}

/** What `go test` prints without -json. Without -v a package that is ok says nothing of its tests, and counts as one. */
export function parseGoText(output: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const parsed = noTests();
  const ends = lines.filter((line) => /^(?:ok {2}|FAIL|\? {3})\s*\t\S/.test(line));
  if (ends.length === 0) return undefined;
  const found = lines.flatMap((line, at) => {
    const match = /^\s*--- (PASS|FAIL|SKIP): (\S+) \(/.exec(line);
    return match ? [{ at, end: match[1] ?? '', test: match[2] ?? '' }] : [];
  });
  const parents = new Set(found.flatMap(({ test }) => ancestors(test)));
  for (const { at, end, test } of found.filter(({ test }) => !parents.has(test))) {
    if (end === 'PASS') parsed.passed += 1;
    else if (end === 'SKIP') parsed.skipped += 1;
    else addFailure(parsed, { ...describe(below(lines, at)), names: test.split('/') });
  }
  if (!found.some(({ end }) => end === 'PASS')) parsed.passed = ends.filter((line) => isTested(line)).length;
  for (const line of ends.filter((end) => /\[(?:build|setup) failed\]$/.test(end)))
    addError(parsed, { names: [line.split(/\s+/)[1] ?? ''], message: complaintsOf(lines).join('\n') });
  return parsed;
}

function isTested(line: string): boolean {
  return line.startsWith('ok') && !line.includes('[no tests to run]');
}

/** The lines that belong to a test: those further to the right than its own. */
function below(lines: readonly string[], at: number): string[] {
  const indent = /^\s*/.exec(lines[at] ?? '')?.[0].length ?? 0;
  const rest = lines.slice(at + 1, at + 60);
  const end = rest.findIndex((line) => line.trim() !== '' && (/^\s*/.exec(line)?.[0].length ?? 0) <= indent);
  return end < 0 ? rest : rest.slice(0, end);
}

/** What the compiler said: `# package`, then `./pier.go:3:5: undefined: x`. */
function complaintsOf(lines: readonly string[]): string[] {
  return lines.filter((line) => /^(?:# \S|\S+\.go:\d+:\d+: )/.test(line)).slice(0, 40);
}
