import type { Redactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { LearnedRule, Teacher, Teaching } from '../failure-case.ts';
import { cleanRule } from './clean-rule.ts';
import { prepareCase } from './frame-case.ts';

/** Options for guarding a teacher. */
interface TeacherGuardOptions {
  redactor: Redactor;
  /** Home folders, which nobody else needs to know. */
  homes: readonly string[];
  /** The teacher to ask if this one is unavailable. */
  fallback?: Teacher;
  /** Receives the reason if the fallback was asked. */
  onFallback?(reason: string): void;
}

/** Upper bound: the root cause is a few sentences. */
const LONGEST_ANALYSIS = 2_000;

/**
 * Guards a teacher: it gets nothing that must not leave, and its answer is cleaned, redacted and cut to its maximum before
 * anybody sees it. If it is unavailable, that is an error, or the fallback is asked; nothing is sent anywhere else.
 */
export function guardTeacher(
  teacher: Teacher,
  { redactor, homes, fallback, onFallback }: TeacherGuardOptions,
): Teacher {
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
  const kept: LearnedRule = { rule: what, when, why, category: rule.category || undefined };
  const cleaned = cleanRule(kept);
  if ('rule' in cleaned) return { analysis: told, rule: cleaned.rule, ...rest };
  return { analysis: `${told} (The rule that came with it was not accepted: ${cleaned.refused}.)`.trim(), ...rest };
}
