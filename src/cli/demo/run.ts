import { learn } from '../../app/learn/learn.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import { viewLearn } from '../learn/view.ts';
import { chooseCanvas } from '../views/text.ts';
import type { DemoFlags } from './command.ts';
import { makeExampleHome } from './example-home.ts';

/** Runs `hardwon demo`: the real program on bundled sessions, in a home folder and a project of its own. */
export async function runDemo(flags: DemoFlags, here: Host): Promise<void> {
  const { home, project, remove } = await makeExampleHome(here);
  try {
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
      const intro = `${paint.bold('hardwon demo')}: bundled example sessions; your own files are not touched.\n\n`;
      const end = outro(paint.bold);
      const linesAround = `${intro}\n${end}`.split('\n').length - 1;
      const shown = { verbose: flags.verbose === true, hasVerbose: true, showsDiff: flags.diff === true, linesAround };
      here.stdout.write(`${intro}${viewLearn(report, { ...canvas, ...shown, now: here.now })}\n${end}`);
    }
    if (flags.keep) here.stderr.write(`Kept: HOME=${home}, project ${project}\n`);
  } finally {
    if (!flags.keep) await remove();
  }
}

function outro(bold: (text: string) => string): string {
  return `${bold('Your turn:')} in a project you work on with a coding agent, run\n  npx hardwon learn\n`;
}
