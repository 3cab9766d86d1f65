import type { LearnRequest } from '../app/configured-request.ts';
import { resolvePath, type Surroundings, surroundingsOf } from '../app/surroundings.ts';
import { AppError } from '../shared/errors.ts';
import { foldersOf } from './agent-folders.ts';
import type { LearnFlags } from './learn/command.ts';

/** Builds a request from flags. */
export function requestOf(flags: Omit<LearnFlags, 'json' | 'verbose' | 'diff'>, here: Surroundings): LearnRequest {
  if (flags.since && flags.until && flags.since > flags.until)
    throw new AppError('usage', '--since is later than --until: no session is both.');
  if (flags.project !== undefined && flags.all)
    throw new AppError('usage', '--project and --all exclude each other.', { hint: 'Leave one of them out.' });
  if (flags.target && flags.all)
    throw new AppError('usage', '--target names one file, and --all means many projects: use --project instead.');
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
