import { isAbsolute } from 'node:path';
import { type FailureParts, fileFrom } from '../test-reports/parsed-tests.ts';

/** The folder and the module by which files of packages are found. */
export interface GoModule {
  /** The folder of the run. */
  cwd: string;
  /** The module that go.mod in it names. */
  module?: string;
}

/** Nobody nests tests deeper; a name may well have more slashes. */
const DEEPEST = 20;

/** The tests above a subtest: `TestTable/at_night/one` stands in `TestTable` and `TestTable/at_night`. */
export function goAncestors(test: string): string[] {
  const parts = test.split('/', DEEPEST + 1);
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Describes a failed test by its log, with the place: `    pier_test.go:12: got 3, want 4`, or the frame of a panic. */
export function describeGoTest(
  output: readonly string[],
  owner: string | undefined,
  places: GoModule,
): Pick<FailureParts, 'place' | 'message'> {
  const lines = output.filter((line) => !/^\s*(?:=== |--- )/.test(line));
  const stack = lines.findIndex((line) => /^goroutine \d+ \[/.test(line));
  const said = stack < 0 ? lines : lines.slice(0, stack);
  const logged = said.map((line) => /^\s+([^\s:]{1,300}\.go):(\d{1,7}): /.exec(line)).find(Boolean);
  const frame = lines
    .map((line) => /^\s{1,20}(\S.{1,500}_test\.go):(\d{1,7})(?: \+0x[0-9a-f]+)?$/.exec(line))
    .find(Boolean);
  const found = logged ?? frame;
  return {
    place: found ? { file: placeFile(found[1] ?? '', owner, places), line: Number(found[2]) } : undefined,
    message: said.map((line) => line.trim()).join('\n'),
  };
}

/** Go names a file without its folder, which is that of the package within the module. */
function placeFile(name: string, owner: string | undefined, { cwd, module }: GoModule): string {
  if (isAbsolute(name)) return fileFrom(name, cwd) ?? name;
  if (module === undefined || !owner?.startsWith(`${module}/`) || name.includes('/')) return name;
  return `${owner.slice(module.length + 1)}/${name}`;
}

/**
 * Reads the complaints of the compiler and of vet about each package: `# package [package.test]`, then `dock/dock_test.go:3:28: undefined: x`. A package
 * that cannot even be set up only has its line `FAIL package [setup failed]`. A heading with neither below it is somebody else's.
 */
export function readComplaints(lines: readonly string[]): Map<string, string[]> {
  const complaints = new Map<string, string[]>();
  let open: string[] | undefined;
  for (const line of lines) {
    // What vet says has a second heading, with the package in brackets.
    const heading = /^# \[?([^\s\]]+)\]?(?: \[.*\])?$/.exec(line)?.[1];
    const failed = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/.exec(line)?.[1];
    const name = heading ?? failed;
    if (name !== undefined) {
      open = complaints.get(name) ?? [];
      complaints.set(name, open);
      if (failed !== undefined && open.length === 0) open.push(line);
      if (failed !== undefined) open = undefined;
    } else if (/^\S.*\.go:\d+/.test(line) || (line.startsWith('\t') && open !== undefined && open.length > 0))
      open?.push(line.trimEnd());
  }
  return new Map([...complaints].filter(([, said]) => said.length > 0));
}
