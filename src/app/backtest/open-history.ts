import { DEFAULTS } from '../../config/defaults.ts';
import { chooseDestinations } from '../../delivery/context-files/destinations.ts';
import { makeRoots } from '../../failures/recovery/project-roots.ts';
import type { BacktestInput } from '../../proof/backtest-project.ts';
import type { DeliveryChoice } from '../../proof/freeze.ts';
import type { Project } from '../../sessions/projects/project.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import { readKnowledge } from '../../team/knowledge.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import type { Library } from '../history/session-history.ts';
import { deliveryOptions } from '../learn/learn-project.ts';
import type { BacktestRequest } from './backtest.ts';

/** Opens the history of a project for a replay. */
export async function openHistory(
  library: Library,
  project: Project,
  request: ConfiguredRequest<Omit<BacktestRequest, 'onProgress' | 'onReplay'>>,
): Promise<BacktestInput> {
  const spans = await library.timeline(project);
  return {
    project: project.id,
    spans,
    read: (wanted) => library.readSessions(wanted),
    recall: ({ agent, id }) => library.recallText(agent, id),
    roots: makeRoots(project),
    choice: request.choice,
    delivery: await chooseDelivery(project, spans, request),
    ...(await findElsewhere(project, request)),
  };
}

/** Returns the lessons of the team, each from the moment at which enough people had found it. */
async function findElsewhere(
  project: Project,
  request: ConfiguredRequest<object> & UserHome,
): Promise<Pick<BacktestInput, 'elsewhere'>> {
  const known = readKnowledge(findOwnFolders(request).data, request.team?.url);
  if (!known) return {};
  const [{ asEntry, isReady, listTeamLessons }, { projectKeyOf }] = await Promise.all([
    import('../../team/team-lessons.ts'),
    import('../../team/project-key.ts'),
  ]);
  const key = projectKeyOf(project);
  const elsewhere = listTeamLessons(known, key)
    .filter(isReady)
    .flatMap((lesson) =>
      lesson.readyAt === undefined
        ? []
        : [{ lesson: asEntry(lesson), since: lesson.readyAt, onlyConfirms: lesson.group.project !== key }],
    );
  return { elsewhere };
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
