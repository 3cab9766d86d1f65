import { findProject } from '../../sessions/projects/find-project.ts';
import { version as hardwon } from '../../shared/package.ts';
import type { Status } from '../answers/status.ts';
import type { AppParts } from '../app.ts';
import { nameFolder } from '../name-folder.ts';
import { isWritable } from '../writable.ts';

/** Returns the progress of reading, and the projects and agents to choose from. */
export function answerStatus({ picture, guard: { readOnly }, here }: AppParts): Status {
  const { cwd, home } = here();
  const shown = picture.isReady ? picture.shown : undefined;
  const own =
    shown &&
    findProject(
      shown.projects.map(({ project }) => project),
      cwd,
    ).project;
  return {
    version: picture.version,
    ready: picture.isReady,
    partial: picture.isPartial ? (true as const) : undefined,
    reading: picture.reading,
    problem: picture.problem,
    readOnly,
    hardwon,
    at: shown?.at.toISOString() ?? '',
    notices: shown?.notices ?? [],
    projects:
      shown?.projects.map((pictured) => {
        const { project, report, findings, sessions } = pictured;
        return {
          id: project.id,
          name: project.name,
          root: nameFolder(project.root, home),
          writable: isWritable(pictured) && !pictured.isOwn,
          own: pictured.isOwn ? (true as const) : undefined,
          unfinished: pictured.isUnfinished ? (true as const) : undefined,
          calls: findings.figures.calls,
          failures: findings.figures.failures,
          sessions: sessions.length,
          lessons: report.lessons.length,
          changes: report.changes.length,
        };
      }) ?? [],
    agents: shown?.agents ?? [],
    here: own?.id,
  };
}
