/** A file to which lessons for everybody could be written. */
export interface Candidate {
  /** Its real path. */
  key: string;
  /** Whether it may be created if it does not exist. */
  isMade: boolean;
  isThere: boolean;
  /** Whether it contains our block. */
  hasBlock: boolean;
  /** Whether the user wrote anything in it. */
  hasText: boolean;
  /** Whether it cannot be written. */
  isBlocked: boolean;
}

/** A file as a reader sees it. */
interface ReadByAgents {
  key: string;
  /** It is not read if one of these files exists. */
  unless: readonly string[];
  /** The file that imports it, if it is read for that reason. */
  importedBy?: string;
  /** Whether it is uncertain that it is read. */
  isSometimesRead?: boolean;
}

/** An agent to be told the lessons. */
export interface Reader {
  name: string;
  /** The files that it reads, the preferred one first. */
  reads: readonly ReadByAgents[];
}

/** The faults of a choice, the worst first. */
type Faults = readonly number[];

/**
 * Chooses the files so that every reader reads the lessons exactly once. All choices are compared, because each created file may
 * hide another one from a reader; there are seldom more than five candidates.
 *
 * `others` are existing files that matter only because agents check whether they exist.
 */
export function chooseShared(
  candidates: readonly Candidate[],
  readers: readonly Reader[],
  others: ReadonlySet<string> = new Set(),
): Set<string> {
  const usable = candidates.filter(({ isThere, isMade }) => isThere || isMade).slice(0, MOST_CANDIDATES);
  const texts = new Set([...others, ...candidates.filter(({ hasText }) => hasText).map(({ key }) => key)]);
  const now = new Set([...others, ...candidates.filter(({ isThere }) => isThere).map(({ key }) => key)]);
  let best: { chosen: Set<string>; faults: Faults } | undefined;
  for (let bits = 0; bits < 2 ** usable.length; bits++) {
    const some = usable.filter((_, index) => bits & (1 << index));
    const chosen = new Set(some.map(({ key }) => key));
    const faults = findFaults(some, chosen, { candidates, readers, texts, now });
    if (!best || isLess(faults, best.faults)) best = { chosen, faults };
  }
  return best?.chosen ?? new Set();
}

/** Returns the existing files that a reader reads, or may read. */
export function filesRead({ reads }: Reader, there: ReadonlySet<string>, isCertain = false): Set<string> {
  const read = reads.filter(({ key, unless, importedBy, isSometimesRead }) => {
    if (!there.has(key) || (isCertain && isSometimesRead)) return false;
    return importedBy === undefined ? !unless.some((other) => there.has(other)) : there.has(importedBy);
  });
  return new Set(read.map(({ key }) => key));
}

/** The number of comparisons doubles with each candidate; nobody has that many files for agents. */
const MOST_CANDIDATES = 12;

interface Situation {
  candidates: readonly Candidate[];
  readers: readonly Reader[];
  /** Files that remain whatever is chosen. */
  texts: ReadonlySet<string>;
  /** Files that exist now. */
  now: ReadonlySet<string>;
}

function findFaults(some: readonly Candidate[], chosen: ReadonlySet<string>, situation: Situation): Faults {
  const { candidates, readers, texts, now } = situation;
  const there = new Set([...texts, ...chosen]);
  const fault = { hidden: 0, unserved: 0, twice: 0, unliked: 0, order: 0 };
  for (const reader of readers) {
    const read = filesRead(reader, there);
    for (const key of filesRead(reader, now)) if (texts.has(key) && !read.has(key)) fault.hidden++;
    const told = [...filesRead(reader, there, true)].filter((key) => chosen.has(key));
    if (told.length === 0) fault.unserved++;
    fault.twice += Math.max(0, [...read].filter((key) => chosen.has(key)).length - 1);
    const [first] = reader.reads;
    if (told.length > 0 && !told.some((key) => now.has(key) || key === first?.key)) fault.unliked++;
    fault.order += reader.reads.findIndex(({ key }) => chosen.has(key)) + 1;
  }
  const dropped = candidates.filter(({ key, hasBlock }) => hasBlock && !chosen.has(key));
  const made = some.filter(({ isThere }) => !isThere);
  const blocked = some.filter(({ isBlocked }) => isBlocked);
  return [
    fault.hidden,
    fault.unserved,
    fault.twice,
    blocked.length,
    dropped.length,
    fault.unliked,
    made.length,
    some.length,
    fault.order,
  ];
}

function isLess(first: Faults, second: Faults): boolean {
  const at = first.findIndex((fault, index) => fault !== second[index]);
  return at !== -1 && (first[at] ?? 0) < (second[at] ?? 0);
}
