import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ZodType } from 'zod';
import { refuseAdvice } from '../../lessons/guard/refuse-advice.ts';
import { findKnownRule } from '../../lifecycle/capture/refusals/known-rules.ts';
import type { MemoryChange } from '../../lifecycle/change-memory.ts';
import { rejectEntry } from '../../lifecycle/judge-entry.ts';
import type { Memory } from '../../memory/memory.ts';
import { mergeLessons } from '../../memory/merge.ts';
import { normaliseText } from '../../memory/sources/lesson-texts.ts';
import { AppError } from '../../shared/errors.ts';
import type { RepositoryFacts } from '../../verify/check-worth.ts';
import { HistoryFacts } from '../../verify/history-facts.ts';
import { lessonOf } from '../../verify/lesson-of.ts';
import { answerSchema, type TaughtLesson, type TeacherAnswer } from '../../verify/proposal.ts';
import { maySpeakAlone, type Verdict } from '../../verify/verdict.ts';
import { verify } from '../../verify/verify.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import { lookAround } from '../history/project-disk.ts';
import { changeMemoryOf } from '../memory/change-project-memory.ts';
import type { ProjectCases } from './open-cases.ts';

/** Judges what teachers propose about a project, and keeps it: every door goes through one. */
export interface ProposalDesk {
  open: ProjectCases;
  /** Judges proposals; the same facts give the same verdicts. */
  judge(proposals: readonly TaughtLesson[]): Verdict[];
  /** Writes lessons into the project's memory, all at once; returns their ids. `isWanted` says that a person said yes to them. */
  keep(verdicts: readonly Verdict[], by: string, isWanted: boolean): Promise<string[]>;
  /** Does the same, and returns the files that it changed. */
  write(verdicts: readonly Verdict[], by: string, isWanted: boolean): Promise<MemoryChange<string[]>>;
}

/** Opens the desk for the cases of a project. */
export function openProposalDesk(open: ProjectCases, request: ConfiguredRequest): ProposalDesk {
  const evidence = new HistoryFacts(open.book);
  const around = surroundingsOf(open, request.home);
  const { project } = open;
  const write: ProposalDesk['write'] = async (verdicts, by, isWanted) => {
    if (!project.exists)
      throw new AppError('not-found', `${project.root} is not on this machine: there is no memory to write to.`, {
        hint: 'Run it in a checkout of the project.',
      });
    const lessons = verdicts.map((verdict) => lessonOf(verdict, by, request.now, isWanted));
    return changeMemoryOf(project.root, request, true, (memory: Memory) => {
      const merged = mergeLessons(memory, lessons, request.now);
      const replaced = verdicts.flatMap(({ proposal: { retires }, state }) =>
        isWanted || state === 'proven' ? (retires ?? []) : [],
      );
      const rest = merged.lessons
        .filter(({ id, validated }) => replaced.includes(id) && validated === undefined)
        .reduce((memory, { id }) => rejectEntry(memory, id, request.now, 'replaced'), merged.memory);
      const ids = new Map(merged.lessons.map(({ fingerprint, id }) => [fingerprint, id]));
      return { memory: rest, outcome: lessons.map(({ fingerprint }) => ids.get(fingerprint) ?? '') };
    });
  };
  return {
    open,
    judge: (proposals) => verify(proposals, evidence, around),
    write,
    keep: async (verdicts, by, isWanted) =>
      verdicts.length === 0 ? [] : (await write(verdicts, by, isWanted)).outcome,
  };
}

/** What became of a proposal. */
export interface Decided {
  verdict: Verdict;
  /** The lesson it became. */
  id?: string;
  status?: 'ready' | 'watching';
  /** Nobody has decided yet. */
  isOpen?: true;
}

/** Without a person: what is proven and of some confidence is kept, what is not proven is watched, what is refused is dropped. */
export async function decideAlone(
  desk: ProposalDesk,
  verdicts: readonly Verdict[],
  by: string,
  isKept: boolean,
): Promise<Decided[]> {
  const kept = isKept ? verdicts.filter(({ state }) => state !== 'refused') : [];
  const ids = await desk.keep(kept, by, false);
  return verdicts.map((verdict) => {
    const at = kept.indexOf(verdict);
    if (!isKept) return { verdict, isOpen: true };
    if (at < 0) return { verdict };
    return { verdict, id: ids[at], status: maySpeakAlone(verdict) ? 'ready' : 'watching' };
  });
}

/** Reads the answer of a teacher: JSON, perhaps with words or a fence around it. */
export function parseAnswer(text: string): TeacherAnswer;
export function parseAnswer<T>(text: string, schema: ZodType<T>): T;
export function parseAnswer(text: string, schema: ZodType = answerSchema): unknown {
  const [begin, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  let value: unknown;
  try {
    value = JSON.parse(text.slice(begin, end + 1));
  } catch (error) {
    throw new AppError('broken-file', 'The answer is not JSON.', {
      hint: 'hardwon cases --prompt shows the form that is wanted; schemas/v1/hardwon.answer.schema.json describes it.',
      cause: error,
    });
  }
  const read = schema.safeParse(Array.isArray(value) ? { lessons: value } : value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AppError(
    'broken-file',
    `The answer does not have the right form: ${issue?.path.join('.')}: ${issue?.message}`,
    {
      hint: 'schemas/v1/hardwon.answer.schema.json describes it.',
    },
  );
}

function surroundingsOf({ project, lessons, instructions }: ProjectCases, home: string): RepositoryFacts {
  const disk = lookAround(project, home);
  const known = new Map(lessons.map((lesson) => [normaliseText(lesson.guidance), lesson.id]));
  const isPath = (text: string) => /^[\w./@+-]+$/.test(text) && !text.startsWith('/');
  return {
    exists: (text) => disk !== undefined && isPath(text) && existsSync(join(project.root, text)),
    isMissing: (path) => disk !== undefined && isPath(path) && !existsSync(join(project.root, path)),
    refuse: (text) => refuseAdvice(text, disk ? { packages: disk } : {})?.reason,
    findSame: (guidance) => {
      const rule = findKnownRule(guidance, instructions);
      return known.get(normaliseText(guidance)) ?? (rule && `${rule.file}:${rule.line}`);
    },
  };
}
