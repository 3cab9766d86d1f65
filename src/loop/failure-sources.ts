import type { FailureSourceConfig } from '../config/loop-config.ts';
import { AppError } from '../shared/errors.ts';

/** The source of a failure: tests, a person, or a model that reviews. */
type FailureSource = 'tests' | 'manual' | 'semantic';

const TYPES: Readonly<Record<FailureSource, FailureSourceConfig['type']>> = {
  tests: 'automated',
  manual: 'user_reported',
  semantic: 'llm_analysis',
};

/** Refuses a source that the configuration has disabled. A source that it does not name is enabled. */
export function requireSource(sources: readonly FailureSourceConfig[] | undefined, wanted: FailureSource): void {
  const own = (sources ?? []).filter(({ type }) => type === TYPES[wanted]);
  if (own.length === 0 || own.some(({ enabled }) => enabled !== false)) return;
  throw new AppError(
    'usage',
    `Failures of this kind are switched off: ${own.map(({ name }) => name).join(', ')} in failureSources.`,
    {
      hint: 'Set "enabled": true there to use them.',
    },
  );
}
