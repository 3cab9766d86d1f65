import { existsSync } from 'node:fs';
import type { Agent, Places } from '../../agents/agent.ts';
import { chooseAgents } from '../../agents/choose-agents.ts';
import { type ContextPlaces, namedContext } from '../../agents/context.ts';
import { findHooks, listHookPlaces } from '../../agents/find-hooks.ts';
import { nameLogPlace } from '../../agents/log-place.ts';
import { findProject } from '../../sessions/projects/find-project.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import type { SessionSummary } from '../../sessions/read.ts';
import { relativeTo } from '../../shared/paths.ts';
import { type ConfiguredRequest, type LearnRequest, withConfig } from '../configured-request.ts';
import { openLibrary } from '../history/open-library.ts';
import type { Library } from '../history/session-history.ts';
import type { AgentFigures, AgentsReport, DescribedAgent } from './agents-report.ts';

/** The agents to look for, and the place to look from. */
export type AgentsRequest = Omit<
  LearnRequest,
  'all' | 'apply' | 'force' | 'fresh' | 'budget' | 'minConfidence' | 'since' | 'until'
>;

/** Describes the agents on this machine and the sessions they left. Reads only the new parts of their logs. */
export async function describeAgents(asked: AgentsRequest): Promise<AgentsReport> {
  const request = await withConfig(asked);
  const library = await openLibrary(request);
  try {
    const folder = request.project ?? request.cwd;
    const { project } = findProject(await library.projects(), folder);
    const own = new Set(project?.sessions);
    const sessions = await library.listSessions();
    const root = project?.exists ? project.root : findRepository(folder);
    const agents = chooseAgents(request.agents, request.known).map(async (agent) => {
      const all = sessions.filter((session) => session.agent === agent.name);
      const here = all.filter(({ session }) => own.has(session));
      return describeAgent(agent, { all, here: project ? here : undefined }, { library, asked, request, root });
    });
    return {
      schema: 1,
      project: project ? { name: project.name, root: project.root } : undefined,
      agents: (await Promise.all(agents)).sort(
        (a, b) => Number(b.found) - Number(a.found) || compare(b.lastAt ?? '', a.lastAt ?? ''),
      ),
      notices: library.notices,
    };
  } finally {
    library.close();
  }
}

/** The history that an agent is looked up in, the request as asked and as configured, and the project's folder, which may have hooks. */
interface AgentLookup {
  library: Library;
  asked: AgentsRequest;
  request: ConfiguredRequest<AgentsRequest>;
  root: string;
}

async function describeAgent(
  agent: Agent,
  { all, here }: { all: readonly SessionSummary[]; here?: readonly SessionSummary[] },
  { library, asked, request, root }: AgentLookup,
): Promise<DescribedAgent> {
  const places: Places = { home: request.home, env: request.env, folders: request.folders ?? {} };
  const files = library.read.agents.find(({ name }) => name === agent.name)?.files ?? 0;
  const logRoot = agent.root(places);
  const place = files > 0 ? nameLogPlace(logRoot, await agent.discover(places)) : logRoot;
  const movedBy = findMover(agent, places, asked);
  const user = findHooks(listHookPlaces(agent, places));
  const project = findHooks(listHookPlaces(agent, places, root)).filter((path) => !user.includes(path));
  return {
    name: agent.name,
    title: agent.title,
    found: files > 0,
    root: logRoot,
    place,
    isThere: existsSync(place),
    movedBy,
    files,
    ...sumUp(all),
    project: here ? sumUp(here) : undefined,
    reads: await listContextFiles(agent, { ...places, projectRoot: root }),
    hooks: { installed: user.length + project.length > 0, in: [...user, ...project], user, project },
  };
}

/** Returns the context files of an agent, by the names people use: those that exist, and those that lessons may be written to. */
async function listContextFiles(agent: Agent, places: ContextPlaces): Promise<string[]> {
  const context = (await agent.context?.(places)) ?? namedContext(places, agent.reads);
  const shared = context.shared.filter(
    ({ path, isMade, unless = [] }) => (isMade || existsSync(path)) && !unless.some((other) => existsSync(other)),
  );
  const files = [...shared, context.local, context.user, context.notes].filter((file) => file !== undefined);
  return files.map(({ path }) => {
    const inProject = relativeTo(places.projectRoot, path);
    const atHome = relativeTo(places.home, path);
    return inProject ?? (atHome === undefined ? path : `~/${atHome}`);
  });
}

/** Returns what moved the folder of an agent: an option, the configuration, or the first variable that changes it. */
function findMover(agent: Agent, places: Places, asked: AgentsRequest): string | undefined {
  if (asked.folders?.[agent.name] !== undefined) return '--agent-dir';
  if (places.folders?.[agent.name] !== undefined) return 'configuration';
  const root = agent.root(places);
  return agent.variables?.find((name) => agent.root({ ...places, env: { ...places.env, [name]: undefined } }) !== root);
}

function sumUp(sessions: readonly SessionSummary[]): AgentFigures {
  const ends = sessions.flatMap((session) => session.endedAt ?? session.startedAt ?? []);
  const last = ends.reduce((latest, end) => Math.max(latest, end), 0);
  return {
    sessions: sessions.length,
    calls: sessions.reduce((sum, session) => sum + session.calls, 0),
    failed: sessions.reduce((sum, session) => sum + session.failed, 0),
    lastAt: last === 0 ? undefined : new Date(last).toISOString(),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
