import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Agent, Places } from '../../agents/agent.ts';
import { findAgent } from '../../agents/find-agent.ts';
import { startHook } from '../../agents/hook-command.ts';
import type { HookInstaller, HookScope } from '../../agents/hook-installer.ts';
import type { LiveConfig } from '../../config/config.ts';
import { type AppliedPlan, planAndApply } from '../../delivery/apply.ts';
import type { Change } from '../../delivery/change.ts';
import { diffPlan } from '../../delivery/diff.ts';
import { findMadeFolders } from '../../delivery/hooks/find-original.ts';
import { findHookFile } from '../../delivery/hooks/hook-file.ts';
import { type HookPlaces, type HookTask, type PlannedHooks, planHooks } from '../../delivery/hooks/plan-hooks.ts';
import { removeEmptyFolders } from '../../delivery/restore.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { type LearnRequest, withConfig } from '../configured-request.ts';
import type { FileChange } from '../learn/learn-report.ts';
import { findNotices, type PlannedAgent } from './install-notices.ts';
import type { InstalledAgent, InstallReport } from './install-report.ts';

/** The hooks to install, the agents to install them for, and the command that starts them. */
export interface InstallRequest extends Pick<LearnRequest, 'cwd' | 'home' | 'env' | 'now' | 'configPath'> {
  action: 'install' | 'uninstall';
  scope: HookScope;
  /**
   * Names of agents; the first part is enough: `claude`. `all`: every agent. None: agents used here, or that have hooks.
   */
  names: readonly string[];
  /** Whether to write the changes. */
  apply: boolean;
  /** Absolute paths of Node and of the hook's file. */
  node: string;
  hook: string;
  /** A value of `process.platform`. */
  platform: string;
}

/** An agent that hooks can be installed for. */
type HookedAgent = Agent & { hooks: HookInstaller };

/** Adds hooks to the settings of agents, or removes them. A dry run unless `apply` is set. */
export async function installHooks(asked: InstallRequest): Promise<InstallReport> {
  const request = await withConfig({ ...asked, folders: {} });
  const root = findRepository(request.cwd);
  // Folders named for reading logs are often copies: no agent runs from them.
  const places: Places = { home: request.home, env: request.env };
  const around = { ...places, projectRoot: root, dataDir: findOwnFolders(request).data };
  const known = request.known.filter(isHooked);
  if (request.scope === 'project' && root === findRepository(request.home))
    throw new AppError('usage', `${root} is your home folder, not a project.`, {
      hint: 'Go to a project, or leave out --project.',
    });
  const agents = pickAgents(request, { known, problems: request.problems, places });
  const plan = async () => planAll(agents, request, around);
  const done = request.apply
    ? await planAndApply(plan, { dataDir: around.dataDir, now: request.now })
    : { plan: await plan(), written: [] };
  const { changes, refusals, planned } = done.plan;
  const removed = changes.filter(({ after }) => after === undefined);
  if (request.apply)
    for (const { path } of removed) await removeEmptyFolders(await findMadeFolders(around.dataDir, path));
  // A user who asks to remove everything is told what there was.
  const isAnswer = ({ hooks }: PlannedAgent) =>
    request.names.length > 0 || request.action === 'install' || hooks.isInstalled || hooks.refusal;
  return {
    schema: 1,
    at: request.now.toISOString(),
    action: request.action,
    scope: request.scope,
    root,
    applied: done.written.length > 0,
    agents: planned.filter(isAnswer).map(({ agent, hooks }) => describeAgent(agent, hooks, request)),
    changes: await describeChanges(root, changes, request),
    refusals: refusals.map(({ message }) => message),
    notices: [...request.problems, ...(await findNotices(planned, request, around))],
  };
}

interface InstallPlan extends AppliedPlan {
  planned: (PlannedAgent & { agent: HookedAgent })[];
}

/** Whether agents ask the user which lessons of a session to keep. */
function isAsking({ live }: { live?: LiveConfig }): boolean {
  return live?.stop === 'ask';
}

type Configured = InstallRequest & { live?: LiveConfig };

async function planAll(agents: readonly HookedAgent[], request: Configured, around: HookPlaces): Promise<InstallPlan> {
  const { action, scope, node, hook, platform } = request;
  const planned: InstallPlan['planned'] = [];
  for (const agent of agents) {
    const windowsShell = agent.hooks.windowsShell ?? 'bash';
    const start = startHook({ scope, agent: agent.name, node, hook, platform, windowsShell, asks: isAsking(request) });
    const task: HookTask = { hooks: agent.hooks, start, action };
    planned.push({ agent, task, hooks: await planHooks(task, around) });
  }
  return {
    projectRoot: around.projectRoot,
    planned,
    changes: planned.flatMap(({ hooks }) => hooks.change ?? []),
    refusals: planned.flatMap(({ hooks }) => hooks.refusal ?? []),
  };
}

function isHooked(agent: Agent): agent is HookedAgent {
  return agent.hooks !== undefined;
}

interface Choice {
  known: readonly HookedAgent[];
  problems: readonly string[];
  places: Places;
}

function pickAgents({ names, action }: InstallRequest, { known, problems, places }: Choice): HookedAgent[] {
  // Hooks in a project may belong to agents that only other people use.
  if (names.includes('all') || (names.length === 0 && action === 'uninstall')) return [...known];
  if (names.length === 0) return known.filter((agent) => isHere(agent, places));
  const picked = names.map((name) => {
    const agent = findAgent(name, known) ?? known.find((each) => each.name.startsWith(`${name}-`));
    if (agent) return agent;
    throw new AppError('usage', `Hooks cannot be installed for an agent called ${name}.`, {
      hint: [...problems, `They can for ${known.map((each) => each.name).join(', ')}.`].join('\n  '),
    });
  });
  return [...new Set(picked)];
}

/** Whether an agent was ever used on this machine: it has logs, or a settings folder. */
function isHere(agent: HookedAgent, places: Places): boolean {
  if (existsSync(agent.root(places))) return true;
  try {
    const file = findHookFile(agent.hooks, 'user', places, places.home);
    return file !== undefined && existsSync(dirname(file.path));
  } catch {
    // A mistake in an adapter, which is reported when the adapter is named.
    return false;
  }
}

/** Returns redacted diffs: settings contain keys more often than other files, and a diff shows the lines around a change. */
async function describeChanges(
  root: string,
  changes: readonly Change[],
  { home, allowed }: { home: string; allowed: readonly string[] },
): Promise<FileChange[]> {
  const diffs = diffPlan({ projectRoot: root, changes }, home);
  const texts = await createRedactor({ allow: allowed }).redact(diffs.map(({ text }) => text));
  return diffs.map(({ name, action }, index) => {
    return { path: changes[index]?.path ?? name, name, action, diff: texts[index] ?? '' };
  });
}

function describeAgent(agent: HookedAgent, hooks: PlannedHooks, request: Configured): InstalledAgent {
  const wanted = agent.hooks.form === 'json' ? agent.hooks.events : [];
  const events = wanted.filter(({ isForAsking }) => isAsking(request) || !isForAsking).map(({ name }) => name);
  return {
    name: agent.name,
    title: agent.title,
    path: hooks.path,
    state: describeState(hooks, request.action),
    events,
  };
}

function describeState(
  { refusal, change, isInstalled }: PlannedHooks,
  action: InstallRequest['action'],
): InstalledAgent['state'] {
  if (refusal) return 'refused';
  if (!change) return isInstalled ? 'current' : 'none';
  if (action === 'uninstall') return 'removed';
  return isInstalled ? 'updated' : 'new';
}
