import { addError, addFailure, addPass, fileFrom, noTests, type ParsedTests } from './parsed-tests.ts';
import { readTapStream, type TapPoint } from './tap-stream.ts';

/** The tests of a TAP stream, as Node, tap and ava write it. Suites are not counted, their tests are. Nothing where it is none. */
export function parseTap(output: string, cwd: string): ParsedTests | undefined {
  const stream = readTapStream(output);
  if (!stream.isTap) return undefined;
  const parsed = noTests();
  for (const point of [...stream.roots, ...stream.orphans]) count(parsed, point, { names: [], within: [], cwd });
  const points = stream.roots.length;
  if (stream.bailed !== undefined) addError(parsed, { names: ['Bail out!'], message: stream.bailed });
  else if (stream.planned === undefined || points < stream.planned)
    addError(parsed, {
      names: ['plan'],
      message: `${stream.planned === undefined ? 'There is no plan' : `The plan says ${stream.planned}`}, and ${points} came: the run broke off.`,
    });
  return parsed;
}

/** The surroundings of a point. */
interface Above {
  names: readonly string[];
  /** Those of them that are tests, and have to run for theirs to run. */
  within: readonly string[];
  file?: string | undefined;
  /** Why the suite gave up: its tests only say that they did not run. */
  reason?: string;
  cwd: string;
}

function count(parsed: ParsedTests, point: TapPoint, above: Above): void {
  const { children, facts } = point;
  // Most points: a test that passed, and nothing more is said of it.
  if (point.isOk && !point.directive && children.length === 0 && facts.size === 0) {
    addPass(parsed, above.file, above.names.length === 0 ? [point.name] : [...above.names, point.name]);
    return;
  }
  const isParent = children.length > 0 || facts.get('type') === 'suite';
  const isOutermost = above.names.length === 0 && above.file === undefined;
  const isFile = isOutermost && (facts.has('exitCode') || (children.length > 0 && looksLikeFile(point.name)));
  const inside = isFile ? { ...above, file: fileFrom(point.name, above.cwd) } : goInto(point, above);
  for (const child of children) count(parsed, child, inside);
  if (point.directive) {
    if (children.length === 0) parsed.skipped += 1;
  } else if (point.isOk) {
    if (!isParent) addPass(parsed, inside.file, inside.names);
  } else if (isFile && (!isParent || children.every(isFine))) {
    addError(parsed, { file: inside.file, names: [], message: crashOf(point) });
  } else if (
    !isParent ||
    !(facts.get('failureType') === 'subtestsFailed' || children.some((child) => !isFine(child)))
  ) {
    // A suite whose tests failed says only that.
    addFailed(parsed, point, inside);
  }
}

function goInto({ name, facts }: TapPoint, above: Above): Above {
  const hasGivenUp = facts.get('failureType') === 'hookFailed';
  return {
    ...above,
    names: [...above.names, name],
    within: facts.get('type') === 'suite' ? above.within : [...above.within, name],
    ...(hasGivenUp ? { reason: facts.get('error') ?? '' } : {}),
  };
}

function isFine({ isOk, directive }: TapPoint): boolean {
  return isOk || directive !== undefined;
}

function addFailed(parsed: ParsedTests, { facts }: TapPoint, { names, within, file, reason, cwd }: Above): void {
  const place = placeOf(facts, cwd);
  // Node says where a test stands, the others where it failed.
  const own = file ?? (facts.has('location') ? place?.file : undefined);
  const said =
    facts.get('failureType') === 'cancelledByParent' && reason ? reason : facts.get('error') || facts.get('message');
  const details = [
    said,
    facts.get('details')?.replace(/^'(.{1,200})': [|>]\d?[+-]?$/gm, '$1'),
    facts.get('diff'),
  ].filter(Boolean);
  addFailure(parsed, {
    file: own,
    place: place && (own === undefined || place.file === own) ? place : undefined,
    names,
    within: within.slice(0, -1),
    message: details.join('\n'),
  });
}

/** `location` of Node, `at` of tap with its keys, `at` of ava with a frame. Frames of packages are no place. */
function placeOf(facts: ReadonlyMap<string, string>, cwd: string): { file: string; line: number } | undefined {
  const at = facts.get('location') ?? facts.get('at') ?? '';
  const named = /^ *fileName: (.{1,500})$/m.exec(at)?.[1];
  const line = /^ *lineNumber: (\d{1,7})$/m.exec(at)?.[1];
  const frame = /(?:^|\()([^()]{1,500}?):(\d{1,7})(?::\d{1,7})?\)?$/.exec(at.length < 1000 ? at : '');
  const [path, digits] = named !== undefined && line !== undefined ? [named, line] : [frame?.[1], frame?.[2]];
  const file = fileFrom(path, cwd);
  return file === undefined || file.includes('node_modules/') ? undefined : { file, line: Number(digits) };
}

function looksLikeFile(name: string): boolean {
  return name.length < 1000 && /^\S+\.[cm]?[jt]sx?$/.test(name);
}

/** The error that a file printed before it ended, else how it ended. */
function crashOf({ comments, facts }: TapPoint): string {
  const crash = comments.findLast((line) => /^\w*Error\b.{0,200}: /.test(line));
  if (crash !== undefined) return crash.replace(/\\([#\\])/g, '$1');
  const code = facts.get('exitCode');
  const said = facts.get('error') || facts.get('message') || '';
  return said !== '' && said !== 'test failed'
    ? said
    : `The file ended${code === undefined ? '' : ` with exit code ${code}`}.`;
}
