import type { LearnReport } from '../../app/learn/learn-report.ts';
import type { Matchable, MatchSource } from '../../app/memory/match-calls.ts';
import { lessonFilter, loadProjectLessons } from '../../app/memory/project-lessons.ts';
import { type Host, resolvePath } from '../../app/surroundings.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { AppError, systemError } from '../../shared/errors.ts';
import { asText, isJson, type Json } from '../../shared/json-values.ts';
import { readRegular } from '../../shared/regular-file.ts';
import type { MatchFlags } from './command.ts';

/**
 * Loads the lessons to match with calls: those of a file, else those in the project's memory, else those learned from its
 * sessions.
 */
export async function loadLessons(flags: MatchFlags, here: Host): Promise<MatchSource[]> {
  const watching = flags.watching === true;
  if (flags.lessons !== undefined) return readReport(resolvePath(flags.lessons, here), lessonFilter(watching));
  const folder = flags.project === undefined ? here.cwd : resolvePath(flags.project, here);
  return loadProjectLessons(folder, { watching, learn: () => learnNow(flags, here) });
}

async function learnNow(flags: MatchFlags, here: Host): Promise<LearnReport> {
  const [{ learn }, { requestOf }, { Progress }] = await Promise.all([
    import('../../app/learn/learn.ts'),
    import('../session-request.ts'),
    import('../progress.ts'),
  ]);
  const progress = new Progress(here);
  const { project, claudeDir, agentDir, config } = flags;
  const options = {
    project,
    claudeDir,
    agentDir,
    config,
  };
  const request = {
    ...requestOf(options, here),
    onProgress: (done: number, total: number) => progress.reading(done, total),
  };
  return learn(request).finally(() => progress.clear());
}

/** The output of `learn --all --json` for years of sessions is some megabytes. */
const LARGEST_REPORT = 256 * 1024 * 1024;

/**
 * Returns the projects of a report. A report in any other format than that of `learn` is refused: half of the lessons would be
 * worse than none.
 */
async function readReport(path: string, isWanted: (lesson: Lesson) => boolean): Promise<MatchSource[]> {
  const bytes = await readRegular(path, LARGEST_REPORT).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw systemError('unreadable', `Cannot read ${path}`, cause);
    throw new AppError('not-found', `There is no file ${path}.`, {
      hint: 'Create one with: hardwon learn --json > lessons.json',
      cause,
    });
  });
  const report = parse(bytes.toString('utf8'));
  if (!isJson(report) || !Array.isArray(report.projects)) throw broken(path);
  return report.projects.map((project: unknown) => {
    const root = isJson(project) ? asText(project.root) : undefined;
    if (!isJson(project) || root === undefined || !Array.isArray(project.lessons)) throw broken(path);
    const folders = Array.isArray(project.folders)
      ? project.folders.filter((folder) => typeof folder === 'string')
      : [];
    const lessons = project.lessons.filter(isJson).filter((lesson) => isWanted(lesson as unknown as Lesson));
    return {
      root,
      folders: folders.length > 0 ? folders : [root],
      lessons: lessons.map((lesson) => asLesson(lesson, path)),
    };
  });
}

function asLesson(lesson: Json, path: string): Matchable {
  const { trigger } = lesson;
  const id = asText(lesson.id);
  const guidance = asText(lesson.guidance);
  const confidence = (['low', 'medium', 'high'] as const).find((level) => level === lesson.confidence);
  if (id === undefined || guidance === undefined || confidence === undefined) throw broken(path);
  const rule = isJson(trigger) ? asText(trigger.rule) : undefined;
  const when = isJson(trigger) ? asText(trigger.when) : undefined;
  const error = isJson(trigger) ? asText(trigger.error) : undefined;
  const counts = isJson(trigger) ? { failed: count(trigger.failed), succeeded: count(trigger.succeeded) } : undefined;
  return {
    id,
    title: asText(lesson.title) ?? guidance,
    guidance,
    confidence,
    trigger:
      rule && counts
        ? {
            rule,
            when,
            error,
            ...counts,
          }
        : undefined,
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function broken(path: string): AppError {
  return new AppError('broken-file', `${path} is not what hardwon learn --json prints.`, {
    hint: 'Create it again with: hardwon learn --json > lessons.json',
  });
}
