import type { Call } from '../../agents/call.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { addPlacebo, type BacktestInput, backtestProject, type ProjectBacktest } from '../../proof/backtest-project.ts';
import { sumUp } from '../../proof/figures.ts';
import type { FoldChoice } from '../../proof/folds.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { type ConfiguredRequest, type LearnRequest, withConfig } from '../configured-request.ts';
import { openLibrary } from '../history/open-library.ts';
import type { Library } from '../history/session-history.ts';
import { chooseProjects } from '../learn/choose-projects.ts';
import type { BacktestReport, ProjectFigures } from './backtest-report.ts';
import { openHistory } from './open-history.ts';

/** The sessions to replay, and the options for it. */
export interface BacktestRequest extends Omit<LearnRequest, 'apply' | 'force' | 'fresh'> {
  choice: FoldChoice;
  /** Called as sessions are replayed. */
  onReplay?: (done: number, total: number) => void;
}

interface Run {
  project: Project;
  input: BacktestInput;
  result: ProjectBacktest;
}

/** Replays history to find what each session would have been told by the lessons learned before it. Changes only the index. */
export async function backtest(asked: BacktestRequest): Promise<BacktestReport> {
  const request = await withConfig(asked);
  const library = await openLibrary(request);
  try {
    const { projects, nothing } = await chooseProjects(await library.projects(), request);
    const runs = await replayAll(projects, library, request);
    const donors = await addPlacebos(runs);
    const tallies = runs.flatMap(({ result }) => result.tallies);
    const agents = [...new Set(tallies.map(({ agent }) => agent))].sort();
    return {
      schema: 1,
      at: request.now.toISOString(),
      folds: 'split' in request.choice ? 1 : request.choice.folds,
      split: 'split' in request.choice ? request.choice.split.toISOString() : undefined,
      budget: request.budget ?? DEFAULTS.budget,
      total: sumUp(tallies, donors),
      agents: agents.map((agent) => ({
        agent,
        ...sumUp(
          tallies.filter((tally) => tally.agent === agent),
          donors,
        ),
      })),
      projects: runs.map((run) => describeRun(run, donors)),
      ...countTeam(runs),
      nothing,
      read: library.read,
      notices: library.notices,
    };
  } finally {
    library.close();
  }
}

/** Replays the projects, the largest first. */
async function replayAll(
  projects: readonly Project[],
  library: Library,
  request: ConfiguredRequest<BacktestRequest>,
): Promise<Run[]> {
  const timelines = await Promise.all(projects.map((project) => library.timeline(project)));
  const total = timelines.reduce((sum, spans) => sum + spans.length, 0);
  let done = 0;
  const onSession = () => request.onReplay?.(++done, total);
  const runs: Run[] = [];
  for (const project of projects) {
    const input = await openHistory(library, project, request);
    runs.push({ project, input, result: await backtestProject({ ...input, onSession }) });
  }
  return runs;
}

/** Counts the lessons of the team that took part, each once. */
function countTeam(runs: readonly Run[]): Pick<BacktestReport, 'team'> {
  const known = runs
    .flatMap(({ input }) => input.elsewhere ?? [])
    .filter(({ onlyConfirms }) => !onlyConfirms)
    .map(({ lesson }) => lesson.fingerprint);
  return runs.some(({ input }) => input.elsewhere !== undefined) ? { team: { lessons: new Set(known).size } } : {};
}

/** Shows each project the lessons of the next one that has any. With fewer than two such projects there is nothing to shuffle. */
async function addPlacebos(runs: readonly Run[]): Promise<boolean> {
  const donors = runs.filter(({ result }) => result.folds.some(({ lessons }) => lessons.length > 0));
  if (donors.length < 2) return false;
  for (const [index, run] of runs.entries()) {
    const others = [...runs.slice(index + 1), ...runs.slice(0, index)];
    const donor = others.find((other) => donors.includes(other));
    if (donor) await addPlacebo(run.input, run.result, donor.result.folds);
  }
  return true;
}

function describeRun({ project, result }: Run, hasPlacebo: boolean): ProjectFigures {
  const { learnedFrom, folds, tallies, cases } = result;
  return {
    id: project.id,
    name: project.name,
    root: project.root,
    learnedFrom,
    folds: folds.map(({ at, lessons, tokens }) => ({
      at: new Date(at).toISOString(),
      ready: lessons.length,
      delivered: lessons.filter(({ isDelivered }) => isDelivered).length,
      triggers: lessons.filter(({ warns }) => warns).length,
      tokens,
    })),
    ...sumUp(tallies, hasPlacebo),
    cases: cases.map(({ call, ...rest }) => ({
      at: new Date(call.at).toISOString(),
      agent: call.agent,
      session: call.session,
      call: call.id,
      tried: describeCall(call),
      ...rest,
    })),
  };
}

/** Returns the input of a call on one line. It is already redacted in the index. */
function describeCall({ name, input }: Pick<Call, 'name' | 'input'>): string {
  const text =
    input.command ?? [name, input.path, input.pattern, ...Object.values(input.rest ?? {})].filter(Boolean).join(' ');
  return text.replace(/\s+/g, ' ').slice(0, 200);
}
