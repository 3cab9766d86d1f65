import type { LearnRequest } from '../app/configured-request.ts';
import type { Workplace } from './workplace.ts';

/** The request for a dry run over the sessions of the project. */
export function learnRequest({ cwd, home, env, now }: Workplace): LearnRequest {
  return { cwd, home, env, now, project: cwd, join: [], all: false, apply: false, force: false, fresh: false };
}
