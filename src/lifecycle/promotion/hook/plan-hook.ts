import type { HookEntry, HookScripts } from '../../../agents/hook-scripts.ts';
import { agents } from '../../../agents/registry.ts';
import { findMember, JsonSyntaxError, jsonValue, readJsonTree, requireObject } from '../../../config/jsonc.ts';
import { appendItem, renderJsonFile } from '../../../config/jsonc-edit.ts';
import { readConfigJson } from '../../../config/read-file.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CommandRule, readCommandRule } from '../command-rule.ts';
import { readErrorRule } from '../error-rule.ts';
import { type LessonText, slugOf } from '../lesson-text.ts';
import type { PlannedTargets, PromotionTask } from '../plan-promotion.ts';
import { renderHook } from './render-hook.ts';

/**
 * Writes a hook script and declares it in the settings of the project's agents: before a command, after a failure, or at the
 * start of a session.
 */
export async function planHook({ entry, text, drafts, request }: PromotionTask): Promise<PlannedTargets> {
  const hosts = await findHosts(request.agents);
  const rule = request.run ? undefined : readCommandRule(entry.trigger);
  const error = request.run ? undefined : readErrorRule(entry.trigger);
  const run = request.run ? findCommand(text, readCommandRule(entry.trigger)) : undefined;
  const script = request.target ?? `${hosts[0]?.folder}/hardwon-${text.id}-${slugOf(text.title, 32)}.mjs`;
  if (!/^[\w./-]+\.m?js$/.test(script))
    throw new AppError('usage', `${script} cannot be a hook script.`, {
      hint: 'Its name must end with .mjs and contain only letters, digits, dots, dashes and slashes.',
    });
  await drafts.create(script, renderHook({ text, rule, error, run }));
  for (const host of hosts) {
    const event = rule
      ? { event: 'PreToolUse', matcher: 'Bash' }
      : { event: error ? host.failureEvent : 'SessionStart', matcher: error?.command ? 'Bash' : undefined };
    const settings = addHookEntry(
      await drafts.read(host.settings),
      { ...event, ...host.start(script), timeout: timeoutOf(run !== undefined) },
      host.settings,
    );
    await drafts.write(host.settings, settings);
  }
  const when = rule
    ? `before a command that matches ${text.trigger}${rule.isText ? '' : ', once in a session'}`
    : error
      ? `after a call that failed with the error of ${text.trigger}`
      : 'when a session begins';
  const does = run === undefined ? 'It runs no command.' : `It runs \`${run}\` at the start of every session.`;
  const declared = hosts.map(({ settings }) => settings).join(' and ');
  return {
    targets: [script],
    notes: [
      `It is declared in ${declared}, and tells the agent ${when}. ${does}`,
      ...hosts.flatMap(({ caveat }) => caveat ?? []),
    ],
  };
}

/** Timeout in seconds: a message takes a tenth of one, a command that prepares something may take longer. */
const timeoutOf = (runs: boolean) => (runs ? 120 : 10);

/** Returns the agents of the project that run scripts as hooks; if none of them does, the first known agent that can. */
async function findHosts(names: readonly string[]): Promise<HookScripts[]> {
  const able = agents.filter(({ hookScripts }) => hookScripts);
  const wanted = able.filter(({ name }) => names.includes(name));
  const hosts = wanted.length > 0 ? wanted : able.slice(0, 1);
  return (await Promise.all(hosts.map(({ hookScripts }) => hookScripts?.()))).filter((host) => host !== undefined);
}

/** Finds the command that a lesson wants to be run: the one its trigger waits for, or the one its guidance names. */
function findCommand({ id, guidance }: LessonText, rule: CommandRule | undefined): string {
  const named = rule?.needs ?? /\b(?:run|execute|start|call|use) `([^`]{1,200})`/i.exec(guidance)?.[1];
  if (named !== undefined && named.trim() !== '') return named.trim();
  throw new AppError('usage', `${id} names no command that a hook could run.`, {
    hint: 'Its guidance must say: Run `the command`. Without --run the hook tells the agent instead.',
  });
}

/**
 * Adds one hook to the settings and changes nothing else: comments, order and layout stay. An existing hook is not added again.
 */
export function addHookEntry(text: string | undefined, { event, matcher, ...rest }: HookEntry, path: string): string {
  const group = { matcher, hooks: [{ type: 'command', ...rest }] };
  if (text === undefined || text.trim() === '') return renderJsonFile({ hooks: { [event]: [group] } });
  return readConfigJson(text, path, (settings) => {
    const root = requireObject(settings, readJsonTree(settings), 'the settings');
    const member = findMember(root, 'hooks');
    if (!member) return appendItem(settings, root, { [event]: [group] }, 'hooks');
    const hooks = requireObject(settings, member, '"hooks"');
    const list = findMember(hooks, event);
    if (!list) return appendItem(settings, hooks, [group], event);
    if (list.kind !== 'list') throw new JsonSyntaxError(settings, list.from, `${JSON.stringify(event)} must be a list`);
    const isThere = list.items.some(({ node }) =>
      JSON.stringify(jsonValue(node)).includes(JSON.stringify(rest.command)),
    );
    return isThere ? settings : appendItem(settings, list, group);
  });
}
