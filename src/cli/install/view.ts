import type { InstalledAgent, InstallReport } from '../../app/install/install-report.ts';
import { stripControls } from '../../shared/terminal.ts';
import { paintDiff } from '../views/changes-view.ts';
import { type Canvas, showText, viewRemark, wrap } from '../views/text.ts';

/** Options for showing an installation. */
interface InstallViewOptions extends Canvas {
  /** The command for the same run with --apply. */
  again: string;
  /** The command that adds the skill; absent if it is already there, or hooks are being removed. */
  skill?: string;
}

/** The width of the longest label, and a blank. */
const LABEL = 15;

/** Returns the report for people: the outcome for each agent's hooks, the exact diff, and the next steps. */
export function viewInstall(report: InstallReport, options: InstallViewOptions): string {
  const sections = [
    viewAgents(report, options),
    report.applied ? '' : report.changes.map(({ diff }) => paintDiff(diff, options.paint)).join('\n\n'),
    [
      ...report.refusals.map((refusal) => viewRemark(refusal, options, 'red')),
      ...report.notices.map((notice) => viewRemark(notice, options)),
    ].join('\n'),
    [
      viewNext(report, options),
      options.skill === undefined ? '' : `${options.paint.dim('add the skill:'.padEnd(LABEL))}${options.skill}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function viewAgents({ agents, scope, action }: InstallReport, { paint, columns, home }: Canvas): string {
  if (agents.length === 0 && action === 'uninstall') return 'There are no hardwon hooks to remove.';
  if (agents.length === 0)
    return wrap('No agent that supports hooks was found on this machine. Name one: hardwon install claude', columns, 0);
  const head = scope === 'user' ? 'Hooks for you, in all projects' : 'Hooks for everybody in this project';
  const width = Math.max(...agents.map(({ title }) => stripControls(title).length)) + 2;
  const rows = agents.map((agent) => {
    const text = `${describeState(agent, action)}${agent.path === undefined ? '' : `, ${showText(agent.path, home)}`}`;
    return `  ${stripControls(agent.title).padEnd(width)}${wrap(text, columns, width + 2)}`;
  });
  return [paint.bold(head), ...rows].join('\n');
}

function describeState({ state }: InstalledAgent, action: InstallReport['action']): string {
  if (state === 'current') return 'up to date';
  if (state === 'refused') return 'refused';
  if (state === 'none') return action === 'install' ? 'not possible' : 'none';
  return state;
}

function viewNext(
  { applied, changes, refusals, agents }: InstallReport,
  { paint, columns, again }: InstallViewOptions,
): string {
  if (applied) return `${paint.dim('undo it:'.padEnd(LABEL))}hardwon undo`;
  if (refusals.length > 0)
    return wrap(
      'Nothing can be written until that is fixed; name the other agents to continue without it.',
      columns,
      0,
    );
  if (changes.length > 0) return `${paint.dim('write it:'.padEnd(LABEL))}${again}`;
  return agents.length > 0 ? 'Nothing to change.' : '';
}
