import { USUAL_CLIENT } from '../../agents/live-registry.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import { type LiveStatus, readStatus, wordStatus } from '../../live/statusline.ts';
import { readJson } from '../../live/stdin.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { StatuslineFlags } from './command.ts';

/** The input that a client sends to a status line takes kilobytes. */
const MOST_INPUT = 1024 * 1024;

/** Runs `hardwon statusline`. A status line is no place for errors: parts that fail are left out. */
export async function runStatusline(flags: StatuslineFlags, here: Host): Promise<void> {
  const fields = await readJson(0, MOST_INPUT, () => undefined);
  const status = readQuietly(fields, here);
  if (flags.json) printJson(here, { schema: 1, ...status });
  else here.stdout.write(`${wordStatus(status)}\n`);
}

function readQuietly(fields: unknown, here: Host): LiveStatus {
  try {
    return readStatus(fields, USUAL_CLIENT, { env: here.env, folders: findOwnFolders(here), cwd: here.cwd });
  } catch {
    return { lessons: 0, shown: 0, helped: 0 };
  }
}
