import type { Client } from '../client.ts';

/** Codex with the word of the user that hooks may run, which a person gives once. */
export function trustingHooks(codex: Client): Client {
  return {
    ...codex,
    start(prompt, isResumed) {
      const { program, args } = codex.start(prompt, isResumed);
      return { program, args: [...args.slice(0, -1), '--dangerously-bypass-hook-trust', prompt] };
    },
  };
}
