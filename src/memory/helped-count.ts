/** How often a lesson helped: it was shown, the call was changed accordingly, and succeeded. */
export interface HelpedCount {
  /** The total over all machines, including counts from elsewhere. */
  total: number;
  /** The count of each machine, from its own journal. */
  machines: readonly MachineCount[];
}

/** The count of one machine. */
interface MachineCount {
  /** A name that reveals nothing about the machine. */
  machine: string;
  count: number;
  /** The ISO 8601 timestamp of the last counted event. */
  until: string;
}

/**
 * Reads `5 times, a1b2c3 3 until 2026-03-09T09:00:00.000Z`: a total above the sum of its parts includes events that no machine
 * here saw.
 */
export function decodeHelped(value: string): HelpedCount {
  const machines = [...value.matchAll(/\b([a-z0-9]{4,20}) (\d{1,9}) until (\d{4}-[\dT:.-]{6,24}Z)/g)].map(
    ([, machine = '', count, until = '']) => ({ machine, count: Number(count), until }),
  );
  const sum = machines.reduce((total, { count }) => total + count, 0);
  return { total: Math.max(sum, Number(/^\d{1,9}/.exec(value)?.[0] ?? 0)), machines };
}

/** Writes the value of the field: the total, then one line for each machine, so that additions by two of them can be merged. */
export function encodeHelped({ total, machines }: HelpedCount): string {
  const lines = machines.map(({ machine, count, until }) => `${machine} ${count} until ${until}`);
  return [`${total} time${total === 1 ? '' : 's'}`, ...lines].join('\n');
}

/**
 * Adds the events since this machine last counted. Adding the same events again changes nothing, because events up to the last
 * counted one are skipped. Neither the length of a journal nor the sum in the file would do, because journals are deleted in time
 * and each machine has its own.
 */
export function addHelped(before: HelpedCount, machine: string, times: readonly string[]): HelpedCount {
  const own = before.machines.find((known) => known.machine === machine) ?? { machine, count: 0, until: '' };
  const fresh = times.filter((at) => at > own.until);
  if (fresh.length === 0) return before;
  const until = fresh.toSorted().at(-1) ?? own.until;
  const others = before.machines.filter((known) => known.machine !== machine);
  const machines = [...others, { machine, count: own.count + fresh.length, until }];
  return {
    total: before.total + fresh.length,
    machines: machines.sort((a, b) => (a.machine < b.machine ? -1 : 1)),
  };
}
