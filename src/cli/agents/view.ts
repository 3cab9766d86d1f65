import type { AgentFigures, AgentsReport, DescribedAgent } from '../../app/agents/agents-report.ts';
import { describeAge } from '../../shared/clock.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, FLAGGED, plural, showText, viewRemark, wrap } from '../views/text.ts';

/** Columns before the text of a row. */
const INDENT = 9;

/** Returns a paragraph for each agent found, and a list of the folders where the others were looked for. */
export function viewAgents({ project, agents, notices }: AgentsReport, now: Date, canvas: Canvas): string {
  const found = agents.filter((agent) => agent.found);
  const others = agents.filter((agent) => !agent.found);
  const parts = found.map((agent) => viewAgent(agent, project?.name, now, canvas));
  if (found.length === 0)
    parts.push(`${canvas.paint.bold('No agent was found')}: none of them has logs on this machine.`);
  if (others.length > 0) parts.push(viewOthers(others, canvas));
  parts.push(
    [
      ...notices.map((text) => viewRemark(text, canvas)),
      ...(found.length > 0 ? [canvas.paint.dim(wrap(FLAGGED, canvas.columns, 0))] : []),
      viewNext(found.length, project !== undefined, canvas),
    ].join('\n'),
  );
  return `${parts.join('\n\n')}\n`;
}

function viewAgent(agent: DescribedAgent, project: string | undefined, now: Date, canvas: Canvas): string {
  const { paint, columns, home } = canvas;
  const row = (label: string, text: string) =>
    `  ${paint.dim(label.padEnd(INDENT - 2))}${wrap(showText(text, home), columns, INDENT)}`;
  const moved = agent.movedBy === undefined ? '' : ` (${agent.movedBy})`;
  return [
    paint.bold(stripControls(agent.title)),
    ...(agent.project
      ? [row('here', agent.project.sessions === 0 ? `nothing of ${project}` : viewFigures(agent.project, now))]
      : []),
    row('all', `${viewFigures(agent, now)}, ${plural(agent.files, 'log file')}`),
    row('logs', `${agent.place}${moved}`),
    ...(agent.reads.length > 0 ? [row('reads', agent.reads.join(', '))] : []),
    row('hooks', viewHooks(agent.hooks)),
  ].join('\n');
}

function viewHooks({ user, project }: DescribedAgent['hooks']): string {
  const places = [
    ...(user.length > 0 ? [`for the user in ${user.join(', ')}`] : []),
    ...(project.length > 0 ? [`for the project in ${project.join(', ')}`] : []),
  ];
  return places.length > 0 ? `declared ${places.join('; ')}` : 'none';
}

function viewFigures({ sessions, calls, failed, lastAt }: AgentFigures, now: Date): string {
  const last = lastAt === undefined ? '' : `, last ${describeAge(new Date(lastAt), now)}`;
  return `${plural(sessions, 'session')}, ${plural(calls, 'call')}, ${failed.toLocaleString('en')} failed${last}`;
}

function viewOthers(others: readonly DescribedAgent[], { paint, columns, home }: Canvas): string {
  const width = Math.max(...others.map(({ title }) => stripControls(title).length)) + 2;
  const rows = others.map(({ title, root, movedBy, isThere }) => {
    const place = `${showText(root, home)}${movedBy === undefined ? '' : ` (${movedBy})`}${isThere ? '' : ' (not there)'}`;
    return `  ${stripControls(title).padEnd(width)}${wrap(place, columns, width + 2)}`;
  });
  return [paint.dim('Without logs:'), ...rows].join('\n');
}

function viewNext(found: number, isProject: boolean, { columns }: Canvas): string {
  if (found === 0)
    return wrap(
      'Name the folder of an agent with --agent-dir AGENT=FOLDER, or of Claude Code with --claude-dir. To see how it works: hardwon demo',
      columns,
      0,
    );
  if (isProject) return 'Learn from them: hardwon learn';
  return wrap(
    'This folder has no sessions. hardwon projects lists those that have; hardwon learn --all learns from all.',
    columns,
    0,
  );
}
