import { type Kysely, sql } from 'kysely';
import { AppError } from '../shared/errors.ts';
import type { Environment } from '../shared/surroundings.ts';
import { openPostgresTeam } from './postgres-engine.ts';
import { migrateTeam, TEAM_VERSION, type TeamTables } from './schema.ts';
import type { TeamPlace } from './team-url.ts';

/** The outcome of preparing a database. */
export interface InitialisedTeam {
  /** Whether there were no tables before. */
  isNew: boolean;
  /** The version of the tables. */
  version: number;
}

/** Creates the tables and roles of a team, or brings them up to date. Needs the right to create roles and schemas. */
export async function initPostgresTeam(
  place: Extract<TeamPlace, { type: 'postgres' }>,
  env: Environment,
): Promise<InitialisedTeam> {
  const engine = await openPostgresTeam(place, env);
  try {
    return await engine.transaction(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext('hardwon team init'))`.execute(db);
      const { rows } = await sql`select 1 from pg_tables where schemaname = 'hardwon' and tablename = 'team'`.execute(
        db,
      );
      const isNew = rows.length === 0;
      if (isNew) {
        await sql`create schema if not exists hardwon`.execute(db);
        for (const role of ['hardwon_member', 'hardwon_owner']) await createRole(db, role);
      }
      const version = isNew ? 0 : (await db.selectFrom('team').select('version').executeTakeFirstOrThrow()).version;
      if (version > TEAM_VERSION)
        throw new AppError('conflict', `The team's tables are of version ${version}, newer than this hardwon.`, {
          hint: 'Update hardwon: npm install --global hardwon',
        });
      await migrateTeam(db, version, true);
      for (const statement of SECURITY) await sql.raw(statement).execute(db);
      if (isNew) for (const limit of LIMITS) await sql.raw(limit).execute(db);
      return { isNew, version: TEAM_VERSION };
    });
  } finally {
    await engine.close();
  }
}

async function createRole(db: Kysely<TeamTables>, role: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db);
  if (rows.length === 0) await sql.raw(`create role ${role} nologin`).execute(db);
}

/** Values that no honest client sends. Those of SQLite are checked when they are fetched. */
const LIMITS: readonly string[] = [
  `alter table hardwon.words add constraint words_hash
     check (id = substr(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 1, 32))`,
  `alter table hardwon.seen add constraint seen_sizes check (
     length(project) <= 64 and length(key) <= 64 and length(kind) <= 64 and length(machine) <= 32 and length(words) = 32
     and length(agents) <= 200 and length(sender) <= 40 and occurrences <= 1000000 and sessions <= occurrences
     and failed between 0 and 1000000 and succeeded between 0 and 10000000
     and wasted_calls between 0 and 1000000 and wasted_minutes between 0 and 1000000
     and first_at >= ${Date.UTC(2020, 0, 1)} and last_at < ${Date.UTC(2100, 0, 1)})`,
  `alter table hardwon.machine add constraint machine_sizes check (length(project) <= 64 and length(machine) <= 32)`,
  `alter table hardwon.outcome add constraint outcome_sizes check (
     length(project) <= 64 and length(key) <= 64 and length(machine) <= 32
     and shown between 0 and 1000000 and stopped between 0 and shown and followed between 0 and 1000000
     and helped between 0 and 1000000 and mistakes between 0 and 1000000 and false_alarms between 0 and 1000000)`,
  `alter table hardwon.arm add constraint arm_sizes check (
     length(project) <= 64 and length(machine) <= 32 and failures between 0 and 100000 and sessions between 0 and 100000)`,
  `alter table hardwon.decision add constraint decision_sizes check (
     length(project) <= 64 and length(key) <= 64 and at between 0 and ${Date.UTC(2100, 0, 1)})`,
];

/** The condition under which a row may be written. Not even an owner writes for others: counts of people would mean nothing. */
function isOwn(table: string): string {
  const decides = table === 'decision' ? " and (scope = 'own' or (select hardwon.is_owner()))" : '';
  return `person = (select hardwon.me())${decides}`;
}

/**
 * Roles, and who may see and change which rows. All of it can be run again.
 *
 * Everybody reads everything; a member changes only rows under their own pseudonym, which the server derives from the login. Nobody
 * but an owner decides for the team or deletes the rows of others. Partitions are reached through their table alone.
 */
const SECURITY: readonly string[] = [
  // The pseudonym of the person who is connected. The salt is readable by this function alone.
  `create or replace function hardwon.me() returns text language sql stable security definer set search_path = '' as $$
     select substr(encode(sha256(convert_to(salt || session_user, 'UTF8')), 'hex'), 1, 16) from hardwon.team $$`,
  `create or replace function hardwon.is_owner() returns boolean language sql stable set search_path = '' as $$
     select pg_catalog.pg_has_role(session_user, 'hardwon_owner', 'member') $$`,
  // Members cannot create tables; they may ask for the partition of a month that is neither long past nor to come.
  `create or replace function hardwon.prepare_months(months int[]) returns void language plpgsql security definer
     set search_path = '' as $$
   declare wanted int; latest int := to_char(now() + interval '1 month', 'YYYYMM')::int; part text;
   begin
     foreach wanted in array months loop
       if wanted < 202001 or wanted > latest or wanted % 100 not between 1 and 12 then
         raise exception 'no such month: %', wanted using errcode = '22023';
       end if;
       foreach part in array array['seen', 'outcome', 'arm'] loop
         if to_regclass(format('hardwon.%I', part || '_' || wanted)) is null then
           perform pg_advisory_xact_lock(hashtext('hardwon months'));
           execute format('create table if not exists hardwon.%I partition of hardwon.%I for values from (%s) to (%s)',
             part || '_' || wanted, part, wanted, wanted + 1);
         end if;
       end loop;
     end loop;
   end $$`,
  `create or replace function hardwon.drop_months(before int) returns bigint language plpgsql security definer
     set search_path = '' as $$
   declare part record; rows bigint; total bigint := 0;
   begin
     if not pg_catalog.pg_has_role(session_user, 'hardwon_owner', 'member') then
       raise exception 'only an owner may prune' using errcode = '42501';
     end if;
     perform pg_advisory_xact_lock(hashtext('hardwon months'));
     -- In the order in which senders and readers use them: nobody waits in a circle.
     lock table hardwon.seen, hardwon.outcome, hardwon.arm in access exclusive mode;
     for part in
       select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
         join pg_catalog.pg_class p on p.oid = i.inhparent join pg_catalog.pg_namespace n on n.oid = p.relnamespace
       where n.nspname = 'hardwon' and p.relname in ('seen', 'outcome', 'arm')
         and substring(c.relname from '_(\\d{6})$')::int < before
     loop
       execute format('select count(*) from hardwon.%I', part.relname) into rows;
       execute format('drop table hardwon.%I', part.relname);
       total := total + rows;
     end loop;
     return total;
   end $$`,
  // Members cannot delete words; those that no group uses may go. A machine whose words went meanwhile sends them again.
  `create or replace function hardwon.drop_words() returns bigint language plpgsql security definer set search_path = '' as $$
   declare total bigint;
   begin
     delete from hardwon.words where not exists (
       select 1 from hardwon.seen where seen.project = words.project and seen.words = words.id);
     get diagnostics total = row_count;
     return total;
   end $$`,
  // Whoever deletes rows raises the generation; nobody sets it to a value of their choice, such as the one before.
  `create or replace function hardwon.raise_generation() returns trigger language plpgsql set search_path = '' as $$
   begin new.generation := old.generation + 1; return new; end $$`,
  'drop trigger if exists generation_rises on hardwon.team',
  `create trigger generation_rises before update of generation on hardwon.team
     for each row execute function hardwon.raise_generation()`,
  'revoke all on all functions in schema hardwon from public',
  'grant usage on schema hardwon to hardwon_member, hardwon_owner',
  'grant hardwon_member to hardwon_owner',
  'grant execute on all functions in schema hardwon to hardwon_member',
  'grant select (id, version, needs, generation, clock), update (generation) on hardwon.team to hardwon_member',
  'grant select, insert on hardwon.words to hardwon_member',
  'grant select, insert, update, delete on hardwon.seen, hardwon.machine, hardwon.outcome, hardwon.arm, hardwon.decision to hardwon_member',
  ...['seen', 'machine', 'outcome', 'arm', 'decision'].flatMap((table) => [
    `alter table hardwon.${table} enable row level security`,
    `drop policy if exists team_reads on hardwon.${table}`,
    `create policy team_reads on hardwon.${table} for select using (true)`,
    ...Object.entries({
      insert: `with check (${isOwn(table)})`,
      update: `using (${isOwn(table)}) with check (${isOwn(table)})`,
      delete: `using (person = (select hardwon.me()) or (select hardwon.is_owner()))`,
    }).flatMap(([what, clause]) => [
      `drop policy if exists own_${what} on hardwon.${table}`,
      `create policy own_${what} on hardwon.${table} for ${what} ${clause}`,
    ]),
  ]),
  'grant hardwon_owner to current_user',
];
