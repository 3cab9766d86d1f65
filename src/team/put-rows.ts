import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SentTable } from './engine.ts';
import type { TeamTables } from './schema.ts';

export function own<T extends object>(rows: readonly T[], person: string): (T & { person: string })[] {
  return rows.map((row) => ({ ...row, person }));
}

const SEEN_KEY = ['project', 'key', 'kind', 'person', 'machine', 'month'];
const SEEN_FACTS = [
  ...['words', 'state', 'agents', 'sender', 'occurrences', 'sessions', 'failed', 'succeeded'],
  ...['wasted_calls', 'wasted_minutes', 'first_at', 'last_at'],
];
export const OUTCOME_KEY = ['project', 'key', 'person', 'machine', 'month'];
export const OUTCOME_COUNTS = ['shown', 'stopped', 'followed', 'helped', 'mistakes', 'false_alarms'];
export const ARM_KEY = ['project', 'arm', 'failures', 'person', 'machine', 'month'];
export const DECISION_KEY = ['project', 'key', 'person', 'scope'];

/** Words never change behind their id. */
export async function putWords(db: Kysely<TeamTables>): Promise<void> {
  await sql`insert into words (project, id, text) select project, id, text from incoming_words where true order by project, id
    on conflict do nothing`.execute(db);
}

/** Stores groups. A group that was seen in a later month than before moves there. */
export async function putSeen(db: Kysely<TeamTables>, person: string, changed: RawBuilder<number>): Promise<void> {
  await sql`delete from seen where person = ${person} and exists (
    select 1 from incoming_seen as new where new.project = seen.project and new.key = seen.key and new.kind = seen.kind
    and new.machine = seen.machine and new.month <> seen.month)`.execute(db);
  await put(db, 'seen', SEEN_KEY, SEEN_FACTS, changed);
}

/** Notes the projects of which this machine sent groups. */
export async function putMachines(db: Kysely<TeamTables>, changed: RawBuilder<number>): Promise<void> {
  await sql`insert into machine (project, person, machine, changed)
    select distinct project, person, machine, ${changed} from incoming_seen where true order by project, person, machine
    on conflict do nothing`.execute(db);
}

/** Forgets the machines of which no group is left. */
export async function removeMachines(db: Kysely<TeamTables>): Promise<void> {
  await sql`delete from machine where not exists (select 1 from seen where seen.project = machine.project
    and seen.person = machine.person and seen.machine = machine.machine)`.execute(db);
}

/** Replaces rows by those in the temporary table, in the order of their keys: two senders never wait for each other in a circle. */
export async function put(
  db: Kysely<TeamTables>,
  table: Exclude<SentTable, 'words'>,
  key: readonly string[],
  facts: readonly string[],
  changed: RawBuilder<number>,
): Promise<void> {
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const updates = facts.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`);
  await sql`insert into ${sql.table(table)} (${list([...key, ...facts])}, changed)
    select ${list([...key, ...facts])}, ${changed} from ${sql.table(`incoming_${table}`)} where true order by ${list(key)}
    on conflict (${list(key)}) do update set ${sql.join(updates)}, changed = excluded.changed`.execute(db);
}
