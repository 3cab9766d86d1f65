import type { HookEntry } from '../../../agents/hook-scripts.ts';
import { findMember, JsonSyntaxError, jsonValue, readJsonTree, requireObject } from '../../../config/jsonc.ts';
import { appendItem, renderJsonFile } from '../../../config/jsonc-edit.ts';
import { readConfigJson } from '../../../config/read-file.ts';

/**
 * Adds one hook to the settings and changes nothing else: comments, order and layout stay. An existing hook is not added again.
 */
export function addHookEntry(text: string | undefined, { event, matcher, ...rest }: HookEntry, path: string): string {
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', ...rest }] };
  if (text === undefined || text.trim() === '') return renderJsonFile({ hooks: { [event]: [group] } });
  return readConfigJson(text, path, (settings) => {
    const root = requireObject(settings, readJsonTree(settings), 'the settings');
    const member = findMember(root, 'hooks');
    if (!member) return appendItem(settings, root, { [event]: [group] }, 'hooks');
    const hooks = requireObject(settings, member, '"hooks"');
    const list = findMember(hooks, event);
    if (!list) return appendItem(settings, hooks, [group], event);
    if (list.kind !== 'list') throw new JsonSyntaxError(settings, list.from, `${JSON.stringify(event)} must be a list`);
    const isThere = list.items.some(({ node }) => JSON.stringify(jsonValue(node)).includes(JSON.stringify(rest.command)));
    return isThere ? settings : appendItem(settings, list, group);
  });
}
