import type { ProjectReport } from '../../app/learn/learn-report.ts';
import { stateOf } from '../../lessons/count-lessons.ts';
import { plural } from '../views/text.ts';

const NOTHING_FAILED = 'Nothing failed in these sessions: there is nothing to learn.';
const NOTHING_RECURS = 'Nothing recurs yet: no failure had a fix that could be told apart from a coincidence.';
const ALL_WRITTEN = 'Everything is written already: nothing to change.';

/**
 * Returns the sentence that states the result if the lists above do not. Nothing to read, nothing failed, nothing recurs and
 * nothing to change are different answers.
 */
export function findAnswer(project: ProjectReport, isNarrowed: boolean): string | undefined {
  const { figures, lessons, changes, refusals } = project;
  const hasReady = lessons.some((lesson) => lesson.status === 'ready');
  if (figures.calls === 0 && lessons.length > 0)
    return `No call of this project is ${isNarrowed ? 'from that time' : 'in the logs of this machine'}: its lessons come from memory.${changes.length === 0 && refusals.length === 0 ? ' Nothing to change.' : ''}`;
  if (refusals.length > 0) return 'Nothing is written for this project until that is fixed.';
  if (figures.calls === 0)
    return isNarrowed
      ? 'No call of this project is from that time: there is nothing to learn from.'
      : 'The sessions contain no tool calls: there is nothing to learn from yet.';
  if (figures.failures + figures.rejected + figures.blocked === 0 && lessons.length === 0) return NOTHING_FAILED;
  if (lessons.length === 0) return NOTHING_RECURS;
  if (!hasReady && lessons.some((lesson) => lesson.status === 'watching'))
    return 'Nothing recurs yet: lessons seen once are watched, and delivered when they come up again.';
  if (!project.exists)
    return 'This folder is not on this machine, so nothing can be written for it. Use --join to add its sessions to a folder that is.';
  if (project.container)
    return 'This folder holds several repositories, so nothing is written for it. Run hardwon learn in one of them.';
  return changes.length === 0 ? ALL_WRITTEN : undefined;
}

/** Returns the sentences that state the result: what is or would be written, and why the rest is not. */
export function findAnswers(projects: readonly ProjectReport[]): string[] {
  const isRefused = ({ refusals }: ProjectReport) => refusals.length > 0;
  const written = projects.filter(({ applied }) => applied);
  const writable = projects.filter((project) => !project.applied && project.changes.length > 0 && !isRefused(project));
  const refused = projects.filter(isRefused).length;
  const withReady = projects.filter(({ lessons }) => lessons.some((lesson) => stateOf(lesson) === 'ready'));
  const away = withReady.filter(({ exists }) => !exists).length;
  const containers = withReady.filter(({ exists, container }) => exists && container).length;
  const answers = [
    written.length > 0 ? `Written: ${countFiles(written)}.` : '',
    writable.length > 0 ? `Would be written with --apply: ${countFiles(writable)}.` : '',
    refused > 0 ? `Nothing is written for ${plural(refused, 'project')} until that is fixed.` : '',
    away > 0
      ? `Nothing can be written for ${plural(away, 'project')} that ${away === 1 ? 'is' : 'are'} not on this machine (see --join).`
      : '',
    containers > 0
      ? `Nothing is written for ${plural(containers, 'folder')} that ${containers === 1 ? 'holds' : 'hold'} several repositories.`
      : '',
  ].filter(Boolean);
  return answers.length > 0 ? answers : [explainNothing(projects)];
}

function explainNothing(projects: readonly ProjectReport[]): string {
  if (projects.some(({ lessons }) => lessons.length > 0)) return ALL_WRITTEN;
  if (projects.some(({ figures }) => figures.failures + figures.rejected + figures.blocked > 0)) return NOTHING_RECURS;
  return NOTHING_FAILED;
}

/** Returns `7 files in 3 projects`. */
function countFiles(projects: readonly ProjectReport[]): string {
  const files = projects.reduce((sum, { changes }) => sum + changes.length, 0);
  return `${plural(files, 'file')} in ${plural(projects.length, 'project')}`;
}
