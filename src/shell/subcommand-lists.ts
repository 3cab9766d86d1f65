import { familyOf } from './program-names.ts';
import type { Table } from './tables/table.ts';

/** Whether a table of subcommands lists this one: `view`, `pr view`, `* view`, `search *`. */
export function listsSubcommand(table: Table<ReadonlySet<string>>, name: string, subcommand: string | undefined): boolean {
  if (subcommand === undefined) return false;
  const listed = table.get(name) ?? table.get(familyOf(name));
  if (listed === undefined) return false;
  if (listed.has(subcommand) || listed.has('*')) return true;
  const space = subcommand.lastIndexOf(' ');
  if (space < 0) return false;
  return listed.has(`* ${subcommand.slice(space + 1)}`) || listed.has(`${subcommand.slice(0, subcommand.indexOf(' '))} *`);
}
