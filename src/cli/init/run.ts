import { type Host, printJson } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import { canAsk, openDialog } from '../terminal-dialog.ts';
import { type Canvas, chooseCanvas, plural, showText, viewRemark, wrap } from '../views/text.ts';
import type { InitFlags } from './command.ts';
import { askPerson } from './dialogue.ts';
import { openDesk } from './open-desk.ts';
import { type InitAnswers, type InitReport, setUp } from './set-up.ts';

/** Runs `hardwon init`. */
export async function runInit(flags: InitFlags, here: Host): Promise<void> {
  if (flags.user) throw new AppError('usage', '--user needs --config.', { hint: 'hardwon init --config --user' });
  if (flags.share && !flags.yes)
    throw new AppError('usage', '--share needs --yes.', { hint: 'hardwon init --yes --share' });
  const canvas = chooseCanvas(here.stdout, here);
  const isAsked = canAsk(here) && !flags.yes && !flags.json;
  const dialog = isAsked ? openDialog(here.stdin, here.stdout, here.env) : undefined;
  const answers = dialog ? askPerson(dialog, canvas, here.now, flags.install) : answerByFlags(flags);
  const report = await setUp(openDesk(flags, here), answers).finally(() => dialog?.close());
  if (flags.json) printJson(here, report);
  else here.stdout.write(viewInit(report, flags, canvas, isAsked));
  here.exitCode = report.agents.length === 0 || report.notices.length > 0 ? 1 : 0;
}

function answerByFlags({ yes, install, share }: InitFlags): InitAnswers {
  const isYes = yes === true;
  return {
    showAgents: () => undefined,
    judgeLessons: async () => ({ isWanted: isYes, rejected: [] }),
    mayInstall: async () => isYes && install,
    mayShare: async () => isYes && share === true,
  };
}

/** Returns what was done, and the command for each step that was not. */
function viewInit(report: InitReport, { install, yes }: InitFlags, canvas: Canvas, isAsked: boolean): string {
  const { agents, lessons, hooks, shared } = report;
  const { paint, columns, home } = canvas;
  const rows: [done: boolean, text: string, command: string][] = [
    [
      true,
      agents.length === 0 ? 'no agent has sessions on this machine' : agents.map(({ title }) => title).join(', '),
      '',
    ],
  ];
  const rejected = lessons.rejected.length === 0 ? '' : `, ${lessons.rejected.length} rejected`;
  if (lessons.written) rows.push([true, `lessons written: ${lessons.ready - lessons.rejected.length}${rejected}`, '']);
  else if (lessons.files.length > 0)
    rows.push([false, `${plural(lessons.ready, 'lesson')} ready, not written`, 'hardwon learn --apply']);
  else rows.push([true, lessons.ready === 0 ? 'no lessons yet' : 'lessons are up to date', '']);
  if (hooks.installed) rows.push([true, `hooks installed: ${hooks.missing.join(', ')}`, '']);
  else if (hooks.missing.length > 0 && install)
    rows.push([false, `hooks not installed: ${hooks.missing.join(', ')}`, 'hardwon install --apply']);
  if (shared !== undefined)
    rows.push(shared ? [true, 'git sees the lessons', ''] : [false, 'lessons not shared', 'hardwon share']);
  const lines = rows.map(([isDone, text, command]) => {
    const mark = isDone ? paint.green('ok') : paint.dim('--');
    const tail = command === '' ? '' : `\n     ${paint.cyan(command)}`;
    return `  ${mark} ${wrap(showText(text, home), columns, 5)}${tail}`;
  });
  const notices = report.notices.map((notice) => viewRemark(notice, canvas));
  const isWritten = lessons.written || hooks.installed || shared === true;
  const end = isWritten
    ? 'hardwon undo reverts the last step.'
    : isAsked || yes
      ? 'Nothing was written.'
      : 'Nothing was written. Run it in a terminal, or with --yes.';
  return `${[...(isAsked ? [''] : []), ...lines, ...notices, end].join('\n')}\n`;
}
