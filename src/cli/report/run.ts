import { chooseAgents } from '../../agents/choose-agents.ts';
import { type ConfiguredRequest, withConfig } from '../../app/configured-request.ts';
import { chooseProjects } from '../../app/learn/choose-projects.ts';
import { type Host, printJson, resolvePath } from '../../app/surroundings.ts';
import { makeCleaner } from '../../delivery/anonymise-for-file.ts';
import { isOfAgents } from '../../lessons/count-lessons.ts';
import { anonymise } from '../../redaction/anonymise.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import { writeTextFile } from '../../shared/files.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { version } from '../../shared/package.ts';
import type { LessonRow } from '../../web/answers/lessons.ts';
import type { Asked } from '../../web/answers/overview.ts';
import { sessionsOf } from '../../web/asked.ts';
import { failuresOf } from '../../web/failure-series.ts';
import { rowOf } from '../../web/lesson-rows.ts';
import { StepwiseMaker } from '../../web/make-picture.ts';
import { findMarks } from '../../web/marks.ts';
import { overviewOf } from '../../web/overview.ts';
import { Dashboard, type Shown } from '../../web/picture.ts';
import { REPORT_PAGE_MARK, type ReportInput, renderReport } from '../../web/report-page.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { tellNoSessions } from '../views/no-sessions.ts';
import { chooseCanvas, plural, showText } from '../views/text.ts';
import { checkReportFile } from './check-file.ts';
import type { ReportPageFlags } from './command.ts';

/** Upper bound for the lessons on a page to share. */
const MOST_LESSONS = 12;

/** Runs `hardwon report`. */
export async function runReport(file: string, flags: ReportPageFlags, here: Host): Promise<void> {
  const path = resolvePath(file, here);
  // Checked before the work, which may take a while.
  await checkReportFile(path, REPORT_PAGE_MARK, flags.force ?? false, 'a page of hardwon report');
  const { force: _force, since, until, agent: agents = [], ...asked } = flags;
  const configured = await withConfig({ ...requestOf(asked, here), all: true });
  const request = configured.agents ? { ...configured, agents: [...configured.agents, ...agents] } : configured;
  // Lessons are derived from all sessions, and those of the agents are chosen afterwards.
  chooseAgents(agents, request.known, request.problems);
  const shown = await read(request, here);
  const chosen = await chooseProjects(
    shown.projects.map(({ project }) => project),
    { ...request, all: flags.all ?? false },
  );
  const ids = chosen.projects.map(({ id }) => id);
  const hasSessions = shown.projects.some(
    (pictured) =>
      ids.includes(pictured.project.id) && (agents.length === 0 || sessionsOf(pictured, { agents }).length > 0),
  );
  if (!hasSessions) {
    const nothing = chosen.nothing ?? (flags.all ? undefined : { folder: request.project ?? here.cwd, near: [] });
    if (flags.json) printJson(here, { schema: 1, nothing });
    else here.stdout.write(tellNoSessions(nothing));
    here.exitCode = 1;
    return;
  }
  const input = await gather(shown, { projects: ids, agents, ...daysOf(since, until) }, here);
  const { overview, failures } = input;
  if (flags.json) printJson(here, { schema: 1, subject: input.subject, overview, failures, written: path });
  await writeTextFile(path, await withoutSecrets(renderReport(input), shown, here));
  if (!flags.json) here.stdout.write(view(input, path, here));
}

async function read(request: ConfiguredRequest, here: Host): Promise<Shown> {
  const progress = new Progress(here);
  const picture = new Dashboard(new StepwiseMaker(async () => request));
  picture.onChange(() => {
    if (picture.reading) progress.reading(picture.reading.done, picture.reading.total);
  });
  await picture.refresh();
  progress.clear();
  if (!picture.isReady)
    throw new AppError('unreadable', picture.problem ?? 'The sessions could not be read.', {
      hint: 'hardwon doctor shows what is wrong.',
    });
  const { shown } = picture;
  await picture.close();
  return shown;
}

async function gather(shown: Shown, asked: Asked, here: Host): Promise<ReportInput> {
  const named = shown.projects.filter(({ project }) => asked.projects.includes(project.id));
  const lessons: LessonRow[] = named
    .flatMap((pictured) =>
      pictured.report.lessons
        .filter((lesson) => isOfAgents(lesson, asked.agents))
        .map((lesson) => rowOf(pictured, lesson, shown.at)),
    )
    .filter(({ status, reach }) => status === 'ready' && reach !== 'user' && reach !== 'machine')
    .sort((a, b) => b.wastedCalls - a.wastedCalls || b.occurrences - a.occurrences);
  const marks = await findMarks(shown, findOwnFolders(here).data);
  return {
    subject: named.length === 1 ? (named[0]?.project.name ?? '') : plural(named.length, 'project'),
    overview: overviewOf(shown, asked),
    failures: failuresOf(shown, asked, named.length === 1 ? 'agent' : 'project', marks),
    lessons: lessons.slice(0, MOST_LESSONS),
    day: shown.at.toISOString().slice(0, 10),
    hardwon: version,
  };
}

function daysOf(since: Date | undefined, until: Date | undefined): Pick<Asked, 'since' | 'until'> {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return { since: since ? day(since) : undefined, until: until ? day(until) : undefined };
}

/** Returns the page without folders of this machine, addresses of people and secrets, because it may be passed on. */
async function withoutSecrets(page: string, { projects }: Shown, { home }: Host): Promise<string> {
  const folders = projects.flatMap(({ project }) => project.folders).sort((a, b) => b.length - a.length);
  const inside = folders.reduce(
    (text, projectRoot) => makeCleaner({ isShared: true }, { projectRoot, home, anonymise })(text),
    page,
  );
  const [clean = ''] = await createRedactor().redact([inside]);
  return clean;
}

function view({ subject, overview: { totals, causes, lessons } }: ReportInput, path: string, here: Host): string {
  const { paint, home } = chooseCanvas(here.stdout, here);
  const share = totals.calls === 0 ? 0 : (totals.failures / totals.calls) * 100;
  const lines = [
    `${paint.bold(showText(subject, home))}: ${totals.failures.toLocaleString('en')} of ${plural(totals.calls, 'call')} failed (${share.toFixed(1)}%), in ${plural(totals.sessions, 'session')}.`,
    `From failures to their fixes: ${plural(totals.lostCalls, 'call')}, ${plural(totals.lostMinutes, 'minute')}.`,
    `Most frequent: ${causes
      .filter(({ work }) => !work)
      .slice(0, 4)
      .map(({ kind, failures }) => `${kind} ${failures}`)
      .join(', ')}.`,
    `${plural(lessons.ready, 'lesson')} ready, ${lessons.watching} watched, ${lessons.promoted} promoted.`,
    `Written: ${showText(path, home)}`,
  ];
  return `${lines.join('\n')}\n`;
}
