import { afterAll, beforeAll } from 'vitest';
import { initPostgresTeam } from '../../src/team/init-postgres.ts';
import { openPostgresTeam } from '../../src/team/postgres-engine.ts';
import { readTeamUrl } from '../../src/team/team-url.ts';
import { describeTeamStore } from '../team/store-contract.ts';
import { makeDatabase, type PostgresServer, startPostgres } from './support/postgres.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.stop());

function placeOf(url: string) {
  const place = readTeamUrl(url);
  if (place.type !== 'postgres') throw new Error('not PostgreSQL');
  return place;
}

describeTeamStore('PostgreSQL', async () => {
  const database = await makeDatabase(server);
  await initPostgresTeam(placeOf(server.url(database)), {});
  return {
    async as(person) {
      const role = person.startsWith('owner') ? 'hardwon_owner' : 'hardwon_member';
      await server.query(
        database,
        `do $$ begin create role ${person} login in role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
      );
      return openPostgresTeam(placeOf(server.url(database, person)), {});
    },
  };
});
