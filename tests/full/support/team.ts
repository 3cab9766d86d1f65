import { createHash } from 'node:crypto';
import { initTables } from '../../../src/team/init-tables.ts';
import type { Parcel, SentSeen } from '../../../src/team/rows.ts';
import { openTeam, type TeamStore } from '../../../src/team/store.ts';
import { readTeamUrl } from '../../../src/team/team-url.ts';
import { makeDatabase, type PostgresServer } from './postgres.ts';

/** A team with its tables. People whose names begin with `owner` own it, all others are members. */
export interface Team {
  database: string;
  /** Returns the address of the database for a person, who may log in from then on. */
  urlOf(person: string): Promise<string>;
  /** Opens the database as a person. */
  as(person: string): Promise<TeamStore>;
}

export async function makeTeam(server: PostgresServer): Promise<Team> {
  const database = await makeDatabase(server);
  await initTables(readTeamUrl(server.url(database)), {});
  const urlOf = (person: string) => letIn(server, database, person);
  return { database, urlOf, as: async (person) => openTeam(await urlOf(person), {}) };
}

/** Makes a login for a person. Returns the address of the database for them. */
export async function letIn(server: PostgresServer, database: string, person: string): Promise<string> {
  const role = person.startsWith('owner') ? 'hardwon_owner' : 'hardwon_member';
  await server.query(
    database,
    `do $$ begin create role ${person} login in role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
  );
  return server.url(database, person);
}

export const DAY = 86_400_000;
export const START = Date.UTC(2026, 9, 1);

export function words(text: string, project = 'harbour'): Parcel['words'][number] {
  return { project, id: createHash('sha256').update(text).digest('hex').slice(0, 32), text };
}

export function seen(changes: Partial<SentSeen> = {}): SentSeen {
  return {
    project: 'harbour',
    key: 'k1',
    kind: '',
    machine: 'm1',
    month: 202610,
    words: words('{"title":"one"}').id,
    state: 'once',
    agents: 'claude-code',
    sender: '0.1.0',
    occurrences: 1,
    sessions: 1,
    failed: 1,
    succeeded: 0,
    wasted_calls: 2,
    wasted_minutes: 3,
    first_at: START,
    last_at: START + DAY,
    ...changes,
  };
}

export function parcel(changes: Partial<Parcel> = {}): Parcel {
  return { words: [words('{"title":"one"}')], seen: [], outcomes: [], arms: [], decisions: [], ...changes };
}
