/** How often a lesson helped: it was shown, the call was changed as it has it, and went well. */
export interface HelpedCount {
  /** Over all machines, with what was counted elsewhere. */
  total: number;
  /** What each machine counted in its own journal. */
  machines: readonly MachineCount[];
}

/** What one machine counted. */
export interface MachineCount {
  /** A name that says nothing about it. */
  machine: string;
  count: number;
  /** When the last one that was counted took place, ISO 8601. */
  until: string;
}

/** Reads `5 times, a1b2c3 3 until 2026-03-09T09:00:00.000Z`: a total that is more than its parts counts what nobody here saw. */
export function decodeHelped(value: string): HelpedCount {
  const machines = [...value.matchAll(/\b([a-z0-9]{4,20}) (\d{1,9}) until (\d{4}-[\dT:.-]{6,24}Z)/g)].map(
    ([, machine = '', count, until = '']) => ({ machine, count: Number(count), until }),
  );
  const sum = machines.reduce((total, { count }) => total + count, 0);
  return { total: Math.max(sum, Number(/^\d{1,9}/.exec(value)?.[0] ?? 0)), machines };
}

/** The value of the field: the total, then a line for each machine, so that what two of them add can be merged. */
export function encodeHelped({ total, machines }: HelpedCount): string {
  const lines = machines.map(({ machine, count, until }) => `${machine} ${count} until ${until}`);
  return [`${total} time${total === 1 ? '' : 's'}`, ...lines].join('\n');
}

/**
 * Adds what helped since this machine last counted. Adding the same again changes nothing: what is not later than the last one was counted.
 * Journals are thrown away in time, and each machine has its own, so neither their length nor a sum of the file would do.
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
