import { join } from 'node:path';
import type { Case } from '../cases/case.ts';
import { type Casebook, needsLesson } from '../cases/casebook.ts';
import { isTaught, type Lesson } from '../lessons/lesson.ts';
import { makeFolder, writeTextFile } from '../shared/files.ts';
import { hashText } from '../shared/hash.ts';
import { isJson } from '../shared/json-values.ts';
import { readRegular } from '../shared/regular-file.ts';
import { answerSchema, type TaughtLesson } from '../verify/proposal.ts';

/** An answer of a teacher about a project: the same cases are not sent again. */
export interface KeptAnswer {
  /** ISO 8601. */
  at: string;
  /** Who answered, with the model: `claude (claude-sonnet-5)`. */
  by: string;
  /** The calls that each case had, by its id. */
  cases: Record<string, number>;
  /** Retired lessons at that time: those that are retired later have failed since. */
  retired: string[];
  /** Proposals that nobody has decided about yet. */
  open: TaughtLesson[];
}

/** What is known when it is decided which cases to send. */
export interface KnownCases {
  book: Pick<Casebook, 'cases'>;
  /** The lesson that covers a case, by the case's id. */
  covered: ReadonlyMap<string, unknown>;
  lessons: readonly Lesson[];
}

/** Returns the answers that are kept for a project, the oldest first. What cannot be read is as if it had never been given. */
export async function readKept(dataDir: string, project: string): Promise<KeptAnswer[]> {
  try {
    const value: unknown = JSON.parse((await readRegular(keptPath(dataDir, project))).toString('utf8'));
    const answers = isJson(value) && value.schema === 1 && Array.isArray(value.answers) ? value.answers : [];
    return answers.filter(isJson).map(({ at, by, cases, retired, open }) => ({
      at: String(at),
      by: String(by),
      cases: isJson(cases) ? (cases as Record<string, number>) : {},
      retired: Array.isArray(retired) ? retired.map(String) : [],
      open: answerSchema.safeParse({ lessons: open }).data?.lessons ?? [],
    }));
  } catch {
    return [];
  }
}

/** Writes the answers of a project in one step, for the user alone. */
export async function writeKept(dataDir: string, project: string, answers: readonly KeptAnswer[]): Promise<void> {
  const path = keptPath(dataDir, project);
  await makeFolder(join(path, '..'));
  await writeTextFile(path, `${JSON.stringify({ schema: 1, answers })}\n`, { mode: 0o600 });
}

function keptPath(dataDir: string, project: string): string {
  return join(dataDir, 'teaching', `${hashText(project)}.json`);
}

/**
 * Returns the cases that may need a lesson, being neither ended nor ordinary work, that no lesson covers and no kept answer is
 * about; one counts again if it has doubled, or its lesson failed.
 */
export function unexplainedCases({ book, covered, lessons }: KnownCases, kept: readonly KeptAnswer[]): Case[] {
  const retired = lessons.filter(({ status, origin }) => status === 'retired' && isTaught(origin));
  return book.cases.filter((one) => {
    if (covered.has(one.id) || !needsLesson(one)) return false;
    const answer = kept.findLast(({ cases }) => cases[one.id] !== undefined);
    if (!answer || one.failing.length >= 2 * (answer.cases[one.id] ?? 0)) return true;
    const calls = new Set(one.failing.map(({ step }) => step.call.id));
    return retired.some(
      ({ id, evidence }) => !answer.retired.includes(id) && evidence.some(({ call = '' }) => calls.has(call)),
    );
  });
}
