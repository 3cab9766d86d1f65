import { toSafeLine } from '../markdown-safe.ts';

/**
 * A lesson's guidance as a hook says it. Clients put what hooks say between tags of their own (`<system-reminder>`, `<hook_context>`):
 * a text that holds such a tag, in code too, could end its frame and go on as somebody else.
 */
export function toFramedLine(text: string): string {
  return toSafeLine(text).replace(FRAME, (tag) => tag.replace('<', '‹'));
}

/** Tags with a hyphen or an underscore in their name, and those of conversations. Shells and HTML have none of them. */
const FRAME = /<\/?(?:[a-z]+[-_][\w-]*|system|user|human|assistant|tool|result|invoke|function)(?=[\s>:/]|$)/gi;
