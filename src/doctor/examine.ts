import { AppError } from '../shared/errors.ts';
import { trimEndOf } from '../shared/trim-end.ts';
import type { DoctorReport, ExaminedPart } from './doctor-report.ts';
import type { Examination, ExaminationFinding, Installation } from './examination.ts';

/** Options for examining an installation. */
interface ExamineOptions {
  /** Whether to make the repairs that are safe, and examine again. */
  fix: boolean;
  /** The timeout of one examination in milliseconds; a slower one is reported, and not waited for. */
  limitMs?: number;
  /** Called when an examination is finished. */
  onProgress?: (done: number, total: number) => void;
}

/** Checking a large index takes seconds; a hook on a busy machine takes one. */
const LIMIT_MS = 30_000;

/**
 * Runs the examinations in parallel, and those that measure time after the others. With `fix`, it then makes the repairs one
 * after the other, and repeats the examinations that had any.
 */
export async function examine(
  patient: Installation,
  examinations: readonly Examination[],
  { fix, limitMs = LIMIT_MS, onProgress }: ExamineOptions,
): Promise<DoctorReport> {
  const together = examinations.filter(({ isAlone }) => !isAlone);
  let done = 0;
  const take = async (each: Examination): Promise<Looked> => {
    const found = await look(each, patient, limitMs);
    done += 1;
    onProgress?.(done, examinations.length);
    return found;
  };
  const looked = await Promise.all(together.map(take));
  for (const each of examinations) if (each.isAlone) looked.push(await take(each));
  looked.sort((a, b) => examinations.indexOf(a.examination) - examinations.indexOf(b.examination));
  const repaired: string[] = [];
  const failed: ExaminationFinding[] = [];
  const parts: Looked[] = [];
  for (const part of looked) {
    const repairs = fix ? part.findings.flatMap(({ repair }) => repair ?? []) : [];
    for (const { does, run } of repairs) {
      try {
        await run();
        repaired.push(does);
      } catch (error) {
        failed.push({ state: 'problem', says: `Could not ${does}: ${describeError(error)}.` });
      }
    }
    const again = repairs.length > 0 ? await look(part.examination, patient, limitMs) : part;
    parts.push({ ...again, findings: [...again.findings, ...failed.splice(0)] });
  }
  const findings = parts.flatMap((part) => part.findings);
  return {
    schema: 1,
    at: patient.now.toISOString(),
    root: patient.root,
    examinations: parts.map(describePart),
    repaired,
    problems: findings.filter(({ state }) => state === 'problem').length,
    notes: findings.filter(({ state }) => state === 'note').length,
  };
}

interface Looked {
  examination: Examination;
  ms: number;
  findings: ExaminationFinding[];
}

async function look(examination: Examination, patient: Installation, limitMs: number): Promise<Looked> {
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ExaminationFinding[]>((done) => {
    const says = `This took longer than ${Math.round(limitMs / 1000)} s and was stopped.`;
    timer = setTimeout(() => done([{ state: 'note', says }]), limitMs);
  });
  // An examination that fails must not prevent the others from being reported.
  const found = examination.examine(patient).catch((error: unknown): ExaminationFinding[] => {
    const hint = error instanceof AppError ? error.hint : undefined;
    return [{ state: 'problem', says: `${describeError(error)}.`, fix: hint }];
  });
  const findings = await Promise.race([found, late]);
  clearTimeout(timer);
  return { examination, ms: Math.round(performance.now() - start), findings };
}

function describePart({ examination: { name, title }, ms, findings }: Looked): ExaminedPart {
  return {
    name,
    title,
    ms,
    findings: findings.map(({ state, says, fix, repair }) => ({
      state,
      says,
      fix,
      isRepairable: repair !== undefined,
    })),
  };
}

/** Returns an error in a few words, without the full stop at its end. */
export function describeError(error: unknown): string {
  return trimEndOf(error instanceof Error ? error.message : String(error), '.');
}
