import {
  addError,
  addFailure,
  addPass,
  type FailureParts,
  noTests,
  type ParsedTests,
  plainLines,
} from '../test-reports/parsed-tests.ts';

const RESULT =
  /^test result: (?:ok|FAILED)\. (\d{1,7}) passed; (\d{1,7}) failed; (\d{1,7}) ignored; (\d{1,7}) measured; (\d{1,7}) filtered out/;

/** How many lines below an error of the compiler are kept: they say what it found, and where. */
const MOST_EXCERPT = 16;

/**
 * Parses the output of `cargo test`: one block for each target, from `running N tests` to its result. A test can print a result, too; the one that
 * counts adds up to N and is the last of its block.
 */
export function parseCargoText(output: string): ParsedTests | undefined {
  const lines = plainLines(output);
  const parsed = noTests();
  // Others say that they run some tests as well; what then stands below is Cargo's alone.
  const isCargo = lines.some((line) => RESULT.test(line) || /^test \S.{0,500} \.\.\. /.test(line));
  const starts = isCargo ? lines.flatMap((line, at) => (/^running \d{1,7} tests?$/.test(line) ? [at] : [])) : [];
  let blocks = 0;
  for (const [index, start] of starts.entries()) {
    const block = lines.slice(start, starts[index + 1] ?? lines.length);
    if (readBlock(parsed, block)) blocks += 1;
  }
  addCompileErrors(parsed, lines);
  return blocks > 0 || parsed.errors.length > 0 ? parsed : undefined;
}

function readBlock(parsed: ParsedTests, block: readonly string[]): boolean {
  const expected = Number(/\d+/.exec(block[0] ?? '')?.[0]);
  const results = block.map((line) => RESULT.exec(line));
  const result = results.findLast((match) => match && sum(match.slice(1, 5)) === expected);
  const names = endedWith(block, 'FAILED');
  if (!result) {
    // A block without its end: the process was ended from within.
    addError(parsed, { names: ['cargo test'], message: block.slice(-30).join('\n') });
    return false;
  }
  const passed = endedWith(block, 'ok');
  for (const name of passed.slice(0, Number(result[1]))) addPass(parsed, undefined, splitName(name));
  parsed.passed += Math.max(0, Number(result[1]) - passed.length);
  parsed.skipped += Number(result[3]);
  const failed = Number(result[2]);
  const listed = names.length >= failed ? names : listedFailures(block);
  for (const name of listed.slice(0, failed)) addFailure(parsed, () => describe(name, block));
  parsed.failed += Math.max(0, failed - listed.length);
  return true;
}

/** `test tests::lit ... ok`; one that should panic says so behind its name. */
function endedWith(block: readonly string[], end: 'ok' | 'FAILED'): string[] {
  const pattern = end === 'ok' ? /^test (.{1,500}) \.\.\. ok$/ : /^test (.{1,500}) \.\.\. (?:.*)FAILED$/;
  return [...new Set(block.flatMap((line) => pattern.exec(line)?.[1]?.replace(/ - should panic$/, '') ?? []))];
}

function sum(texts: readonly (string | undefined)[]): number {
  return texts.reduce((total, text) => total + Number(text), 0);
}

/** The names below the last `failures:`. */
function listedFailures(block: readonly string[]): string[] {
  const from = block.lastIndexOf('failures:');
  const rest = from < 0 ? [] : block.slice(from + 1);
  const end = rest.findIndex((line) => !/^ {4}\S/.test(line));
  return rest.slice(0, end < 0 ? rest.length : end).map((line) => line.trim());
}

function describe(name: string, block: readonly string[]): Pick<FailureParts, 'place' | 'names' | 'message'> {
  const from = block.indexOf(`---- ${name} stdout ----`);
  const rest = from < 0 ? [] : block.slice(from + 1, from + 400);
  const next = rest.findIndex((line) => /^(?:---- .* stdout ----|failures:)$/.test(line));
  const section = next < 0 ? rest : rest.slice(0, next);
  const at = section.findIndex((line) => /^thread '.*' .{0,30}panicked at /.test(line.slice(0, 600)));
  const place = /panicked at (\S{1,400}):(\d{1,7}):\d{1,7}:?$/.exec((section[at] ?? '').slice(-500));
  const told = at < 0 ? section : section.slice(at + 1);
  const stack = told.indexOf('stack backtrace:');
  const end = told.findIndex((line, index) => index > stack && !/^ {3,}/.test(line));
  const own = told.filter(
    (line, index) => !(stack >= 0 && index >= stack && (end < 0 || index < end)) && !/^note: .*run with /.test(line),
  );
  const message = own.join('\n').trim();
  const file = (place?.[1] ?? '').replaceAll('\\', '/');
  return { names: splitName(name), message, place: place ? { file, line: Number(place[2]) } : undefined };
}

/** Those of documentation are no paths: `src/lib.rs - add (line 2)`. */
function splitName(name: string): string[] {
  return name.includes(' - ') ? [name] : name.split('::');
}

/** `error[E0425]: cannot find value …`, with the place below it. */
function addCompileErrors(parsed: ParsedTests, lines: readonly string[]): void {
  if (!lines.some((line) => /^error: could not compile /.test(line))) return;
  for (const [at, line] of lines.entries()) {
    const message = /^error(?:\[E\d{4}\])?: (.*)$/.exec(line)?.[0];
    if (
      message === undefined ||
      /^error: (?:could not compile|aborting due to|test failed|\d+ targets? failed)/.test(message)
    )
      continue;
    const place = /^\s*--> (.{1,400}):(\d{1,7}):\d{1,7}$/.exec(lines[at + 1] ?? '');
    const excerpt = lines.slice(at + 1, at + MOST_EXCERPT);
    const end = excerpt.findIndex((below) => below.trim() === '');
    addError(parsed, {
      ...(place ? { file: place[1] ?? '', line: Number(place[2]) } : {}),
      names: [],
      message: [message, ...(end < 0 ? excerpt : excerpt.slice(0, end))].join('\n'),
    });
  }
}
