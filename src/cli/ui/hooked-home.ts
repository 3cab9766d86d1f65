import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { learn } from '../../app/learn/learn.ts';
import type { Host } from '../../app/surroundings.ts';
import { JOURNAL_FILE, liveFolder } from '../../delivery/journal/entry.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { type ExampleHome, makeExampleHome, readHookedExamples } from '../demo/example-home.ts';

/** Days from the end of the example sessions to the end of those with hooks. */
const LATER = 6 * 86_400_000;

/** The moment at which the lessons of the example sessions were applied. */
const APPLIED = '2026-03-21T18:00:00.000Z';

/**
 * Makes the home folder of the demo as it is a week later: the lessons were applied, hooks told them while agents worked, and the
 * journal says what came of that.
 */
export async function makeHookedHome({ dist, now }: Pick<Host, 'dist' | 'now'>): Promise<ExampleHome> {
  const example = await makeExampleHome({ dist, now: new Date(now.getTime() - LATER) });
  try {
    await addHookedDays(example, dist);
    return example;
  } catch (error) {
    await example.remove();
    throw error;
  }
}

async function addHookedDays({ home, project, logs, place }: ExampleHome, dist: string): Promise<void> {
  const here = { cwd: project, home, env: {}, now: new Date(place(APPLIED)) };
  await learn({ ...here, join: [], all: false, apply: true, force: false, fresh: false });
  const live = liveFolder(findOwnFolders(here).data);
  await mkdir(live, { recursive: true });
  for (const [name, text] of await readHookedExamples(dist)) {
    const path = name === JOURNAL_FILE ? join(live, name) : join(logs, `${basename(name, '.ndjson')}.jsonl`);
    await writeFile(path, place(text));
  }
}
