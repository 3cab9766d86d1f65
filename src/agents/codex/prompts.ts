/** Prefixes of messages that the client wrote, not a person. */
const NOT_TYPED = [
  '# AGENTS.md instructions',
  '<user_instructions>',
  '<environment_context>',
  '<permissions instructions>',
  '<INSTRUCTIONS>',
  '<turn_aborted>',
  '<skill>',
  '<recommended_plugins>',
  '<subagent_notification>',
  '<user_shell_command>',
  '<user_action>',
  'Another language model started to solve this problem',
];

/** The heading that the editor puts before a person's words. */
const REQUEST = '## My request for Codex:';

/** Returns the part of a message that a person typed; undefined if the client wrote it. */
export function cleanPrompt(text: string): string | undefined {
  const request = text.startsWith('# Context from my IDE setup:') ? text.lastIndexOf(REQUEST) : -1;
  const typed = (request < 0 ? text : text.slice(request + REQUEST.length)).trim();
  if (typed === '' || NOT_TYPED.some((start) => typed.startsWith(start))) return undefined;
  return typed;
}
