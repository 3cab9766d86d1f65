import type { SessionFacts } from '../agents/agent.ts';

/** Merges the facts of two reads, or two files, about one session; the earlier one comes first. */
export function mergeFacts(first: SessionFacts, second: SessionFacts): SessionFacts {
  const merged: SessionFacts = {
    session: first.session,
    cwds: join(first.cwds, second.cwds),
    remotes: join(first.remotes, second.remotes),
  };
  const folderHash = second.folderHash ?? first.folderHash;
  if (folderHash !== undefined) merged.folderHash = folderHash;
  const branches = join(first.branches ?? [], second.branches ?? []);
  if (branches.length > 0) merged.branches = branches;
  const branch = second.branch ?? first.branch;
  if (branch !== undefined) merged.branch = branch;
  const version = second.version ?? first.version;
  if (version !== undefined) merged.version = version;
  const title = second.title ?? first.title;
  if (title !== undefined) merged.title = title;
  const startedAt = pick(Math.min, first.startedAt, second.startedAt);
  if (startedAt !== undefined) merged.startedAt = startedAt;
  const endedAt = pick(Math.max, first.endedAt, second.endedAt);
  if (endedAt !== undefined) merged.endedAt = endedAt;
  return merged;
}

function join(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}

function pick(
  choose: (a: number, b: number) => number,
  first: number | undefined,
  second: number | undefined,
): number | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return choose(first, second);
}
