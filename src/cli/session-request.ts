import type { LearnRequest } from '../app/configured-request.ts';
import { resolvePath, surroundingsOf } from '../app/surroundings.ts';
import { AppError } from '../shared/errors.ts';
import type { Surroundings } from '../shared/surroundings.ts';
import { foldersOf } from './agent-folders.ts';
import type { LearnFlags } from './learn/command.ts';

/** Builds a request from flags. */
export function requestOf(flags: Omit<LearnFlags, 'json' | 'verbose' | 'diff'>, here: Surroundings): LearnRequest {
  if (flags.since && flags.until && flags.since > flags.until)
    throw new AppError('usage', '--since is later than --until.', { hint: 'Swap the two dates.' });
  if (flags.project !== undefined && flags.all)
    throw new AppError('usage', '--project and --all cannot be combined.', { hint: 'Leave one out.' });
  if (flags.target && flags.all)
    throw new AppError('usage', '--target names one file, but --all covers many projects.', {
      hint: 'Use --project instead of --all.',
    });
  return {
    ...surroundingsOf(here),
    ...(flags.target === undefined ? {} : { targets: flags.target.map((path) => resolvePath(path, here)) }),
    ...(flags.project === undefined ? {} : { project: resolvePath(flags.project, here) }),
    folders: foldersOf(flags, here),
    ...(flags.agent === undefined ? {} : { agents: flags.agent }),
    ...(flags.since === undefined ? {} : { since: flags.since }),
    ...(flags.until === undefined ? {} : { until: flags.until }),
    ...(flags.budget === undefined ? {} : { budget: flags.budget }),
    ...(flags.minConfidence === undefined ? {} : { minConfidence: flags.minConfidence }),
    ...(flags.config === undefined ? {} : { configPath: resolvePath(flags.config, here) }),
    join: flags.join ?? [],
    all: flags.all ?? false,
    apply: flags.apply ?? false,
    force: flags.force ?? false,
    fresh: flags.fresh ?? false,
  };
}
