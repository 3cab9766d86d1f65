import { randomBytes } from 'node:crypto';
import { AppError } from '../shared/errors.ts';
import type { Environment } from '../shared/surroundings.ts';
import { TeamConnection } from './connection.ts';
import { MOST_TEXT } from './rows.ts';
import type { TeamPlace } from './team-url.ts';

/** The outcome of preparing a database. */
export interface InitialisedTeam {
  /** Whether there were no tables before. */
  isNew: boolean;
  /** The version of the tables. */
  version: number;
}

/** Creates the tables and roles of a team, or brings them up to date. Needs the right to create roles and schemas. */
export async function initTables(place: TeamPlace, env: Environment): Promise<InitialisedTeam> {
  const db = await TeamConnection.open(place, env);
  try {
    return await db.transaction(async () => {
      await db.query("select pg_advisory_xact_lock(hashtext('hardwon team init'))");
      const tables = "select 1 from pg_tables where schemaname = 'hardwon' and tablename = 'team'";
      const isNew = (await db.query(tables)).rows.length === 0;
      if (isNew) await db.query(ROLES);
      const { rows } = isNew ? { rows: [] } : await db.query<{ version: number }>('select version from team');
      const version = rows[0]?.version ?? 0;
      if (version > TEAM_VERSION)
        throw new AppError('conflict', `The team's tables are of version ${version}, newer than this hardwon.`, {
          hint: 'Update hardwon: npm install --global hardwon',
        });
      for (const migration of MIGRATIONS.slice(version)) await db.query(migration);
      if (isNew)
        await db.query('insert into hardwon.team (id, version, needs, salt, generation) values (1, $1, 1, $2, 1)', [
          TEAM_VERSION,
          randomBytes(16).toString('hex'),
        ]);
      else await db.query('update hardwon.team set version = $1', [TEAM_VERSION]);
      await db.query(SECURITY);
      return { isNew, version: TEAM_VERSION };
    });
  } finally {
    await db.close();
  }
}

const ROLES = `
  create schema if not exists hardwon;
  do $$ begin
    if to_regrole('hardwon_member') is null then create role hardwon_member nologin; end if;
    if to_regrole('hardwon_owner') is null then create role hardwon_owner nologin; end if;
  end $$`;

/**
 * Times are milliseconds since 1970. Every key begins with the project, so that rows can be distributed over servers by project.
 * Constraints refuse values that no honest client sends.
 */
const TABLES = `
  -- One row: the team itself.
  create table hardwon.team (
    id integer primary key,
    version integer not null,
    -- The lowest version of the tables that a client must know to use them.
    needs integer not null,
    -- Makes pseudonyms of people unpredictable; members cannot read it.
    salt text not null,
    -- Rises whenever rows are deleted: everybody fetches everything again.
    generation bigint not null
  );
  create table hardwon.words (
    project text not null,
    id text not null,
    text text not null,
    constraint words_key primary key (project, id),
    constraint words_size check (length(text) <= ${MOST_TEXT}),
    constraint words_hash check (id = substr(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 1, 32))
  );
  create table hardwon.seen (
    project text not null,
    key text not null,
    kind text not null,
    person text not null,
    machine text not null,
    month integer not null,
    words text not null,
    state text not null,
    agents text not null,
    sender text not null,
    occurrences integer not null,
    sessions integer not null,
    failed integer not null,
    succeeded integer not null,
    wasted_calls integer not null,
    wasted_minutes integer not null,
    first_at bigint not null,
    last_at bigint not null,
    changed bigint not null,
    constraint seen_key primary key (project, key, kind, person, machine, month),
    constraint seen_state check (state in ('ready', 'once', 'over')),
    constraint seen_counts check (occurrences >= 0 and sessions >= 0 and first_at <= last_at),
    constraint seen_sizes check (
      length(project) <= 64 and length(key) <= 64 and length(kind) <= 64 and length(machine) <= 32 and length(words) = 32
      and length(agents) <= 200 and length(sender) <= 40 and occurrences <= 1000000 and sessions <= occurrences
      and failed between 0 and 1000000 and succeeded between 0 and 10000000
      and wasted_calls between 0 and 1000000 and wasted_minutes between 0 and 1000000
      and first_at >= ${Date.UTC(2020, 0, 1)} and last_at < ${Date.UTC(2100, 0, 1)})
  ) partition by range (month);
  create index seen_changed on hardwon.seen (project, changed);
  create index seen_person on hardwon.seen (person);
  -- The machines that sent groups of a project: counting these takes no look at the groups.
  create table hardwon.machine (
    project text not null,
    person text not null,
    machine text not null,
    changed bigint not null,
    constraint machine_key primary key (project, person, machine),
    constraint machine_sizes check (length(project) <= 64 and length(machine) <= 32)
  );
  create index machine_changed on hardwon.machine (project, changed);
  create table hardwon.outcome (
    project text not null,
    key text not null,
    person text not null,
    machine text not null,
    month integer not null,
    shown integer not null,
    stopped integer not null,
    followed integer not null,
    helped integer not null,
    mistakes integer not null,
    false_alarms integer not null,
    changed bigint not null,
    constraint outcome_key primary key (project, key, person, machine, month),
    constraint outcome_sizes check (
      length(project) <= 64 and length(key) <= 64 and length(machine) <= 32
      and shown between 0 and 1000000 and stopped between 0 and shown and followed between 0 and 1000000
      and helped between 0 and 1000000 and mistakes between 0 and 1000000 and false_alarms between 0 and 1000000)
  ) partition by range (month);
  create index outcome_changed on hardwon.outcome (project, changed);
  create table hardwon.arm (
    project text not null,
    person text not null,
    machine text not null,
    month integer not null,
    arm text not null,
    failures integer not null,
    sessions integer not null,
    changed bigint not null,
    constraint arm_key primary key (project, arm, failures, person, machine, month),
    constraint arm_name check (arm in ('told', 'held-out')),
    constraint arm_sizes check (
      length(project) <= 64 and length(machine) <= 32 and failures between 0 and 100000 and sessions between 0 and 100000)
  ) partition by range (month);
  create index arm_changed on hardwon.arm (project, changed);
  create table hardwon.decision (
    project text not null,
    key text not null,
    person text not null,
    scope text not null,
    verdict text not null,
    at bigint not null,
    changed bigint not null,
    constraint decision_key primary key (project, key, person, scope),
    constraint decision_scope check (scope in ('own', 'team')),
    constraint decision_verdict check (verdict in ('confirmed', 'rejected', 'promoted', 'withdrawn')),
    constraint decision_sizes check (length(project) <= 64 and length(key) <= 64 and at between 0 and ${Date.UTC(2100, 0, 1)})
  );
  create index decision_changed on hardwon.decision (project, changed)`;

/** Never change a migration that was released: add another, which older clients must survive. */
const MIGRATIONS: readonly string[] = [TABLES];

/** The version of the tables that this program knows. */
export const TEAM_VERSION = MIGRATIONS.length;

/** The condition under which a row may be written. Not even an owner writes for others: counts of people would mean nothing. */
function isOwn(table: string): string {
  const decides = table === 'decision' ? " and (scope = 'own' or (select hardwon.is_owner()))" : '';
  return `person = (select hardwon.me())${decides}`;
}

function protect(table: string): string {
  return `
  alter table hardwon.${table} enable row level security;
  drop policy if exists team_reads on hardwon.${table};
  create policy team_reads on hardwon.${table} for select using (true);
  drop policy if exists own_insert on hardwon.${table};
  create policy own_insert on hardwon.${table} for insert with check (${isOwn(table)});
  drop policy if exists own_update on hardwon.${table};
  create policy own_update on hardwon.${table} for update using (${isOwn(table)}) with check (${isOwn(table)});
  drop policy if exists own_delete on hardwon.${table};
  create policy own_delete on hardwon.${table} for delete
    using (person = (select hardwon.me()) or (select hardwon.is_owner()));`;
}

/**
 * Roles, and who may see and change which rows. All of it can be run again.
 *
 * Everybody reads everything; a member changes only rows under their own pseudonym, which the server derives from the login. Nobody
 * but an owner decides for the team or deletes the rows of others. Partitions are reached through their table alone.
 */
const SECURITY = `
  -- The pseudonym of the person who is connected. The salt is readable by this function alone.
  create or replace function hardwon.me() returns text language sql stable security definer set search_path = '' as $$
     select substr(encode(sha256(convert_to(salt || session_user, 'UTF8')), 'hex'), 1, 16) from hardwon.team $$;
  create or replace function hardwon.is_owner() returns boolean language sql stable set search_path = '' as $$
     select pg_catalog.pg_has_role(session_user, 'hardwon_owner', 'member') $$;
  -- Members cannot create tables; they may ask for the partition of a month that is neither long past nor to come.
  create or replace function hardwon.prepare_months(months int[]) returns void language plpgsql security definer
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
   end $$;
  create or replace function hardwon.drop_months(before int) returns bigint language plpgsql security definer
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
   end $$;
  -- Members cannot delete words; those that no group uses may go. A machine whose words went meanwhile sends them again.
  create or replace function hardwon.drop_words() returns bigint language plpgsql security definer set search_path = '' as $$
   declare total bigint;
   begin
     delete from hardwon.words where not exists (
       select 1 from hardwon.seen where seen.project = words.project and seen.words = words.id);
     get diagnostics total = row_count;
     return total;
   end $$;
  -- Whoever deletes rows raises the generation; nobody sets it to a value of their choice, such as the one before.
  create or replace function hardwon.raise_generation() returns trigger language plpgsql set search_path = '' as $$
   begin new.generation := old.generation + 1; return new; end $$;
  drop trigger if exists generation_rises on hardwon.team;
  create trigger generation_rises before update of generation on hardwon.team
     for each row execute function hardwon.raise_generation();
  revoke all on all functions in schema hardwon from public;
  grant usage on schema hardwon to hardwon_member, hardwon_owner;
  grant hardwon_member to hardwon_owner;
  grant execute on all functions in schema hardwon to hardwon_member;
  grant select (id, version, needs, generation), update (generation) on hardwon.team to hardwon_member;
  grant select, insert on hardwon.words to hardwon_member;
  grant select, insert, update, delete
    on hardwon.seen, hardwon.machine, hardwon.outcome, hardwon.arm, hardwon.decision to hardwon_member;
  ${['seen', 'machine', 'outcome', 'arm', 'decision'].map(protect).join('')}
  grant hardwon_owner to current_user`;
