import type { LearnRequest } from '../app/configured-request.ts';
import type { Workplace } from './workplace.ts';

/** Returns the request for a dry run over the project's sessions. */
export function learnRequest({ cwd, home, env, now }: Workplace): LearnRequest {
  return { cwd, home, env, now, project: cwd, join: [], all: false, apply: false, force: false, fresh: false };
}
