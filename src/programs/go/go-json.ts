import { asText, isJson } from '../../shared/json-values.ts';
import { parseJson } from '../test-reports/jest-json.ts';
import { addError, addFailure, addPass, noTests, type ParsedTests } from '../test-reports/parsed-tests.ts';
import { describeGoTest, type GoModule, goAncestors, readComplaints } from './go-log.ts';

/** The facts about one test, or about a package if the test has no name. */
interface GoItem {
  package: string;
  test: string;
  end: 'pass' | 'fail' | 'skip' | undefined;
  output: string[];
  /** The package that did not compile, where that is why it failed: itself, or one that it needs. */
  failedBuild?: string;
}

/**
 * The tests of `go test -json`. Tests with subtests are not counted, their subtests are, unless the test failed by itself. What the
 * compiler says comes as plain lines, and since Go 1.24 as events.
 */
export function parseGoJson(output: string, places: GoModule): ParsedTests | undefined {
  const items = new Map<string, GoItem>();
  const plain: string[] = [];
  let events = 0;
  for (const line of output.split(/\r?\n/)) {
    const event = line.startsWith('{"') ? parseJson(line) : undefined;
    const action = isJson(event) ? asText(event.Action) : undefined;
    if (!isJson(event) || action === undefined) {
      if (line.trim() !== '') plain.push(line);
      continue;
    }
    events += 1;
    if (action === 'build-output') plain.push((asText(event.Output) ?? '').trimEnd());
    const name = asText(event.Package);
    if (name === undefined) continue;
    const test = asText(event.Test) ?? '';
    const key = keyOf(name, test);
    const item = items.get(key) ?? { package: name, test, end: undefined, output: [] };
    items.set(key, item);
    if (action === 'output') item.output.push((asText(event.Output) ?? '').trimEnd());
    if (action === 'pass' || action === 'fail' || action === 'skip') item.end = action;
    // `quay/pier [quay/pier.test]` is the package with its tests.
    const failedBuild = asText(event.FailedBuild)?.split(' ')[0];
    if (failedBuild !== undefined) item.failedBuild = failedBuild;
  }
  const complaints = readComplaints(plain);
  if (events === 0 && complaints.size === 0) return undefined;
  const parsed = countTests([...items.values()], places);
  addPackages(parsed, [...items.values()], complaints);
  return parsed;
}

/** Returns the text that `go test` would have printed without -json. */
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

function keyOf(name: string, test: string): string {
  return `${name}\n${test}`;
}

function countTests(items: readonly GoItem[], places: GoModule): ParsedTests {
  const parsed = noTests();
  const above = (of: readonly GoItem[]) =>
    new Set(of.flatMap((item) => goAncestors(item.test).map((test) => keyOf(item.package, test))));
  const tests = items.filter(({ test }) => test !== '');
  const parents = above(tests);
  const blamed = above(tests.filter(hasFailed));
  for (const item of tests) {
    const key = keyOf(item.package, item.test);
    const names = [item.package, ...item.test.split('/')];
    if (hasFailed(item)) {
      if (!blamed.has(key)) addFailure(parsed, { ...describeGoTest(item.output, item.package, places), names });
    } else if (parents.has(key)) continue;
    else if (item.end === 'pass') addPass(parsed, undefined, names);
    else parsed.skipped += 1;
  }
  return parsed;
}

/** One that never came to its end was running when its process died. */
function hasFailed({ end }: GoItem): boolean {
  return end === 'fail' || end === undefined;
}

/** Packages that failed without a test that did: they do not compile, or end before their tests. */
function addPackages(
  parsed: ParsedTests,
  items: readonly GoItem[],
  complaints: ReadonlyMap<string, readonly string[]>,
): void {
  const told = new Set(items.filter((item) => item.test !== '' && hasFailed(item)).map((item) => item.package));
  for (const { package: name, test, end, output, failedBuild = name } of items) {
    if (test !== '' || end !== 'fail' || told.has(name)) continue;
    told.add(name);
    const said = complaints.get(failedBuild) ?? complaints.get(name) ?? [];
    addError(parsed, { names: [name], message: [...said, ...output].join('\n') });
  }
  const explained = new Set(items.flatMap(({ failedBuild }) => failedBuild ?? []));
  for (const [name, lines] of complaints)
    if (!told.has(name) && !explained.has(name)) addError(parsed, { names: [name], message: lines.join('\n') });
}
