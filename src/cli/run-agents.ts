import { describeAgents } from '../describe-agents.ts';
import type { AgentsFlags } from './commands/agents.ts';
import { Progress } from './progress.ts';
import { requestOf } from './run-learn.ts';
import { printJson, surroundings } from './surroundings.ts';
import { viewAgents } from './views/agents-view.ts';
import { chooseCanvas } from './views/text.ts';

/** Runs `hardwon agents`. */
export async function runAgents(flags: AgentsFlags): Promise<void> {
  const here = surroundings();
  const progress = new Progress(process.stderr);
  const report = await describeAgents({
    ...requestOf(flags, here),
    onProgress: (done, total) => progress.reading(done, total),
  }).finally(() => progress.clear());
  if (flags.json) printJson(report);
  else process.stdout.write(viewAgents(report, here.now, chooseCanvas(process.stdout, here)));
  process.exitCode = report.agents.some(({ found }) => found) ? 0 : 1;
}
