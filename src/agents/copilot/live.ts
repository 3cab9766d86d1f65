import type { HookAnswer, LiveClient } from '../live-client.ts';

/**
 * Describes how GitHub Copilot CLI talks to hooks, according to its documentation: its model only sees why a call was stopped.
 */
export const live: LiveClient = { name: 'copilot', hears: () => false, render };

/** Renders an answer. Copilot reads no other kinds of answers. */
function render(_event: string, answer: HookAnswer): object {
  switch (answer.kind) {
    case 'deny':
      return { permissionDecision: 'deny', permissionDecisionReason: answer.text };
    case 'rewrite':
      return { modifiedArgs: answer.input };
    default:
      return {};
  }
}
