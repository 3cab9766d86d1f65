import type { Failure } from '../failure.ts';

/** Whether the project requires another version of the program that ran, or another program of its kind. */
export function isRuntime({ kind }: Failure): boolean {
  return kind === 'wrong-runtime' || kind === 'wrong-manager';
}

/**
 * Returns the facts with which a lesson about the wrong runtime gives its reason: the rule that recognised it, and the subject of
 * the error.
 */
export function runtimeFacts(failure: Failure): Record<string, string> {
  if (!isRuntime(failure)) return {};
  const { rule, subject, suggestion } = failure;
  return {
    ...(rule === undefined ? {} : { rule }),
    ...(subject === undefined ? {} : { wanted: subject }),
    ...(suggestion === undefined ? {} : { manager: suggestion }),
  };
}
