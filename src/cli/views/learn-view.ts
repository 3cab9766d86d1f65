import type { LearnReport, ProjectReport, ReportedLesson } from '../../learn-report.ts';
import { describeAge, formatDate } from '../../shared/clock.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Paint, plural, wrap } from './text.ts';

/** How to show a report. */
export interface LearnViewOptions {
  paint: Paint;
  columns: number;
  verbose: boolean;
  now: Date;
  /** The command to run again with --apply; absent where there is nothing of the user's to write. */
  applyCommand?: string;
}

/** The report for people: what was read, lessons ready and watched, the exact diff, and what to do next. */
export function viewLearn(report: LearnReport, options: LearnViewOptions): string {
  const { paint } = options;
  const parts = report.projects.map((project) => viewProject(project, options));
  const notices = report.notices.map((notice) => `${paint.yellow('!')} ${wrap(stripControls(notice), options.columns, 2)}`);
  return `${[...parts, notices.join('\n')].filter(Boolean).join('\n\n')}\n`;
}

/** There was nothing to read: no logs at all, or none of this folder. */
export function viewNothingRead(report: LearnReport, cwd: string, { paint, columns }: LearnViewOptions): string {
  const { agents } = report.read;
  const lines: string[] = [];
  if (report.read.files === 0) {
    lines.push(`${paint.bold('There is nothing to read')}: no sessions were found.`);
    for (const agent of agents) lines.push(`  ${agent.title} keeps them in ${stripControls(agent.root)}, which has none.`);
    lines.push(
      wrap(
        'If they are elsewhere, name the folder with --claude-dir or CLAUDE_CONFIG_DIR. To see how it works: hardwon demo',
        columns,
        0,
      ),
    );
  } else {
    lines.push(
      `${paint.bold('There is nothing to read')} for ${stripControls(report.nothing?.folder ?? cwd)}: no session was held there.`,
    );
    const near = report.nothing?.near ?? [];
    if (near.length > 0)
      lines.push('Perhaps you mean:', ...near.map((folder) => `  hardwon learn --project ${stripControls(folder)}`));
    lines.push(wrap('hardwon projects lists what was found; --join GLOB adds folders that belong here.', columns, 0));
  }
  const notices = report.notices.map((notice) => `${paint.yellow('!')} ${wrap(stripControls(notice), columns, 2)}`);
  return `${[...lines, ...notices].join('\n')}\n`;
}

/** What --verbose adds: which files were read, and what could not be. */
export function viewReading(report: LearnReport, { paint }: LearnViewOptions): string {
  const { read } = report;
  const rows = read.agents.map(
    (agent) => `${paint.dim(agent.name.padEnd(12))} ${plural(agent.files, 'file')} in ${stripControls(agent.root)}`,
  );
  const bad = read.bad.map((file) => `  ${stripControls(file.path)}:${file.line} ${stripControls(file.reason)}`);
  const summary = `${(read.bytes / 1_000_000).toFixed(1)} MB were new, ${plural(read.badLines, 'line')} could not be read, ${plural(read.unreadable, 'file')} could not be opened`;
  return `${[paint.bold('Logs'), ...rows, summary, ...bad].join('\n')}\n`;
}

function viewProject(project: ProjectReport, options: LearnViewOptions): string {
  const { paint, columns } = options;
  const sections = [
    `${paint.bold(stripControls(project.name))} ${paint.dim(stripControls(project.root))}`,
    viewFigures(project, columns, paint),
    viewLessons(project, options),
    viewChanges(project, paint),
    project.notices.map((notice) => `${paint.yellow('!')} ${wrap(stripControls(notice), columns, 2)}`).join('\n'),
    viewNext(project, options),
  ];
  return sections.filter(Boolean).join('\n\n');
}

function viewFigures({ figures, agents }: ProjectReport, columns: number, paint: Paint): string {
  const rate = figures.calls === 0 ? 0 : (figures.failures / figures.calls) * 100;
  const span =
    figures.firstAt && figures.lastAt
      ? `, ${formatDate(new Date(figures.firstAt))} to ${formatDate(new Date(figures.lastAt))}`
      : '';
  const kinds = Object.entries(figures.byKind)
    .slice(0, 8)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
  const asides = [
    figures.work > 0 ? `${figures.work} were work in progress (red tests, findings)` : '',
    figures.unflagged > 0 ? `${figures.unflagged} carried no error flag` : '',
    figures.rejected > 0 ? `${figures.rejected} more were refused by you` : '',
    figures.blocked > 0 ? `${figures.blocked} by hooks or rules` : '',
  ].filter(Boolean);
  const rows: [string, string][] = [
    ['read', `${plural(figures.sessions, 'session')} of ${agents.join(', ') || 'no agent'}${span}`],
    [
      'calls',
      `${figures.calls.toLocaleString('en')}, of which ${figures.failures.toLocaleString('en')} failed (${rate.toFixed(1)}%)`,
    ],
    ...(kinds ? [['failures', kinds] as [string, string]] : []),
    ...(asides.length > 0 ? [['of these', asides.join(', ')] as [string, string]] : []),
  ];
  return rows.map(([name, text]) => `${paint.dim(name.padEnd(9))} ${wrap(text, columns, 10)}`).join('\n');
}

function viewLessons(project: ProjectReport, options: LearnViewOptions): string {
  const { paint, verbose, columns } = options;
  const ready = project.lessons.filter((lesson) => lesson.status === 'ready');
  const watching = project.lessons.filter((lesson) => lesson.status === 'watching');
  const retired = project.lessons.filter((lesson) => lesson.status === 'retired');
  const left = new Set(project.leftOut);
  const parts: string[] = [];
  if (ready.length > 0) {
    const shown = ready.filter((lesson) => lesson.delivered || verbose || !left.has(lesson.id));
    parts.push(
      [paint.bold(`Ready: ${plural(ready.length, 'lesson')}`), ...shown.map((lesson) => viewLesson(lesson, options))].join('\n'),
    );
    if (left.size > 0)
      parts.push(
        wrap(
          `${plural(left.size, 'ready lesson')} did not fit into ${project.budget} tokens: ${[...left].join(', ')}. Raise --budget, or see them with --verbose.`,
          columns,
          0,
        ),
      );
  }
  if (watching.length > 0) {
    const head = paint.bold(`Watching: ${plural(watching.length, 'lesson')} seen too rarely to be told`);
    parts.push(
      verbose
        ? [head, ...watching.map((lesson) => viewLesson(lesson, options))].join('\n')
        : `${head} ${paint.dim('(--verbose lists them)')}`,
    );
  }
  if (retired.length > 0)
    parts.push(`${paint.bold(`Retired: ${plural(retired.length, 'lesson')}`)} ${paint.dim('no longer true')}`);
  return parts.join('\n\n');
}

function viewLesson(lesson: ReportedLesson, { paint, columns, now, verbose }: LearnViewOptions): string {
  const level = { low: paint.dim('low'), medium: paint.yellow('medium'), high: paint.green('high') }[lesson.confidence];
  const seen =
    lesson.occurrences === 1 ? 'seen once' : `seen ${lesson.occurrences} times in ${plural(lesson.sessions, 'session')}`;
  const score =
    verbose && lesson.trigger
      ? `, ${lesson.trigger.failed} of ${lesson.trigger.failed + lesson.trigger.succeeded} such calls failed`
      : '';
  const facts = `${seen}, last ${describeAge(new Date(lesson.lastSeen), now)}${score}${lesson.isNew ? ', new' : ''}`;
  return `  ${paint.cyan(lesson.id)} ${wrap(stripControls(lesson.title), columns, 8)}\n        ${level} ${paint.dim(wrap(facts, columns, 8 + lesson.confidence.length + 1))}`;
}

function viewChanges(project: ProjectReport, paint: Paint): string {
  if (project.changes.length === 0) return '';
  const head = project.applied ? 'Written:' : 'Would be written with --apply:';
  const names = project.changes.map(
    (change) =>
      `  ${change.name}${change.action === 'create' ? paint.dim(' (new)') : change.action === 'remove' ? paint.dim(' (removed)') : ''}`,
  );
  // The memory file holds every lesson in full: its diff would bury the others.
  const diffs = project.applied
    ? []
    : project.changes.filter((change) => !change.name.startsWith('.memory/')).map((change) => paintDiff(change.diff, paint));
  return [[paint.bold(head), ...names].join('\n'), ...diffs].join('\n\n');
}

function paintDiff(diff: string, paint: Paint): string {
  return diff
    .trimEnd()
    .split('\n')
    .map((raw) => {
      const line = stripControls(raw);
      if (line.startsWith('+++') || line.startsWith('---')) return paint.bold(line);
      if (line.startsWith('+')) return paint.green(line);
      if (line.startsWith('-')) return paint.red(line);
      return line.startsWith('@@') ? paint.cyan(line) : line;
    })
    .join('\n');
}

/** Nothing to read, nothing failed and nothing recurs are different answers. */
function viewNext(project: ProjectReport, { paint, columns, applyCommand }: LearnViewOptions): string {
  const { figures, lessons, changes } = project;
  const first = lessons.find((lesson) => lesson.status === 'ready') ?? lessons[0];
  if (figures.calls === 0) return wrap('The sessions hold no tool calls: there is nothing to learn from yet.', columns, 0);
  if (figures.failures + figures.rejected + figures.blocked === 0 && lessons.length === 0)
    return wrap('Nothing failed in these sessions: there is nothing to learn.', columns, 0);
  if (!lessons.some((lesson) => lesson.status === 'ready')) {
    return wrap(
      `Nothing recurs yet: ${lessons.length > 0 ? 'what was seen once is watched, and is told when it comes up again' : 'no failure had a fix that could be told from a coincidence'}.`,
      columns,
      0,
    );
  }
  const next: string[] = [];
  if (!project.exists)
    next.push(
      wrap(
        `This folder is not on this machine, so nothing can be written for it. Use --join to add its sessions to a folder that is.`,
        columns,
        0,
      ),
    );
  else if (changes.length === 0) next.push('Everything is written already: nothing to change.');
  else if (project.applied) next.push(`${paint.dim('take it back:')} hardwon undo`);
  else if (applyCommand) next.push(`${paint.dim('write it:')}     ${applyCommand}`);
  if (first && applyCommand) next.push(`${paint.dim('see why:')}      hardwon why ${first.id}`);
  return next.join('\n');
}
