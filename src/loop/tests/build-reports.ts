import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParsedTests } from './parsed-tests.ts';
import { parseJunitXml } from './parsers/junit-xml.ts';

/** What Maven or Gradle reported since a run was started. */
export async function readBuildReports(cwd: string, startedAt: number): Promise<ParsedTests | undefined> {
  const modules = await readdir(cwd, { withFileTypes: true }).catch(() => []);
  const roots = [cwd, ...modules.filter((entry) => entry.isDirectory()).map(({ name }) => join(cwd, name))];
  let whole: ParsedTests | undefined;
  for (const folder of roots.flatMap((root) => REPORT_FOLDERS.map((name) => join(root, name)))) {
    for (const name of (await readdir(folder).catch(() => [])).filter((entry) => /^TEST-.*\.xml$/.test(entry))) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      // A second of play: some disks keep no more.
      if (mtimeMs < startedAt - 1000) continue;
      const part = parseJunitXml(await readFile(path, 'utf8'), cwd);
      if (part) whole = whole ? addUp(whole, part) : part;
    }
  }
  return whole;
}

/** Where they put their reports, in the project and in its modules. */
const REPORT_FOLDERS = ['target/surefire-reports', 'build/test-results/test'];

function addUp(a: ParsedTests, b: ParsedTests): ParsedTests {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
    errors: [...a.errors, ...b.errors],
  };
}
