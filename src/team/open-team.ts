import { AppError } from '../shared/errors.ts';
import type { Environment } from '../shared/surroundings.ts';
import type { TeamEngine } from './engine.ts';
import { isOffline } from './explain-error.ts';
import { TEAM_VERSION } from './schema.ts';
import { TeamStore } from './store.ts';
import { readTeamUrl } from './team-url.ts';

/** A full server frees a connection within a moment. */
const ATTEMPTS = 4;

/** Connects to the database of a team. */
export async function openTeam(url: string, env: Environment): Promise<TeamStore> {
  const place = readTeamUrl(url);
  const open = async (): Promise<TeamEngine> =>
    place.type === 'sqlite'
      ? (await import('./sqlite-engine.ts')).openSqliteTeam(place.path, place.user)
      : (await import('./postgres-engine.ts')).openPostgresTeam(place, env);
  for (let attempt = 1; ; attempt++) {
    try {
      return await check(new TeamStore(await open()));
    } catch (error) {
      if (attempt === ATTEMPTS || !isFull(error)) throw error;
      await new Promise((done) => setTimeout(done, 300 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/** Refuses tables that only a newer version understands. Newer tables that say nothing of the kind can be used. */
async function check(store: TeamStore): Promise<TeamStore> {
  const { needs } = await store.state().catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  if (needs <= TEAM_VERSION) return store;
  await store.close();
  throw new AppError('conflict', "The team's database needs a newer hardwon.", {
    hint: 'Update it: npm install --global hardwon',
  });
}

function isFull(error: unknown): boolean {
  const cause = isOffline(error) && error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && (cause.code === '53300' || cause.code === '57P03');
}
