import type { LearnReport } from '../../app/learn/learn-report.ts';
import { type Canvas, plural, quoteWord, showText, viewRemark, wrap } from './text.ts';

/** Says that there was nothing to read: no logs at all, or none for this folder. */
export function viewNothingRead(
  report: Pick<LearnReport, 'read' | 'nothing' | 'notices'>,
  {
    cwd,
    isNarrowed,
    command = 'learn',
    ...canvas
  }: Canvas & { cwd: string; isNarrowed: boolean; command?: 'learn' | 'backtest' },
): string {
  const { paint, columns, home } = canvas;
  const say = (text: string) => wrap(text, columns, 0);
  const lines: string[] = [];
  const head = 'There is nothing to read';
  if (report.read.files === 0) {
    lines.push(`${paint.bold(head)}: no sessions were found.`);
    for (const agent of report.read.agents)
      lines.push(
        `  ${wrap(`${agent.title} keeps them in ${showText(agent.root, home)}, which has none.`, columns, 2)}`,
      );
    lines.push(
      say(
        'If they are elsewhere, name the folder with --claude-dir or CLAUDE_CONFIG_DIR, that of another agent with --agent-dir. To see how it works: hardwon demo',
      ),
    );
  } else {
    const folder = showText(report.nothing?.folder ?? cwd, home);
    lines.push(
      `${paint.bold(head)} ${wrap(`for ${folder}: no session was held there${isNarrowed ? ' in that time' : ''}.`, columns, 0, head.length + 1)}`,
    );
    const near = report.nothing?.near ?? [];
    if (near.length > 0)
      lines.push('Perhaps you mean:', ...near.map((folder) => `  hardwon ${command} --project ${quoteWord(folder)}`));
    if (isNarrowed) lines.push(say('Without --since and --until all sessions are read.'));
    else lines.push(say('hardwon projects lists what was found; --join GLOB adds folders that belong here.'));
  }
  const { unreadable } = report.read;
  const remarks =
    unreadable === 0 ? [] : [`${plural(unreadable, 'log or folder')} could not be opened: check the permissions.`];
  return `${[...lines, ...[...remarks, ...report.notices].map((text) => viewRemark(text, canvas))].join('\n')}\n`;
}

/** Returns the details of --verbose: the files read, and those that could not be. */
export function viewReading({ read }: LearnReport, { paint, columns, home }: Canvas): string {
  const rows = read.agents.map(
    (agent) =>
      `${paint.dim(agent.name.padEnd(12))} ${wrap(`${plural(agent.files, 'file')} in ${showText(agent.root, home)}`, columns, 13)}`,
  );
  const bad = read.bad.map(
    (file) => `  ${wrap(showText(`${file.path}:${file.line} ${file.reason}`, home), columns, 4, 2)}`,
  );
  const rest = read.badLines - read.bad.length;
  if (rest > 0 && bad.length > 0) bad.push(`  and ${rest.toLocaleString('en')} more`);
  const summary = `${(read.bytes / 1_000_000).toFixed(1)} MB were new, ${plural(read.badLines, 'line')} could not be read, ${plural(read.unreadable, 'file')} could not be opened`;
  return `${[paint.bold('Logs'), ...rows, wrap(summary, columns, 0), ...bad].join('\n')}\n`;
}
