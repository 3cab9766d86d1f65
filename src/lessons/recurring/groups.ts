import type { Unexplained } from '../../failures/recovery/unexplained.ts';

/** Failures of one program with the same complaint. */
export interface RecurringGroup {
  /** The program that was run, or the tool that was called. */
  program: string;
  /** The complaint without its variable parts. */
  key: string;
  /** The complaint as each of them printed it. */
  texts: readonly string[];
  failures: readonly Unexplained[];
  sessions: number;
}

/**
 * Groups recurring failures over all sessions, threads, agents and clones: failures of one program whose outputs share a
 * complaint. Of the lines of an output, the first that other sessions also have counts. A line that successful calls print as
 * well does not count.
 */
export function groupRecurring(all: readonly Unexplained[], printed: ReadonlyMap<string, number>): RecurringGroup[] {
  const sessions = new Map<string, Set<string>>();
  for (const one of all)
    for (const { key } of one.lines) {
      const name = `${groupProgramOf(one)}\n${key}`;
      const seen = sessions.get(name) ?? new Set();
      sessions.set(name, seen.add(one.failure.call.session));
    }
  const groups = new Map<string, { texts: string[]; failures: Unexplained[] }>();
  for (const one of all) {
    const program = groupProgramOf(one);
    const told = one.lines.filter(({ key }) => !isPrinted(key, sessions.get(`${program}\n${key}`)?.size ?? 0, printed));
    const line = told.find(({ key }) => (sessions.get(`${program}\n${key}`)?.size ?? 0) >= 2) ?? told[0];
    if (!line) continue;
    const name = `${program}\n${line.key}`;
    const group = groups.get(name) ?? { texts: [], failures: [] };
    group.texts.push(line.text);
    group.failures.push(one);
    groups.set(name, group);
  }
  return [...groups].map(([name, { texts, failures }]) => {
    const [program = '', key = ''] = name.split('\n');
    return { program, key, texts, failures, sessions: sessions.get(name)?.size ?? 0 };
  });
}

function isPrinted(key: string, failing: number, printed: ReadonlyMap<string, number>): boolean {
  return (printed.get(key) ?? 0) * 2 > failing;
}

/**
 * Returns the program under which a failure is counted, whatever its arguments: its subcommands may all print the same sentence,
 * and so does a wrapper of many programs.
 */
export function groupProgramOf({ failure: { command, call, wrapper } }: Unexplained): string {
  return wrapper ?? command?.name ?? call.name;
}
