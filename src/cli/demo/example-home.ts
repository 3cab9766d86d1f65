import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Host } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';

/** The project folder in the bundled logs; it is replaced with the one in the temporary home folder. */
const exampleRoot = '/home/mara/harbour';

/** The day after the last bundled session. They are shown as if that were today, so that their age does not grow. */
const EXAMPLE_DAY = Date.parse('2026-03-21T00:00:00Z');
const DAY = 86_400_000;

/** A temporary home folder with the bundled example sessions. */
export interface ExampleHome {
  home: string;
  /** The project in which the example sessions took place. */
  project: string;
  /** The folder of its logs. */
  logs: string;
  /** Puts a bundled text into this place and time. */
  place(text: string): string;
  /** Deletes the folder. */
  remove(): Promise<void>;
}

/** Makes a temporary home folder with the bundled example sessions, and the project they belong to. */
export async function makeExampleHome({ dist, now }: Pick<Host, 'dist' | 'now'>): Promise<ExampleHome> {
  const examples = await findExamples(dist);
  const home = await mkdtemp(join(tmpdir(), 'hardwon-demo-'));
  const project = join(home, 'harbour');
  const days = Math.floor(now.getTime() / DAY) - EXAMPLE_DAY / DAY;
  const example: ExampleHome = {
    home,
    project,
    logs: join(home, '.claude', 'projects', project.replace(/[^a-zA-Z0-9]/g, '-')),
    place: (text) => shiftDays(text.replaceAll(exampleRoot, JSON.stringify(project).slice(1, -1)), days),
    remove: () => rm(home, { recursive: true, force: true }),
  };
  try {
    await fill(example, examples);
    return example;
  } catch (error) {
    await example.remove();
    throw error;
  }
}

/** The folder of the sessions with hooks, which are not learned from. */
const WITH_HOOKS = 'with-hooks';

async function fill({ project, logs, place }: ExampleHome, examples: string): Promise<void> {
  await mkdir(project, { recursive: true });
  await writeFile(
    join(project, 'CLAUDE.md'),
    '# Harbour\n\nBerth bookings for small ports. Service in `services/booking`, page in `web`.\n',
  );
  await cp(examples, logs, { recursive: true, filter: (path) => basename(path) !== WITH_HOOKS });
  for (const entry of await readdir(logs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.jsonl')) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    await writeFile(path, place(await readFile(path, 'utf8')));
  }
}

/** Returns the bundled sessions of the days after the lessons were applied, and the journal that hooks kept, by file name. */
export async function readHookedExamples(dist: string): Promise<Map<string, string>> {
  const folder = join(await findExamples(dist), WITH_HOOKS);
  const names = (await readdir(folder)).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

/** Returns the recorded answer of a model about the bundled sessions. */
export async function readRecordedAnswer(dist: string): Promise<string> {
  return readFile(join(await findExamples(dist), '../answer.json'), 'utf8');
}

/** Moves every timestamp in a log by a number of days, to the millisecond. */
function shiftDays(log: string, days: number): string {
  return log.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (moment) =>
    new Date(Date.parse(moment) + days * DAY).toISOString(),
  );
}

/** Returns the folder of the examples, which is next to the built tool in the package. */
async function findExamples(dist: string): Promise<string> {
  const folder = join(dist, '../examples/sessions');
  const found = await readdir(folder).catch(() => []);
  if (found.length === 0)
    throw new AppError('not-found', `The bundled examples are missing: ${folder}`, { hint: 'Install hardwon again.' });
  return folder;
}
