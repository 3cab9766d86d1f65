import { join } from 'node:path';
import { toAgentName } from '../../agents/find-agent.ts';
import { systemError } from '../../shared/errors.ts';
import { hasCode, makeFolder } from '../../shared/files.ts';
import { readRegular, writeRegularSync } from '../../shared/regular-file.ts';
import type { RuleVerdict, RunRecord, RunStatus } from './run-record.ts';

/** The permanent record of a run; its logs and patches are deleted after a while. */
export interface PastRun {
  id: string;
  at: string;
  /** The root of the repository. */
  root: string;
  status: RunStatus;
  agent: string;
  teacher: string;
  attempts: number;
  passedAttempts: number;
  /** Whether the first attempt passed. */
  firstPassed: boolean;
  rules: { category: string; verdict: RuleVerdict }[];
  turns: number;
  costUsd: number;
  /** The number of attempts whose agent did not report its cost. */
  unpriced: number;
}

/** Adds a run to the history. A resumed run is added again; its last line counts. */
export async function noteRun(dataDir: string, run: RunRecord): Promise<void> {
  const own = run.attempts.filter(({ isAblation, isRepeat }) => !isAblation && !isRepeat);
  const past: PastRun = {
    id: run.id,
    at: run.endedAt ?? run.startedAt,
    root: run.root,
    status: run.status,
    agent: run.agent,
    teacher: run.teacher,
    attempts: own.length,
    passedAttempts: own.filter(({ passed }) => passed).length,
    firstPassed: own[0]?.passed ?? false,
    rules: run.rules.map(({ category = 'other', verdict }) => ({ category, verdict })),
    turns: sum(run.attempts.map(({ agent }) => agent.turns)),
    costUsd: sum([run.teachingCostUsd, ...run.attempts.map(({ agent }) => agent.costUsd)]),
    unpriced: run.attempts.filter(({ agent }) => agent.costUsd === undefined).length,
  };
  await makeFolder(join(dataDir, 'loop'));
  writeRegularSync(historyPath(dataDir), `${JSON.stringify(past)}\n`, 'append');
}

/** Returns the past runs, the oldest first. */
export async function readHistory(dataDir: string): Promise<PastRun[]> {
  const bytes = await readRegular(historyPath(dataDir)).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '';
    throw systemError('unreadable', `Cannot read ${historyPath(dataDir)}`, error);
  });
  const runs = new Map<string, PastRun>();
  for (const line of bytes.toString().split('\n')) {
    const past = parsePast(line);
    if (!past) continue;
    runs.delete(past.id);
    runs.set(past.id, past);
  }
  return [...runs.values()];
}

function historyPath(dataDir: string): string {
  return join(dataDir, 'loop', 'history.ndjson');
}

/** Parses a line; one that was truncated by a crash is left out. Lines of earlier releases use other names for agents. */
function parsePast(line: string): PastRun | undefined {
  try {
    const value = JSON.parse(line) as Partial<PastRun>;
    return typeof value.id === 'string' && typeof value.root === 'string' && Array.isArray(value.rules)
      ? { ...(value as PastRun), agent: toAgentName(String(value.agent)) }
      : undefined;
  } catch {
    return undefined;
  }
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
