import { describeAge } from '../../shared/clock.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, FLAGGED, plural, showText, wrap } from '../views/text.ts';

/** A project as shown in a list. */
interface ListedProject {
  name: string;
  root: string;
  /** Whether the root exists on this machine. */
  exists: boolean;
  /** Every checkout, the root first. */
  folders: readonly string[];
  sessions: number;
  calls: number;
  failed: number;
  lastAt?: string;
}

/** Width of the numbers and of the longest age. */
const FIGURES = 42;

/** Returns the projects that have sessions, each with a line of figures and a line of folders. */
export function viewProjects(projects: readonly ListedProject[], now: Date, canvas: Canvas): string {
  const { paint, columns, home } = canvas;
  const longest = Math.max(7, ...projects.map((project) => stripControls(project.name).length));
  const width = Math.max(8, Math.min(longest, columns - FIGURES));
  const row = (name: string, sessions: string, calls: string, failed: string, last: string) =>
    `${name}${sessions.padStart(10)}${calls.padStart(9)}${failed.padStart(8)}  ${last}`.trimEnd();
  const rows = projects.map((project) => {
    const age = project.lastAt === undefined ? '' : describeAge(new Date(project.lastAt), now);
    const numbers = [project.sessions, project.calls, project.failed].map((count) => count.toLocaleString('en'));
    const [sessions = '', calls = '', failed = ''] = numbers;
    const name = paint.bold(cut(stripControls(project.name), width).padEnd(width));
    return `${row(name, sessions, calls, failed, age)}\n  ${paint.dim(viewFolders(project, columns, home))}`;
  });
  const head = paint.dim(row('project'.padEnd(width), 'sessions', 'calls', 'failed', 'last'));
  return `${[head, ...rows].join('\n')}\n\n${paint.dim(wrap(FLAGGED, columns, 0))}\nLearn from one: hardwon learn --project FOLDER\n`;
}

/** Says that no project has a session. */
export function viewNoProjects(roots: readonly string[], { columns, home }: Canvas): string {
  const first = wrap(`No sessions were found in ${roots.map((root) => showText(root, home)).join(', ')}.`, columns, 0);
  return `${first}\n${wrap('Name another folder with --claude-dir or --agent-dir, or see how it works: hardwon demo', columns, 0)}\n`;
}

function viewFolders({ root, folders, exists }: ListedProject, columns: number, home: string): string {
  const more = folders.length > 1 ? ` and ${plural(folders.length - 1, 'folder')} more` : '';
  return wrap(`${showText(root, home)}${more}${exists ? '' : ' (not on this machine)'}`, columns, 4, 2);
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
