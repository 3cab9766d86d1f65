import type { HookAnswer, LiveClient } from '../live-client.ts';

/** How GitHub Copilot CLI speaks with hooks, by its documents: its model hears nothing but why a call was stopped. */
export const live: LiveClient = { name: 'copilot', hears: () => false, render };

/** Other answers than these it does not read. */
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
