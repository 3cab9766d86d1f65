import { addError, addFailure, addPass, fileFrom, lineIn, noTests, type ParsedTests } from './parsed-tests.ts';
import { readXml } from './xml-reader.ts';

/**
 * The tests of a JUnit report, as pytest, Node, vitest, Maven, Gradle and many others write it. Tests are counted, not the figures of
 * the suites: those are missing or disagree in some. Nothing where it is no such report.
 */
export function parseJunitXml(xml: string, cwd: string): ParsedTests | undefined {
  const parsed = noTests();
  const suites: string[] = [];
  let isReport = false;
  let test: TestCase | undefined;
  let inside: Problem | undefined;
  const end = readXml(xml, {
    open(name, attributes) {
      if (name === 'testsuites' || name === 'testsuite') isReport = true;
      if (name === 'testsuite') suites.push(attributes.get('name') ?? '');
      if (name === 'testcase') test = { attributes, suites: [...suites], problems: [], isSkipped: false };
      if (!test) return;
      if (name === 'skipped') test.isSkipped = true;
      if (name !== 'failure' && name !== 'error') return;
      inside = { isError: name === 'error', message: attributes.get('message') ?? '', text: '' };
      test.problems.push(inside);
    },
    text(text) {
      if (inside) inside.text += text;
    },
    close(name) {
      if (name === 'testsuite') suites.pop();
      if (name === 'failure' || name === 'error') inside = undefined;
      if (name !== 'testcase' || !test) return;
      addTest(parsed, test, cwd);
      test = undefined;
    },
  });
  if (!isReport) return undefined;
  // The test that it breaks off in is told, too.
  if (test && test.problems.length > 0) addTest(parsed, test, cwd);
  if (end !== 'whole') addError(parsed, { names: ['report'], message: 'The report of the tests breaks off.' });
  return parsed;
}

interface TestCase {
  attributes: ReadonlyMap<string, string>;
  suites: string[];
  problems: Problem[];
  isSkipped: boolean;
}

interface Problem {
  isError: boolean;
  message: string;
  text: string;
}

function addTest(parsed: ParsedTests, { attributes, suites, problems, isSkipped }: TestCase, cwd: string): void {
  const [problem] = problems;
  // Node reports a test that is marked "to do" as skipped and failed.
  if (isSkipped) parsed.skipped += 1;
  else if (!problem) {
    const { file, names } = placeOf(attributes, suites, cwd);
    addPass(parsed, file, names);
  } else {
    const place = placeOf(attributes, suites, cwd);
    const message = messageOf(problem);
    const line = lineIn(problem.text, place.file, 'last') ?? lineAttribute(attributes);
    const inJava = place.file === undefined ? javaPlace(problem.text, attributes.get('classname') ?? '') : undefined;
    const parts = { ...place, line, place: inJava, message };
    if (isBrokenFile(problem, attributes, place.file)) addError(parsed, parts);
    else addFailure(parsed, parts);
  }
}

/** `file > suite > name`, from what runners make of class names: a module, a file, a Java class. */
function placeOf(
  attributes: ReadonlyMap<string, string>,
  suites: readonly string[],
  cwd: string,
): { file?: string; names: string[] } {
  const name = attributes.get('name') ?? '';
  const className = attributes.get('classname') ?? '';
  const file = fileFrom(attributes.get('file') ?? (looksLikeFile(className) ? className : undefined), cwd);
  if (file === undefined) {
    // Node writes "test" for every class.
    const owner = className === '' || className === 'test' ? suites.filter((suite) => suite !== '') : [className];
    return looksLikeFile(name) ? { file: fileFrom(name, cwd) ?? name, names: [] } : { names: [...owner, name] };
  }
  const module = file.replace(/\.\w+$/, '').replaceAll('/', '.');
  const suite = className === module || className === file ? '' : className.replace(`${module}.`, '');
  const own = looksLikeFile(suite) || name === module || name === file ? [] : suite.split(/[.$]/).filter(Boolean);
  return { file, names: name === module || name === file ? [] : [...own, ...name.split(' > ')] };
}

function looksLikeFile(text: string): boolean {
  return (
    text.length < 1000 &&
    !/\s/.test(text) &&
    /[\\/.][^\\/]*\.(?:[cm]?[jt]sx?|py|rb|php|vue|svelte)$|[\\/][^\\/]+\.\w{1,5}$/.test(text)
  );
}

/** A file that cannot be loaded is reported as a test of its own. */
function isBrokenFile(
  { isError, message }: Problem,
  attributes: ReadonlyMap<string, string>,
  file: string | undefined,
): boolean {
  const name = attributes.get('name') ?? '';
  if (isError && message === 'collection failure') return true;
  return looksLikeFile(name) || (file !== undefined && name === file);
}

/** The complaint: the lines that pytest marks with E, else the message, else the text. */
function messageOf({ message, text }: Problem): string {
  const marked = text
    .split('\n')
    .filter((line) => /^E(?: |$)/.test(line))
    .map((line) => line.replace(/^E {0,7}/, ''))
    .join('\n')
    .trim();
  if (marked !== '' && (message === '' || message === 'collection failure' || marked.length >= message.length))
    return marked;
  return message.trim() === '' || message === 'test failed' ? text.trim() || message : message;
}

/** The frame of the class in a stack of Java: `at com.example.LampTest.oil(LampTest.java:10)`. Its file is that of the package, below the sources. */
function javaPlace(text: string, className: string): { file: string; line: number } | undefined {
  const frame =
    className === ''
      ? undefined
      : text.split('\n').find((line) => /^\s*at /.test(line) && line.includes(`${className}.`));
  const match = /\((\w{1,200}\.(?:java|kt|groovy|scala)):(\d{1,7})\)\s*$/.exec(frame?.slice(-300) ?? '');
  if (!match) return undefined;
  const folder = className.split('.').slice(0, -1).join('/');
  return { file: folder === '' ? (match[1] ?? '') : `${folder}/${match[1]}`, line: Number(match[2]) };
}

/** pytest counts lines from 0. */
function lineAttribute(attributes: ReadonlyMap<string, string>): number | undefined {
  const line = attributes.get('line');
  return line !== undefined && /^\d{1,7}$/.test(line) ? Number(line) + 1 : undefined;
}
