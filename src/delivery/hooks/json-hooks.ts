import { isDeepStrictEqual } from 'node:util';
import { isHookCommand, mayHoldHook } from '../../agents/hook-command.ts';
import type { InstalledStart, JsonHooks } from '../../agents/hook-installer.ts';
import {
  findMember,
  type JsonList,
  type JsonNode,
  type JsonObject,
  JsonSyntaxError,
  jsonValue,
  parseJsonc,
  readJsonTree,
  requireObject,
} from '../../config/jsonc.ts';
import { appendItem, type JsonContainer, removeItem, renderJsonFile, replaceItem } from '../../config/jsonc-edit.ts';
import { readConfigJson } from '../../config/read-file.ts';

/**
 * Returns the settings with hardwon's hooks, and with nothing else changed. Entries of an earlier release are replaced in place.
 */
export function addJsonHooks(text: string | undefined, hooks: JsonHooks, start: InstalledStart, path: string): string {
  const wanted = wantedEntries(hooks, start);
  if (text === undefined || text.trim() === '')
    return renderJsonFile({ ...hooks.frame, [memberOf(hooks)]: Object.fromEntries(wanted) });
  return settle(text, hooks, wanted, path);
}

/**
 * Returns the settings without hardwon's hooks, and without anything that existed for them alone; undefined if nothing is left.
 */
export function removeJsonHooks(text: string, hooks: JsonHooks, path: string): string | undefined {
  const rest = settle(text, hooks, new Map(), path);
  return rest === text || !isBare(rest, hooks) ? rest : undefined;
}

/**
 * Whether settings contain an entry of hardwon's. Those that do not mention it are not even parsed, so that broken ones block
 * nobody.
 */
export function hasJsonHooks(text: string, hooks: JsonHooks, path: string): boolean {
  return mayHoldHook(text) && settle(text, hooks, new Map(), path) !== text;
}

/** Whether the settings prevent the agent from running any hooks. */
export function areJsonHooksOff(text: string, { off }: JsonHooks, path: string): boolean {
  if (!off || text.trim() === '') return false;
  let node: JsonNode | undefined = readConfigJson(text, path, readJsonTree);
  for (const key of off.member.split('.')) node = node?.kind === 'object' ? findMember(node, key) : undefined;
  return node?.kind === 'scalar' && node.value === off.value;
}

/** Returns the command lines below the member that contains hooks; none if the settings are broken. */
export function listJsonCommands(text: string, hooks: JsonHooks): string[] {
  if (!mayHoldHook(text)) return [];
  try {
    const settings: unknown = parseJsonc(text);
    return typeof settings === 'object' && settings !== null ? listTexts(Object(settings)[memberOf(hooks)], 0) : [];
  } catch (error) {
    if (error instanceof JsonSyntaxError) return [];
    throw error;
  }
}

/** The maximum depth: settings are a few levels deep. */
const DEEPEST = 8;

function listTexts(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((inner) => listTexts(inner, depth + 1));
}

type Entries = ReadonlyMap<string, readonly unknown[]>;

function wantedEntries(hooks: JsonHooks, start: InstalledStart): Entries {
  const wanted = new Map<string, unknown[]>();
  for (const { name, matcher } of hooks.events.filter(({ isForAsking }) => start.asks || !isForAsking)) {
    const entry = {
      type: 'command',
      command: start.command(name),
      ...(hooks.windowsMember && start.scope === 'project'
        ? { [hooks.windowsMember]: start.windowsCommand(name) }
        : {}),
      ...hooks.extra,
    };
    const matched = matcher === undefined ? {} : { matcher };
    const item = hooks.isFlat ? { ...entry, ...matched } : { ...matched, hooks: [entry] };
    wanted.set(name, [...(wanted.get(name) ?? []), item]);
  }
  return wanted;
}

/** More edits than any settings need: a mistake of ours must not loop for ever. */
const MOST_EDITS = 1000;

/** Makes one edit after the other, parsing the text anew each time, until the settings are as wanted. */
function settle(text: string, hooks: JsonHooks, wanted: Entries, path: string): string {
  let current = text;
  for (let edits = 0; edits < MOST_EDITS; edits++) {
    const next = readConfigJson(current, path, (settings) => editOnce(settings, hooks, wanted));
    if (next === undefined) return current;
    current = next;
  }
  throw new Error(`hooks in ${path} were not settled after ${MOST_EDITS} edits`);
}

function editOnce(text: string, hooks: JsonHooks, wanted: Entries): string | undefined {
  const member = memberOf(hooks);
  const root = requireObject(text, readJsonTree(text), 'the settings');
  const missing = Object.entries(hooks.frame ?? {}).find(([key]) => wanted.size > 0 && !findMember(root, key));
  if (missing) return appendItem(text, root, missing[1], missing[0]);
  const found = findMember(root, member);
  if (!found) return wanted.size === 0 ? undefined : appendItem(text, root, Object.fromEntries(wanted), member);
  const events = requireObject(text, found, JSON.stringify(member));
  const names = new Set([...events.items.map(({ key }) => key), ...wanted.keys()]);
  for (const name of names) {
    const edited = editEvent(text, {
      root,
      member,
      events,
      name,
      entries: wanted.get(name) ?? [],
      hooks,
    });
    if (edited !== undefined) return edited;
  }
  return undefined;
}

interface EventPlace {
  root: JsonObject;
  member: string;
  events: JsonObject;
  name: string;
  /** The entries wanted for it. */
  entries: readonly unknown[];
  hooks: JsonHooks;
}

function editEvent(text: string, { root, member, events, name, entries, hooks }: EventPlace): string | undefined {
  const list = findMember(events, name);
  if (!list) return entries.length === 0 ? undefined : appendItem(text, events, entries, name);
  if (list.kind !== 'list') {
    // Parts that are not for us, or not as the agent expects them, are none of our business.
    if (entries.length === 0) return undefined;
    throw new JsonSyntaxError(text, list.from, `${JSON.stringify(name)} must be a list`);
  }
  const way = [stepTo(root, member), stepTo(events, name)];
  const own = list.items.flatMap(({ node }, index) => (isOwnItem(node, hooks) ? [index] : []));
  for (const [rank, index] of own.entries()) {
    const item = list.items[index];
    if (rank >= entries.length) return removeWithShell(text, [...way, { container: list, index }]);
    if (item && !isDeepStrictEqual(jsonValue(item.node), entries[rank]))
      return replaceItem(text, list, item, entries[rank]);
  }
  const mixed = hooks.isFlat ? undefined : findMixed(list, hooks);
  if (mixed) return removeItem(text, mixed.container, mixed.index);
  return own.length < entries.length ? appendItem(text, list, entries[own.length]) : undefined;
}

interface Step {
  container: JsonContainer;
  index: number;
}

/** Removes an item, and the containers around it that would be left empty, with neither a value nor a comment. */
function removeWithShell(text: string, way: readonly Step[]): string {
  const [last, ...outer] = way.toReversed();
  if (!last) return text;
  const parent = outer[0];
  const isShell = last.container.items.length === 1 && !hasComment(text, last.container);
  return parent && isShell ? removeWithShell(text, outer.toReversed()) : removeItem(text, last.container, last.index);
}

function hasComment(text: string, { items, from, to }: JsonContainer): boolean {
  let between = '';
  let at = from + 1;
  for (const item of items) {
    between += text.slice(at, item.from);
    at = item.to;
  }
  return (between + text.slice(at, to - 1)).includes('/');
}

/** Whether an item of an event's list is ours: an entry, or a group of which every entry is. */
function isOwnItem(node: JsonNode, hooks: JsonHooks): boolean {
  if (hooks.isFlat) return isOwnEntry(node, hooks);
  const entries = node.kind === 'object' ? findMember(node, 'hooks') : undefined;
  return (
    entries?.kind === 'list' &&
    entries.items.length > 0 &&
    entries.items.every((entry) => isOwnEntry(entry.node, hooks))
  );
}

/** Finds an entry of ours among those of somebody else: a group that was assembled by hand. */
function findMixed(list: JsonList, hooks: JsonHooks): Step | undefined {
  for (const { node } of list.items) {
    const container = node.kind === 'object' ? findMember(node, 'hooks') : undefined;
    if (container?.kind !== 'list' || isOwnItem(node, hooks)) continue;
    const index = container.items.findIndex((entry) => isOwnEntry(entry.node, hooks));
    if (index >= 0) return { container, index };
  }
  return undefined;
}

/**
 * Whether an entry starts the hook and nothing else: every text in it is a command line of ours, or belongs to an entry as we
 * write it.
 */
function isOwnEntry(node: JsonNode, { extra = {}, isFlat = false }: JsonHooks): boolean {
  if (node.kind !== 'object') return false;
  const command = findMember(node, 'command');
  if (command?.kind !== 'scalar' || typeof command.value !== 'string') return false;
  return node.items.every(({ key, node: value }) => {
    if (value.kind !== 'scalar') return false;
    if (typeof value.value !== 'string' || isHookCommand(value.value)) return true;
    if (key === 'matcher') return isFlat;
    return key !== 'command' && (key === 'type' ? value.value === 'command' : key !== undefined && key in extra);
  });
}

/** Whether the text is only `{}`, or only what the file must contain. */
function isBare(text: string, { frame = {} }: JsonHooks): boolean {
  if (/^\{\s*\}$/.test(text.trim())) return true;
  return Object.keys(frame).length > 0 && !text.includes('/') && isDeepStrictEqual(parseJsonc(text), frame);
}

function memberOf(hooks: JsonHooks): string {
  return hooks.member ?? 'hooks';
}

function stepTo(container: JsonObject, key: string): Step {
  return { container, index: container.items.findIndex((item) => item.key === key) };
}
