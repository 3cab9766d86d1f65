import type { Agent } from '../../agents/agent.ts';
import { findPlugins, listHookPlaces } from '../../agents/find-hooks.ts';
import type { HookScope } from '../../agents/hook-installer.ts';
import { isIgnoredByGit } from '../../delivery/git-ignored.ts';
import { findInstalled, type HookPlaces, type HookTask, type PlannedHooks } from '../../delivery/hooks/plan-hooks.ts';

/** An agent, and the changes planned for its hooks. */
export interface PlannedAgent {
  agent: Agent;
  task: HookTask;
  hooks: PlannedHooks;
}

/** The part of the request that notices depend on. */
interface NoticeRequest {
  action: 'install' | 'uninstall';
  scope: HookScope;
  /** The agents that the user named. */
  names: readonly string[];
  /** The hook's file. */
  hook: string;
}

/** Returns notices about the planned hooks, including steps that the user must take for them to run. */
export async function findNotices(
  planned: readonly PlannedAgent[],
  request: NoticeRequest,
  around: HookPlaces,
): Promise<string[]> {
  const foreign = planned.flatMap(({ agent, hooks }) => tellForeign(agent, hooks));
  const find = request.action === 'install' ? findInstallNotices : findUninstallNotices;
  const notices: string[] = foreign;
  for (const each of planned) notices.push(...(await find(each, request, around)));
  if (request.action === 'uninstall') return notices;
  if (request.scope === 'user' && /[\\/]_npx[\\/]/.test(request.hook))
    notices.push(
      'hardwon runs from the cache of npx, which npm clears now and then; after that, the hooks do nothing. Install it first: npm install --global hardwon',
    );
  if (request.scope === 'project' && planned.length > 0)
    notices.push(
      'The hooks start hardwon-hook, which must be on the PATH: npm install --global hardwon. On a machine without it, nothing happens.',
    );
  return notices;
}

async function findInstallNotices(
  { agent, task, hooks }: PlannedAgent,
  { scope }: NoticeRequest,
  around: HookPlaces,
): Promise<string[]> {
  const { path, refusal } = hooks;
  if (refusal) return [];
  if (path === undefined) return [noPlace(agent, scope)];
  const notices: string[] = [];
  const other = scope === 'user' ? 'project' : 'user';
  const also = await findInstalled(other, task, around);
  if (also !== undefined)
    notices.push(
      `${agent.title} also has hooks in ${also}: they would run twice. Remove them with: hardwon uninstall --${other}`,
    );
  for (const plugin of findPlugins(listHookPlaces(agent, around, around.projectRoot)))
    notices.push(
      `${agent.title} also has the hardwon plugin (${plugin}). Its hooks stay silent if the settings have them, so nothing is said twice; one of the two is enough.`,
    );
  if (hooks.isOff) notices.push(`${agent.title} runs no hooks at all: they are switched off in ${path}.`);
  if (hooks.change && agent.hooks?.caveat !== undefined) notices.push(`${agent.title}: ${agent.hooks.caveat}.`);
  if (scope === 'project' && (await isIgnoredByGit(path, around.projectRoot)))
    notices.push(`git ignores ${path}: nobody else gets these hooks.`);
  return notices;
}

async function findUninstallNotices(
  { agent, task, hooks }: PlannedAgent,
  { scope, names }: NoticeRequest,
  around: HookPlaces,
): Promise<string[]> {
  const other = scope === 'user' ? 'project' : 'user';
  const also = await findInstalled(other, task, around);
  return [
    ...(hooks.path === undefined && !hooks.refusal && names.length > 0 ? [noPlace(agent, scope)] : []),
    ...(also === undefined
      ? []
      : [`${agent.title} has hooks in ${also}. Remove them with: hardwon uninstall --${other}`]),
  ];
}

/** Reports hooks that name hardwon but were not written by it: they belong to someone else, and stay. */
function tellForeign({ title }: Agent, { path, foreign }: PlannedHooks): string[] {
  if (path === undefined || foreign === 0) return [];
  const what = foreign === 1 ? 'a hook that names hardwon and was' : `${foreign} hooks that name hardwon and were`;
  return [`${title}: ${path} has ${what} not written by it. It was left alone: check it yourself.`];
}

function noPlace({ title }: Agent, scope: HookScope): string {
  return `${title} has no settings in which hooks of a ${scope} could be.`;
}
