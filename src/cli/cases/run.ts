import { describeCase, describeCases } from '../../app/cases/cases-report.ts';
import { openProjectCases } from '../../app/cases/open-cases.ts';
import { withConfig } from '../../app/configured-request.ts';
import { type Host, printJson, tellProblems } from '../../app/surroundings.ts';
import { writeQuestion } from '../../teach/prompt.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { chooseCanvas } from '../views/text.ts';
import type { CasesFlags } from './command.ts';
import { viewCase, viewCases } from './view.ts';

/** Runs `hardwon cases`. */
export async function runCases(id: string | undefined, flags: CasesFlags, here: Host): Promise<void> {
  const progress = new Progress(here);
  const request = await withConfig({
    ...requestOf(flags, here),
    onProgress: (done: number, total: number) => progress.reading(done, total),
  });
  tellProblems(here, request.problems);
  const open = await openProjectCases(request).finally(() => progress.clear());
  const canvas = chooseCanvas(here.stdout, here);
  if (flags.prompt) here.stdout.write(`${writeQuestion(open.book, flags.tokens)}\n`);
  else if (id !== undefined) {
    const found = describeCase(id, open);
    if (flags.json) printJson(here, { schema: 1, ...found });
    else here.stdout.write(viewCase(found, canvas));
  } else {
    const report = describeCases(open);
    if (flags.json) printJson(here, report);
    else here.stdout.write(viewCases(report, canvas));
    here.exitCode = report.cases.length > 0 ? 0 : 1;
  }
}
