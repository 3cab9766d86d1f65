import { existsSync } from 'node:fs';
import { type Host, printJson, resolvePath, tellProblems } from '../../app/surroundings.ts';
import { debugTool } from '../../heal/debug/debug-tool.ts';
import { printNotice } from '../../memory/notice.ts';
import { AppError } from '../../shared/errors.ts';
import { readError } from '../read-error.ts';
import { chooseCanvas } from '../views/text.ts';
import type { DebugFlags } from './command.ts';
import { viewDebug } from './view.ts';

/** Runs `hardwon debug`. */
export async function runDebug(tool: string, said: string | undefined, flags: DebugFlags, here: Host): Promise<void> {
  const { cwd, home, env } = here;
  const folder = flags.project === undefined ? cwd : resolvePath(flags.project, here);
  if (!existsSync(folder))
    throw new AppError('not-found', `There is no folder ${folder}.`, { hint: 'Name a folder that exists.' });
  const error = await readError(said, here);
  const report = await debugTool({ tool, folder, home, env, error });
  const { notices, ...rest } = report;
  tellProblems(here, notices.map(printNotice));
  if (flags.json) printJson(here, { schema: 1, ...rest });
  else here.stdout.write(viewDebug(report, chooseCanvas(here.stdout, here)));
  here.exitCode = report.sources.length === 0 ? 1 : 0;
}
