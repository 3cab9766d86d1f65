import type { Redactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { LearnedRule, Teacher, Teaching } from '../failure-case.ts';
import { cleanRule } from './clean-rule.ts';
import { prepareCase } from './frame-case.ts';

/** How a teacher is guarded. */
export interface TeacherGuardOptions {
  redactor: Redactor;
  /** Home folders, which nobody else needs to know. */
  homes: readonly string[];
  /** Asked where the teacher cannot be. */
  fallback?: Teacher;
  /** Hears that the fallback was asked, and why. */
  onFallback?(reason: string): void;
}

/** The root cause is a few sentences. */
const LONGEST_ANALYSIS = 2_000;

/**
 * What every teacher is used through: it is told nothing that must not leave, and what it says is cleaned, redacted and no longer than it
 * may be before anybody sees it. Where it cannot be asked, that is an error, or the fallback is asked; nothing goes anywhere else.
 */
export function guardTeacher(teacher: Teacher, { redactor, homes, fallback, onFallback }: TeacherGuardOptions): Teacher {
  return {
    ...teacher,
    async teach(failure, options) {
      const prepared = await prepareCase(failure, redactor, homes);
      const teaching = await teacher.teach(prepared, options).catch((error: unknown) => {
        const isOver = options?.signal?.aborted === true;
        if (!fallback || isOver || !(error instanceof AppError)) throw error;
        onFallback?.(error.message);
        return fallback.teach(prepared, options);
      });
      return cleanTeaching(teaching, redactor);
    },
  };
}

async function cleanTeaching({ analysis, rule, usage }: Teaching, redactor: Redactor): Promise<Teaching> {
  const said = [analysis, rule?.rule, rule?.when, rule?.why].map((text) => stripControls(text ?? ''));
  const [cleanAnalysis = '', what = '', when = '', why = ''] = await redactor.redact(said);
  const told = cleanAnalysis
    .replace(/[ \t]+/g, ' ')
    .trim()
    .slice(0, LONGEST_ANALYSIS);
  const rest = usage ? { usage } : {};
  if (!rule) return { analysis: told, ...rest };
  const kept: LearnedRule = { rule: what, when, why, ...(rule.category ? { category: rule.category } : {}) };
  const cleaned = cleanRule(kept);
  if ('rule' in cleaned) return { analysis: told, rule: cleaned.rule, ...rest };
  return { analysis: `${told} (The rule that came with it was not taken: ${cleaned.refused}.)`.trim(), ...rest };
}
