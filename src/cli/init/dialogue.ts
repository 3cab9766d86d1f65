import type { ReportedLesson } from '../../app/learn/learn-report.ts';
import { stripControls } from '../../shared/terminal.ts';
import { viewLearn } from '../learn/view.ts';
import type { Dialog } from '../terminal-dialog.ts';
import { type Canvas, plural, timesText, wrap } from '../views/text.ts';
import type { InitAnswers } from './set-up.ts';

/** Asks a person at a terminal before each step. An empty answer skips the step. */
export function askPerson(dialog: Dialog, canvas: Canvas, now: Date, withHooks: boolean): InitAnswers {
  return {
    showAgents(agents) {
      const found = agents.map(({ title, sessions }) => `${title} (${plural(sessions, 'session')} here)`).join(', ');
      dialog.say(
        wrap(
          found === '' ? 'No coding agent has left sessions on this machine.' : `Agents found: ${found}`,
          canvas.columns,
          2,
          0,
        ),
      );
    },
    async judgeLessons(report, project) {
      dialog.say(`\n${viewLearn(report, { ...canvas, verbose: false, hasVerbose: false, now, linesAround: 4 })}`);
      const fresh = project.lessons.filter(({ isNew, status }) => isNew && status === 'ready');
      const question =
        fresh.length === 0 ? 'Write it? [Y]es, [N]o (N) ' : 'Write them? [Y]es, [R]eview each first, [N]o (N) ';
      const answer = (await dialog.ask(question)) ?? '';
      if (!/^r/i.test(answer) || fresh.length === 0) return { isWanted: /^y/i.test(answer), rejected: [] };
      return review(fresh, dialog, canvas);
    },
    async mayInstall(agents) {
      if (!withHooks) return false;
      const what = `Hooks show a lesson to ${agents.join(', ')} right before the mistake. They go into your own settings.`;
      dialog.say(`\n${wrap(what, canvas.columns, 0)}`);
      return isYes(await dialog.ask('Install them? [Y]es, [N]o (N) '));
    },
    async mayShare() {
      dialog.say(
        `\n${wrap('Git ignores the lessons in .memory/. Share them to commit them for your team.', canvas.columns, 0)}`,
      );
      return isYes(await dialog.ask('Share them? [Y]es, [N]o (N) '));
    },
  };
}

/** Shows each lesson and asks whether to keep it, then whether to write the result. */
async function review(
  lessons: readonly ReportedLesson[],
  dialog: Dialog,
  { columns }: Canvas,
): Promise<{ isWanted: boolean; rejected: string[] }> {
  const rejected: string[] = [];
  for (const [index, lesson] of lessons.entries()) {
    const head = `${index + 1} of ${lessons.length}: ${lesson.id}, seen ${timesText(lesson.occurrences)}`;
    dialog.say(`\n${head}\n  ${wrap(stripControls(lesson.guidance), columns, 2)}`);
    const answer = await dialog.ask('[A]ccept, [R]eject, accept it and all [O]thers (A) ');
    // Whoever leaves has accepted nothing.
    if (answer === undefined) return { isWanted: false, rejected: [] };
    if (/^r/i.test(answer)) rejected.push(lesson.fingerprint);
    if (/^o/i.test(answer)) break;
  }
  const kept = lessons.length - rejected.length;
  const isWanted = isYes(
    await dialog.ask(`\nWrite ${plural(kept, 'lesson')}, reject ${rejected.length}? [Y]es, [N]o (N) `),
  );
  return { isWanted, rejected };
}

function isYes(answer: string | undefined): boolean {
  return /^y/i.test(answer ?? '');
}
