import { findNextSteps, type NextStepsReport } from '../../app/learn/next-steps.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { type Canvas, chooseCanvas, plural, showText, wrap } from '../views/text.ts';

/** Runs `hardwon` without a command: says what there is to do now. */
export async function runNext(flags: { json?: true }, here: Host): Promise<void> {
  const progress = new Progress(here);
  const onProgress = (done: number, total: number) => progress.reading(done, total);
  const report = await findNextSteps({ ...requestOf({}, here), onProgress }).finally(() => progress.clear());
  if (flags.json) printJson(here, report);
  else here.stdout.write(viewNext(report, chooseCanvas(here.stdout, here), here.cwd));
}

function viewNext({ project, steps }: NextStepsReport, { paint, columns, home }: Canvas, cwd: string): string {
  const help = 'hardwon --help lists the commands.';
  if (!project)
    return `${wrap(`No coding agent has worked in ${showText(cwd, home)} yet.`, columns, 0)}\nhardwon demo shows an example; ${help}\n`;
  const { name, root, ready, watching } = project;
  const head = `${paint.bold(showText(name, home))} ${wrap(`${paint.dim(showText(root, home))}: ${plural(ready, 'lesson')} ready, ${watching} watched.`, columns, 2, name.length + 1)}`;
  if (steps.length === 0) return `${head}\nNothing to do. ${help}\n`;
  const rows = steps.map(
    ({ text, command }) => `  ${wrap(showText(text, home), columns, 2)}\n    ${paint.cyan(command)}`,
  );
  return `${[head, '', ...rows, '', help].join('\n')}\n`;
}
