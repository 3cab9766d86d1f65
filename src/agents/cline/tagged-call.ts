import { KINDS } from './tools.ts';

/** A call that a model wrote as tags, in versions and with models that have no tool calls. */
export interface TaggedCall {
  name: string;
  args: Record<string, string>;
}

/**
 * Finds the first call in a text: `<read_file><path>src/tide.ts</path></read_file>`. Clients run one per message. A tag counts
 * only at the beginning of a line, so that a model's remark about a tool is not taken for a call.
 */
export function findTaggedCall(text: string): TaggedCall | undefined {
  const ends = new Map<string, number>();
  for (const found of text.matchAll(/^\s{0,8}<([a-z_]{3,40})>/gm)) {
    const [tag, name = ''] = found;
    if (!Object.hasOwn(KINDS, name)) continue;
    const from = found.index + tag.length;
    // Files may contain the tag themselves: the last one closes it.
    const end = ends.get(name) ?? text.lastIndexOf(`</${name}>`);
    ends.set(name, end);
    if (end >= from) return { name, args: readArguments(text.slice(from, end)) };
  }
  return undefined;
}

function readArguments(text: string): Record<string, string> {
  const args: Record<string, string> = {};
  for (let at = 0; ; ) {
    const open = /<([a-z_]{1,40})>/.exec(text.slice(at));
    const name = open?.[1];
    if (open === null || name === undefined) return args;
    const from = at + open.index + open[0].length;
    const close = `</${name}>`;
    // Content and diffs may contain anything, and come last.
    const end = name === 'content' || name === 'diff' ? text.lastIndexOf(close) : text.indexOf(close, from);
    if (end < from) return args;
    args[name] ??= text.slice(from, end).replace(/^\n/, '').replace(/\n$/, '');
    at = end + close.length;
  }
}
