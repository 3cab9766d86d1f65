import type { Call } from '../../agents/call.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { chooseDestinations } from '../../delivery/context-files/destinations.ts';
import { makeRoots } from '../../failures/recovery/project-roots.ts';
import { addPlacebo, type BacktestInput, backtestProject, type ProjectBacktest } from '../../proof/backtest-project.ts';
import { sumUp } from '../../proof/figures.ts';
import type { FoldChoice } from '../../proof/folds.ts';
import type { DeliveryChoice } from '../../proof/freeze.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { type LearnRequest, withConfig } from '../configured-request.ts';
import { type Library, openLibrary } from '../history/session-history.ts';
import { chooseProjects, deliveryOptions } from '../learn/learn-project.ts';
import type { BacktestReport, ProjectFigures } from './backtest-report.ts';

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
      ...('split' in request.choice ? { split: request.choice.split.toISOString() } : {}),
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
      ...(nothing ? { nothing } : {}),
      read: library.read,
      notices: library.notices,
    };
  } finally {
    library.close();
  }
}

async function replayAll(
  projects: readonly Project[],
  library: Library,
  request: Awaited<ReturnType<typeof withConfig<BacktestRequest>>>,
): Promise<Run[]> {
  const timelines = await Promise.all(projects.map((project) => library.timeline(project)));
  const total = timelines.reduce((sum, spans) => sum + spans.length, 0);
  let done = 0;
  const runs: Run[] = [];
  for (const [index, project] of projects.entries()) {
    const input: BacktestInput = {
      project: project.id,
      spans: timelines[index] ?? [],
      read: (spans) => library.readSessions(spans),
      recall: ({ agent, id }) => library.recallText(agent, id),
      roots: makeRoots(project),
      choice: request.choice,
      delivery: await chooseDelivery(project, timelines[index] ?? [], request),
      onSession: () => request.onReplay?.(++done, total),
    };
    runs.push({ project, input, result: await backtestProject(input) });
  }
  return runs;
}

/** Chooses the files that the agents of these sessions read; sessions without a known agent count as Claude Code's. */
async function chooseDelivery(
  project: Project,
  spans: readonly { agent: string }[],
  request: Parameters<typeof deliveryOptions>[1],
): Promise<DeliveryChoice> {
  const options = deliveryOptions(project, request);
  const agents = spans.length > 0 ? [...new Set(spans.map(({ agent }) => agent))] : [DEFAULTS.agent];
  return { ...options, destinations: await chooseDestinations({ ...options, agents }) };
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
  const text = input.command ?? [name, input.path, input.pattern, ...Object.values(input.rest ?? {})].filter(Boolean).join(' ');
  return text.replace(/\s+/g, ' ').slice(0, 200);
}
