import { type Contradiction, isOpen, readContradictions } from '../../delivery/journal/contradictions.ts';
import { foldJournal, type LiveCount } from '../../delivery/journal/fold-journal.ts';
import { hasFlagOf } from '../../lessons/triggers/has-flag.ts';
import { normaliseId, requireEntry } from '../../lifecycle/entries.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { loadUserMemory } from '../../memory/memory.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { quoteWord } from '../../shared/quote-word.ts';
import { readKnowledge } from '../../team/knowledge.ts';
import type { TeamLesson } from '../../team/team-lessons.ts';
import type { ConfiguredRequest, LearnRequest } from '../configured-request.ts';
import { openLibrary } from '../history/open-library.ts';
import type { RecalledEvidence } from '../history/recall-evidence.ts';
import type { Library } from '../history/session-history.ts';
import { chooseProjects } from '../learn/choose-projects.ts';
import { makePlan } from '../learn/learn-project.ts';
import { withCount } from '../learn/live-counts.ts';

/** A lesson with the calls behind it. */
export interface WhyReport {
  /** The name of the project; absent if the lesson is in the user's own memory. */
  project?: string;
  /** The file of the user's own memory, if the lesson is in it. */
  userMemory?: string;
  lesson: Omit<MemoryEntry, 'errors'> & { live?: LiveCount };
  /**
   * Set if it was wrong about a call: when, ISO 8601, and what it had done. It stops doing that by itself until a person confirms
   * it.
   */
  contradicted?: Pick<Contradiction, 'at' | 'as'>;
  /**
   * The lessons that take precedence, so that this one is only watched: they say the opposite, or more of the same kind.
   */
  yieldsTo?: { id: string; title: string }[];
  /** What the team knows of it; absent without a team, or if nobody sent it. */
  team?: Pick<TeamLesson, 'people' | 'machines' | 'confirmed' | 'rejected' | 'standing'>;
  /** The newest calls behind it, newest first. */
  calls: RecalledEvidence[];
}

/** Explains why a lesson that was seen often enough is not delivered: others contradict it. */
export function describeYielding(others: NonNullable<WhyReport['yieldsTo']>): string {
  const named = others.map(({ id, title }) => `${id} (${title})`).join(' and ');
  return `it contradicts ${named}, which more calls or later calls confirm`;
}

/** Finds a lesson of a project and recalls the calls behind it from the logs, up to a limit. */
export async function explainLesson(
  id: string,
  limit: number,
  request: ConfiguredRequest<LearnRequest>,
): Promise<WhyReport> {
  const wanted = normaliseId(id);
  const library = await openLibrary(request);
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const project = projects[0];
    if (!project) {
      const near = nothing?.near.map((folder) => `--project ${quoteWord(folder)}`).join(', or ');
      const hint = near ? `Did you mean ${near}?` : 'hardwon projects lists the folders that have sessions.';
      throw new AppError('not-found', `There are no sessions for ${nothing?.folder ?? request.cwd}.`, { hint });
    }
    const plan = await makePlan(project, await library.findings(project), request);
    const lesson = plan.lessons.find((candidate) => candidate.id === wanted);
    if (!lesson) {
      const near = didYouMean(
        wanted,
        plan.lessons.map((candidate) => candidate.id),
      );
      const all = 'hardwon learn --verbose lists them all.';
      throw new AppError('not-found', `${project.name} has no lesson ${id}.`, {
        hint: near ? `Did you mean ${near}? ${all}` : all,
      });
    }
    const { lesson: proven, calls } = await recallProof(lesson, limit, library);
    const { data } = findOwnFolders(request);
    const shown = withCount(proven, foldJournal(data).get(project.root));
    const wrong = readContradictions(data, project.root).get(lesson.id);
    const contradicted = wrong && isOpen(wrong, lesson.validated) ? { at: wrong.at, as: wrong.as } : undefined;
    const yieldsTo = plan.lessons
      .filter(({ fingerprint }) => lesson.yieldsTo?.includes(fingerprint))
      .map(({ id: other, title }) => ({ id: other, title }));
    return {
      project: project.name,
      lesson: shown,
      contradicted,
      yieldsTo: yieldsTo.length > 0 ? yieldsTo : undefined,
      ...(await askTeam(lesson, project, request)),
      calls,
    };
  } finally {
    library.close();
  }
}

/** Returns what the team knows of a lesson. The calls of other people stay with them. */
async function askTeam(
  { fingerprint }: MemoryEntry,
  project: Project,
  { team, ...request }: ConfiguredRequest<LearnRequest>,
): Promise<Pick<WhyReport, 'team'>> {
  const known = readKnowledge(findOwnFolders(request).data, team?.url);
  if (!known) return {};
  const [{ listTeamLessons }, { projectKeyOf }] = await Promise.all([
    import('../../team/team-lessons.ts'),
    import('../../team/project-key.ts'),
  ]);
  const found = listTeamLessons(known, projectKeyOf(project)).find(({ key }) => key === fingerprint);
  if (!found) return {};
  const { people, machines, confirmed, rejected, standing } = found;
  return { team: { people, machines, confirmed, rejected, standing } };
}

/**
 * Finds a lesson of the user's own memory, and recalls the calls behind it, if any: most are rules, which have an origin instead.
 */
export async function explainOwnLesson(
  id: string,
  limit: number,
  request: ConfiguredRequest<LearnRequest>,
): Promise<WhyReport> {
  const memory = await loadUserMemory(findOwnFolders(request).config);
  const lesson = requireEntry(memory, id);
  const found = { userMemory: memory.path };
  if (lesson.evidence.length === 0) return { ...found, lesson: withoutMarks(lesson), calls: [] };
  const library = await openLibrary(request);
  try {
    return { ...found, ...(await recallProof(lesson, limit, library)) };
  } finally {
    library.close();
  }
}

/**
 * Returns the newest calls behind a lesson, and the lesson without false evidence: an entry written by an earlier release may
 * point to calls that have none of the flags in question. The logs decide; evidence whose log is gone is trusted.
 */
async function recallProof(
  lesson: MemoryEntry,
  limit: number,
  library: Pick<Library, 'recall'>,
): Promise<Pick<WhyReport, 'lesson' | 'calls'>> {
  const rule = lesson.trigger?.rule ?? '';
  const isProof = ({ failed }: RecalledEvidence) => failed === undefined || hasFlagOf(rule, failed.input);
  // A rule without flags concerns every call, so only the calls to be shown are looked up.
  const isAny = hasFlagOf(rule, '');
  const recalled = await library.recall(newest(lesson, isAny ? limit : lesson.evidence.length));
  const proof = recalled.filter(isProof);
  if (isAny || proof.length === recalled.length) return { lesson: withoutMarks(lesson), calls: proof.slice(0, limit) };
  const evidence = proof.map((each) => each.evidence).reverse();
  return {
    lesson: {
      ...withoutMarks(lesson),
      evidence,
      occurrences: Math.max(evidence.length, lesson.occurrences - (recalled.length - proof.length)),
      sessions: Math.min(lesson.sessions, Math.max(1, new Set(evidence.map(({ session }) => session)).size)),
    },
    calls: proof.slice(0, limit),
  };
}

/** Removes the error lines: they serve to find a lesson, and mean nothing to people. */
function withoutMarks({ errors: _errors, ...lesson }: MemoryEntry): WhyReport['lesson'] {
  return lesson;
}

/** Returns the newest evidence of a lesson, newest first. */
function newest({ evidence }: MemoryEntry, limit: number): MemoryEntry['evidence'] {
  return [...evidence]
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .slice(-limit)
    .reverse();
}
