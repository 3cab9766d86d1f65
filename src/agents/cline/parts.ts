import { asBlocks, asJson, asText, type Json, joinText } from '../../shared/json-values.ts';
import { insideTag } from '../text.ts';
import { KINDS } from './tools.ts';

/** A call in the form of a message from the model. */
export interface SentPart {
  /** The provider's id; absent if the model wrote the call as tags. */
  id?: string;
  name: string;
  args: Json;
}

/** A result in the form of a message to the model. */
export interface ResultPart {
  /** The id of the call, or the name of its tool if there is none. */
  id?: string;
  name?: string;
  text: string;
}

/** Lists the calls in a message from the model: separate blocks, else one written as tags. */
export function listSent(content: unknown): SentPart[] {
  const uses = asBlocks(content).filter((block) => block.type === 'tool_use');
  if (uses.length > 0) {
    return uses.map((block) => {
      const id = asText(block.id);
      return { name: asText(block.name) ?? '', args: asJson(block.input), id };
    });
  }
  const tagged = findTaggedCall(joinText(content));
  return tagged === undefined ? [] : [tagged];
}

/** Splits a message to the model into results and the texts around them. */
export function splitContent(content: unknown): { results: ResultPart[]; texts: string[] } {
  const blocks: Json[] = typeof content === 'string' ? [{ type: 'text', text: content }] : asBlocks(content);
  const results: ResultPart[] = [];
  const texts: string[] = [];
  /** A result whose text is in the blocks that follow. */
  let open: ResultPart | undefined;
  for (const block of blocks) {
    if (block.type === 'tool_result') {
      const id = asText(block.tool_use_id);
      results.push({ text: joinText(block.content), id });
      open = undefined;
    }
    const text = block.type === 'text' ? asText(block.text) : undefined;
    if (text === undefined) continue;
    const heading = readHeading(text);
    if (heading !== undefined) {
      results.push(heading);
      open = heading.text === '' ? heading : undefined;
    } else if (open !== undefined && !isFrame(text)) {
      open.text = text;
      open = undefined;
    } else texts.push(text);
  }
  return { results, texts };
}

/** Returns the text that a person typed, as far as the client marks it. */
export function findTyped(text: string): string | undefined {
  const tag = /^\s{0,8}(?:[^<\n]{0,300}\n)?<(task|feedback|user_message|answer)>/.exec(text)?.[1];
  const typed = tag === undefined ? undefined : insideTag(text, tag)?.trim();
  return typed === '' ? undefined : typed;
}

/** Returns the working directory that the client names to the model. */
export function findWorkingFolder(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const found = text.includes('<environment_details>')
      ? /^# Current (?:Working|Workspace) Directory \((.{1,1000})\) Files$/m.exec(text)?.[1]
      : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads `[read_file for 'src/tide.ts'] Result:` and the text that follows. */
function readHeading(text: string): ResultPart | undefined {
  const name = /^\[([a-z_]{3,60})(?: |\])/.exec(text)?.[1];
  const at = name === undefined ? -1 : text.indexOf('] Result:');
  if (name === undefined || at < 0) return undefined;
  return { name, text: withoutFrame(text.slice(at + '] Result:'.length)).trim() };
}

/** Removes the frame around a text: some forks put everything into one text. */
function withoutFrame(text: string): string {
  const at = text.lastIndexOf('\n<environment_details>');
  return at < 0 ? text : text.slice(0, at);
}

function isFrame(text: string): boolean {
  return /^\s{0,8}<(?:environment_details|task|feedback|user_message)>/.test(text);
}

/** A call that a model wrote as tags, in versions and with models that have no tool calls. */
interface TaggedCall {
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
