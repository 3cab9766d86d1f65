import type { OwnRow } from './own-rows.ts';
import type { SentSeen } from './rows.ts';

/** Returns what identifies a row among those of this machine. */
export function rowId({ table, row }: OwnRow): string {
  const { project } = row;
  if (table === 'seen') return [table, project, row.key, row.kind].join(' ');
  if (table === 'outcome') return [table, project, row.key, row.month].join(' ');
  if (table === 'arm') return [table, project, row.month, row.arm, row.failures].join(' ');
  return [table, project, row.key, row.scope].join(' ');
}

/**
 * Makes one row of those that are about the same: a fact about tools may come up, be shown and be decided in several projects of
 * this machine. PostgreSQL refuses to store a row twice in one statement.
 */
export function uniteRows(rows: readonly OwnRow[]): OwnRow[] {
  const united = new Map<string, OwnRow>();
  for (const row of rows) {
    const id = rowId(row);
    const known = united.get(id);
    united.set(id, known ? unite(known, row) : row);
  }
  return [...united.values()];
}

function unite(one: OwnRow, other: OwnRow): OwnRow {
  if (one.table === 'seen' && other.table === 'seen') return { table: 'seen', row: uniteSeen(one.row, other.row) };
  if (one.table === 'outcome' && other.table === 'outcome')
    return { table: 'outcome', row: { ...one.row, ...addUp(OUTCOME_COUNTS, one.row, other.row) } };
  if (one.table === 'arm' && other.table === 'arm')
    return { table: 'arm', row: { ...one.row, ...addUp(['sessions'], one.row, other.row) } };
  // Of two decisions, the later one holds.
  if (one.table === 'decision' && other.table === 'decision') return other.row.at < one.row.at ? one : other;
  return other;
}

const OUTCOME_COUNTS = ['shown', 'stopped', 'followed', 'helped', 'mistakes', 'false_alarms'] as const;
const SEEN_COUNTS = ['occurrences', 'sessions', 'failed', 'succeeded', 'wasted_calls', 'wasted_minutes'] as const;

/** Adds up the same fact of two projects: it came up again, so it is ready. The words of the larger group are taken. */
function uniteSeen(one: SentSeen, other: SentSeen): SentSeen {
  const larger = other.occurrences > one.occurrences ? other : one;
  const isOver = one.state === 'over' || other.state === 'over';
  return {
    ...larger,
    ...addUp(SEEN_COUNTS, one, other),
    state: isOver ? larger.state : 'ready',
    agents: [...new Set([...one.agents.split(','), ...other.agents.split(',')])].sort().join(',').slice(0, 200),
    first_at: Math.min(one.first_at, other.first_at),
    last_at: Math.max(one.last_at, other.last_at),
    month: Math.max(one.month, other.month),
  };
}

function addUp<Name extends string>(
  names: readonly Name[],
  one: Readonly<Record<Name, number>>,
  other: Readonly<Record<Name, number>>,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Record<Name, number>;
}
