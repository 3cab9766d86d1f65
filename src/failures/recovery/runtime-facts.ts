import type { Failure } from '../failure.ts';

/** Whether the project wants another version of what ran, or another program of its kind. */
export function isRuntime({ kind }: Failure): boolean {
  return kind === 'wrong-runtime' || kind === 'wrong-manager';
}

/** What a lesson about the wrong runtime needs to give its reason: the rule that knew it, and what the error names. */
export function runtimeFacts(failure: Failure): Record<string, string> {
  if (!isRuntime(failure)) return {};
  const { rule, subject, suggestion } = failure;
  return {
    ...(rule === undefined ? {} : { rule }),
    ...(subject === undefined ? {} : { wanted: subject }),
    ...(suggestion === undefined ? {} : { manager: suggestion }),
  };
}
