import { type Dirent, existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { readRegular } from '../../shared/regular-file.ts';
import { parseJunitXml } from '../test-reports/junit-xml.ts';
import { LARGEST_REPORT } from '../test-reports/largest-report.ts';
import { addUpTests, fileFrom, type ParsedFailure, type ParsedTests } from '../test-reports/parsed-tests.ts';
import { findKeptReports } from './gradle-tasks.ts';

/** Modules are looked for so many folders deep. */
const DEEPEST = 3;

/** Reads the reports that Maven or Gradle wrote since the start of a run. */
export async function readBuildReports(cwd: string, startedAt: number, output = ''): Promise<ParsedTests | undefined> {
  const parts: ParsedTests[] = [];
  const folders = await findReportFolders(cwd, 0);
  const kept = new Set(findKeptReports(output, folders, cwd));
  for (const folder of folders) {
    for (const name of (await readdir(folder).catch(() => [])).filter((entry) => /^TEST-.*\.xml$/.test(entry))) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      // A second of play: some disks keep no more.
      if (mtimeMs < startedAt - 1000 && !kept.has(folder)) continue;
      const part = parseJunitXml((await readRegular(path, LARGEST_REPORT)).toString('utf8'), cwd);
      if (!part) continue;
      for (const failure of part.failures) findSource(failure, folder, cwd);
      parts.push(part);
    }
  }
  return parts.length > 0 ? addUpTests(parts) : undefined;
}

/** Reports name a file by its package; it stands below one of the sources of the module. */
function findSource(failure: ParsedFailure, reports: string, cwd: string): void {
  const { file } = failure;
  if (file === undefined || isAbsolute(file) || file.includes('..')) return;
  const module = /^(.*)[\\/](?:target|build)[\\/]/.exec(reports)?.[1] ?? cwd;
  for (const sources of SOURCES) {
    const path = join(module, sources, file);
    if (existsSync(path)) failure.file = fileFrom(path, cwd) ?? file;
  }
}

const SOURCES = ['src/test/java', 'src/test/kotlin', 'src/test/groovy', 'src/test/scala', 'src/integrationTest/java'];

/** Where they put their reports, in the project and in its modules. */
async function findReportFolders(folder: string, depth: number): Promise<string[]> {
  const found: string[] = [];
  for (const name of await foldersIn(folder)) {
    const inside = join(folder, name);
    if (name === 'target') found.push(join(inside, 'surefire-reports'), join(inside, 'failsafe-reports'));
    else if (name === 'build')
      found.push(...(await foldersIn(join(inside, 'test-results'))).map((task) => join(inside, 'test-results', task)));
    else if (depth < DEEPEST && !/^(?:\.|src$|node_modules$)/.test(name))
      found.push(...(await findReportFolders(inside, depth + 1)));
  }
  return found;
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
