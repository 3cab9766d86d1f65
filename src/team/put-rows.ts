import type { TeamConnection } from './connection.ts';
import type { SentArm, SentDecision, SentOutcome, SentSeen, SentWords } from './rows.ts';

/** The mark of a change in the running transaction: `state` of TeamStore says below which mark every change is visible. */
const MARK = 'pg_current_xact_id()::text::bigint';

/** The columns that identify a row of a table, and the others. */
const COLUMNS = {
  seen: {
    key: ['project', 'key', 'kind', 'person', 'machine', 'month'],
    facts: [
      ...['words', 'state', 'agents', 'sender', 'occurrences', 'sessions', 'failed', 'succeeded'],
      ...['wasted_calls', 'wasted_minutes', 'first_at', 'last_at'],
    ],
  },
  outcome: {
    key: ['project', 'key', 'person', 'machine', 'month'],
    facts: ['shown', 'stopped', 'followed', 'helped', 'mistakes', 'false_alarms'],
  },
  arm: { key: ['project', 'arm', 'failures', 'person', 'machine', 'month'], facts: ['sessions'] },
  decision: { key: ['project', 'key', 'person', 'scope'], facts: ['verdict', 'at'] },
};

/** Words never change behind their id. */
export async function putWords(db: TeamConnection, words: readonly SentWords[]): Promise<void> {
  if (words.length === 0) return;
  const { source, values } = columnsOf(['project', 'id', 'text'], words);
  await db.query(
    `insert into words (project, id, text) select * from ${source} order by project, id on conflict do nothing`,
    values,
  );
}

/** Stores groups, and the projects of which this machine sent groups. A group that was seen in a later month than before moves there. */
export function putSeen(db: TeamConnection, rows: readonly SentSeen[], person: string): Promise<void> {
  const before = `moved as (
      delete from seen using new where seen.project = new.project and seen.key = new.key and seen.kind = new.kind
        and seen.person = new.person and seen.machine = new.machine and seen.month <> new.month
    ), noted as (
      insert into machine (project, person, machine, changed)
      select distinct project, person, machine, ${MARK} from new order by project, person, machine on conflict do nothing
    )`;
  return put(db, 'seen', rows, person, before);
}

/** Replaces rows by newer ones, in the order of their keys: two senders never wait for each other in a circle. */
export async function put(
  db: TeamConnection,
  table: keyof typeof COLUMNS,
  rows: readonly (SentSeen | SentOutcome | SentArm | SentDecision)[],
  person: string,
  before?: string,
): Promise<void> {
  if (rows.length === 0) return;
  const { key, facts } = COLUMNS[table];
  const names = [...key, ...facts];
  const own = rows.map((row) => ({ ...row, person }));
  const { source, values } = columnsOf(names, own);
  const updates = [...facts, 'changed'].map((name) => `${name} = excluded.${name}`);
  await db.query(
    `with new as materialized (select * from ${source})${before === undefined ? '' : `, ${before}`}
     insert into ${table} (${names.join(', ')}, changed) select *, ${MARK} from new order by ${key.join(', ')}
     on conflict (${key.join(', ')}) do update set ${updates.join(', ')}`,
    values,
  );
}

/** Returns rows as a table that has one parameter for each column. */
function columnsOf(names: readonly string[], rows: readonly object[]): { source: string; values: unknown[] } {
  const values = names.map((name) => rows.map((row) => (row as Record<string, string | number>)[name]));
  const types = values.map(([first], index) => `$${index + 1}::${typeof first === 'number' ? 'bigint' : 'text'}[]`);
  return { source: `unnest(${types.join(', ')}) as new (${names.join(', ')})`, values };
}
