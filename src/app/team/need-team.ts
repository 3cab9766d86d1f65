import { AppError } from '../../shared/errors.ts';
import type { ConfiguredRequest } from '../configured-request.ts';

/** What is configured about the team. */
export type TeamSettings = NonNullable<ConfiguredRequest['team']>;

/** Returns the team that is configured; throws an AppError that says how to do that if none is. */
export function needTeam({ team }: Pick<ConfiguredRequest, 'team'>): TeamSettings {
  if (team) return team;
  throw new AppError('usage', 'No team is configured.', {
    hint: 'Set "team": {"url": "postgres://…"} in your own configuration, or HARDWON_TEAM_URL. hardwon team --help explains it.',
  });
}
