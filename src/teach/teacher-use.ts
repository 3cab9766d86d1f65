import { join } from 'node:path';
import { systemError } from '../shared/errors.ts';
import { hasCode, makeFolder } from '../shared/files.ts';
import { isJson } from '../shared/json-values.ts';
import { readRegular, writeRegularSync } from '../shared/regular-file.ts';

/** What one question to a teacher took. */
export interface TeacherUse {
  /** ISO 8601. */
  at: string;
  /** `claude`, `anthropic`. */
  teacher: string;
  /** Tokens sent and received: as the teacher reports them, or else estimated. */
  sent: number;
  received: number;
  /** In US dollars, if the teacher reports it. */
  costUsd?: number;
}

/** What a teacher has taken. */
export interface TeacherFigures {
  name: string;
  questions: number;
  tokens: number;
  tokensThisMonth: number;
  costUsd?: number;
}

/** The ceiling of a calendar month, unless the user sets another. */
export const MOST_TOKENS_A_MONTH = 1_000_000;

/** Adds a question to the record. */
export async function noteUse(dataDir: string, use: TeacherUse): Promise<void> {
  await makeFolder(join(dataDir, 'teaching'));
  writeRegularSync(usePath(dataDir), `${JSON.stringify(use)}\n`, 'append');
}

/** Returns what each teacher has taken, and in the calendar month (UTC) of the present. */
export async function sumUses(dataDir: string, present: Date): Promise<TeacherFigures[]> {
  const text = await readRegular(usePath(dataDir)).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '';
    throw systemError('unreadable', `Cannot read ${usePath(dataDir)}`, error);
  });
  const month = present.toISOString().slice(0, 7);
  const figures = new Map<string, TeacherFigures>();
  for (const { at, teacher, sent, received, costUsd } of text.toString().split('\n').flatMap(parseUse)) {
    const own = figures.get(teacher) ?? { name: teacher, questions: 0, tokens: 0, tokensThisMonth: 0 };
    own.questions += 1;
    own.tokens += sent + received;
    if (at.startsWith(month)) own.tokensThisMonth += sent + received;
    if (costUsd !== undefined) own.costUsd = (own.costUsd ?? 0) + costUsd;
    figures.set(teacher, own);
  }
  return [...figures.values()].sort((a, b) => b.tokens - a.tokens);
}

function usePath(dataDir: string): string {
  return join(dataDir, 'teaching', 'use.ndjson');
}

/** Parses a line; one that was cut by a crash is left out. */
function parseUse(line: string): TeacherUse[] {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJson(value)) return [];
    const { at, teacher, sent, received, costUsd } = value;
    const cost = typeof costUsd === 'number' ? costUsd : undefined;
    return [
      {
        at: String(at),
        teacher: String(teacher),
        sent: Number(sent) || 0,
        received: Number(received) || 0,
        costUsd: cost,
      },
    ];
  } catch {
    return [];
  }
}
