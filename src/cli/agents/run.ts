import { describeAgents } from '../../app/agents/describe-agents.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { chooseCanvas } from '../views/text.ts';
import type { AgentsFlags } from './command.ts';
import { viewAgents } from './view.ts';

/** Runs `hardwon agents`. */
export async function runAgents(flags: AgentsFlags, here: Host): Promise<void> {
  const progress = new Progress(here);
  const report = await describeAgents({
    ...requestOf(flags, here),
    onProgress: (done, total) => progress.reading(done, total),
  }).finally(() => progress.clear());
  if (flags.json) printJson(here, report);
  else here.stdout.write(viewAgents(report, here.now, chooseCanvas(here.stdout, here)));
  here.exitCode = report.agents.some(({ found }) => found) ? 0 : 1;
}
