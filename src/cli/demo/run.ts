import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { learn } from '../../app/learn/learn.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import { viewLearn } from '../learn/view.ts';
import { chooseCanvas } from '../views/text.ts';
import type { DemoFlags } from './command.ts';

/** The project folder in the bundled logs; the demo replaces it with its own. */
const exampleRoot = '/home/mara/harbour';

/** The day after the last bundled session. They are shown as if that were today, so that their age does not grow. */
const EXAMPLE_DAY = Date.parse('2026-03-21T00:00:00Z');
const DAY = 86_400_000;

/** Runs `hardwon demo`: the real program on bundled sessions, in a home folder and a project of its own. */
export async function runDemo(flags: DemoFlags, here: Host): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'hardwon-demo-'));
  try {
    const project = await setUp(home, here);
    const report = await learn({
      cwd: project,
      home,
      // Nothing that belongs to the user is read: no configuration, no logs, no index.
      env: {},
      now: here.now,
      join: [],
      all: false,
      apply: false,
      force: false,
      fresh: false,
    });
    if (flags.json) printJson(here, report);
    else {
      const canvas = chooseCanvas(here.stdout, { env: here.env, home });
      const { paint } = canvas;
      const intro = `${paint.bold('hardwon demo')}: example sessions of a coding agent in a temporary project.\nYour own files are not touched.\n\n`;
      const view = viewLearn(report, { ...canvas, verbose: false, hasVerbose: false, now: here.now });
      here.stdout.write(`${intro}${view}\n${outro(paint.bold)}`);
    }
    if (flags.keep) here.stderr.write(`Kept: HOME=${home}, project ${project}\n`);
  } finally {
    if (!flags.keep) await rm(home, { recursive: true, force: true });
  }
}

function outro(bold: (text: string) => string): string {
  return `${bold('Your turn:')} in a project you work on with a coding agent, run\n  npx hardwon learn\n`;
}

async function setUp(home: string, { dist, now }: Pick<Host, 'dist' | 'now'>): Promise<string> {
  const project = join(home, 'harbour');
  const logs = join(home, '.claude', 'projects', project.replace(/[^a-zA-Z0-9]/g, '-'));
  const examples = await findExamples(dist);
  const days = Math.floor(now.getTime() / DAY) - EXAMPLE_DAY / DAY;
  await mkdir(project, { recursive: true });
  await writeFile(
    join(project, 'CLAUDE.md'),
    '# Harbour\n\nBerth bookings for small ports. Service in `services/booking`, page in `web`.\n',
  );
  await cp(examples, logs, { recursive: true });
  for (const entry of await readdir(logs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.jsonl')) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const placed = JSON.stringify(project).slice(1, -1);
    await writeFile(path, shiftDays((await readFile(path, 'utf8')).replaceAll(exampleRoot, placed), days));
  }
  return project;
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
