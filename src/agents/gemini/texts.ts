import { asBlocks } from '../../shared/json-values.ts';

/** Returns the text of a message's content: a string, one part, or a list of parts. */
export function readTexts(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (typeof part === 'string' ? part : (asBlocks([part])[0]?.text ?? '')))
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n');
}

/** Returns the typed part of a message; empty for text that the client writes in the user's name. */
export function readTyped(content: unknown): string {
  let text = readTexts(content);
  for (let at = text.indexOf(HOOK); at >= 0; at = text.indexOf(HOOK)) {
    const end = text.indexOf('</hook_context>', at);
    text = text.slice(0, at) + (end < 0 ? '' : text.slice(end + '</hook_context>'.length));
  }
  // The files referenced with @ come after the typed text.
  const files = text.search(/\n--- Content from referenced files ---/);
  const typed = (files < 0 ? text : text.slice(0, files)).trim();
  return /^(?:<session_context>|<state_snapshot>|System: |This is the Gemini CLI\b)/.test(typed) ? '' : typed;
}

const HOOK = '<hook_context>';
