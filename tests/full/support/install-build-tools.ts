import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { canRun, installPackages } from './install-packages.ts';

/** Kept between runs, ignored by git. */
const folder = resolve(import.meta.dirname, '../../../.full/go');

const isWindows = process.platform === 'win32';

/** The folder with the program `go`: the newest that Debian has, else the one that is installed; nothing where there is none. */
export async function findGo(): Promise<string | undefined> {
  const lib = join(folder, 'usr/lib');
  const [own] = (await readdir(lib).catch(() => [])).filter((name) => /^go-1\.\d+$/.test(name));
  return own === undefined ? folderOf('go') : join(lib, own, 'bin');
}

/** The folder with the program `gradle`; nothing where there is none. */
export function findGradle(): string | undefined {
  return folderOf('gradle');
}

/** The jars of JUnit 4, as Debian's packages place them. */
export const JUNIT = ['/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar'];

/** Before all tests: installs Gradle by the system's packages, and unpacks the newest Go that Debian has, which its releases have not. */
export async function setup(): Promise<void> {
  if (findGradle() === undefined || !JUNIT.every((path) => existsSync(path)))
    await installPackages('gradle', 'junit4', 'default-jdk-headless');
  if (!existsSync(join(folder, 'usr/lib')) && canRun('/usr/bin/apt-get')) await unpackGo();
  if (findGradle() === undefined)
    throw new Error('The loop is tested with Gradle, and there is none. Install it: apt-get install gradle junit4');
  if ((await findGo()) === undefined)
    throw new Error('The loop is tested with Go, and there is none. Install it: go.dev/doc/install');
}

/** Takes the packages out of Debian's archive as apt checks them, and installs nothing: that needs no rights, and leaves the system's Go alone. */
async function unpackGo(): Promise<void> {
  console.log(`Unpacking Go into ${folder}`);
  const work = `${folder}.new`;
  await rm(work, { recursive: true, force: true });
  for (const name of ['state/lists/partial', 'cache/archives/partial'])
    await mkdir(join(work, name), { recursive: true });
  const sources = `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${await findMirror()} sid main\n`;
  await writeFile(join(work, 'sources.list'), sources);
  await writeFile(join(work, 'status'), '');
  const own = {
    'Dir::Etc::SourceList': join(work, 'sources.list'),
    'Dir::Etc::SourceParts': '-',
    'Dir::State': join(work, 'state'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'Acquire::Languages': 'none',
    'APT::Sandbox::User': '',
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await run('apt-get', [...options, 'update', '-qq'], work);
  const { stdout } = await run('apt-cache', [...options, 'pkgnames', 'golang-1.'], work);
  const newest = Math.max(...[...stdout.matchAll(/^golang-1\.(\d+)-go$/gm)].map(([, minor]) => Number(minor)));
  await run('apt-get', [...options, 'download', `golang-1.${newest}-go`, `golang-1.${newest}-src`], work);
  for (const name of (await readdir(work)).filter((each) => each.endsWith('.deb')))
    await run('dpkg-deb', ['--extract', name, 'unpacked'], work);
  await rename(join(work, 'unpacked'), folder);
  await rm(work, { recursive: true, force: true });
}

/** The archive that this system takes its packages from. */
async function findMirror(): Promise<string> {
  const parts = '/etc/apt/sources.list.d';
  const files = ['/etc/apt/sources.list', ...(await readdir(parts).catch(() => [])).map((name) => join(parts, name))];
  for (const file of files) {
    const found = /https?:\/\/\S{1,200}\/debian(?=\/?\s)/.exec(await readFile(file, 'utf8').catch(() => ''))?.[0];
    if (found !== undefined) return found;
  }
  throw new Error(
    'The newest Go is taken from the archive of Debian, and no source of packages in /etc/apt names one.',
  );
}

function folderOf(program: string): string | undefined {
  const names = isWindows ? [`${program}.exe`, `${program}.bat`] : [program];
  return (process.env.PATH ?? '').split(delimiter).find((path) => names.some((name) => canRun(join(path, name))));
}

function run(program: string, args: string[], cwd: string): Promise<{ stdout: string }> {
  return promisify(execFile)(program, args, { cwd, timeout: 600_000, maxBuffer: 1 << 26 });
}
