import { z } from 'zod';

const TEXT = z.string().trim().min(1);
const WORDS = z
  .string()
  .trim()
  .nullish()
  .transform((text) => text || undefined);
const LIST = z.array(z.coerce.string().trim()).default([]);

/** One lesson as a teacher proposes it. */
export const proposalSchema = z.object({
  guidance: TEXT.describe('What to do, in one or two sentences, with commands and paths in backticks'),
  wrong: WORDS.describe('The wrong form, as typed'),
  right: WORDS.describe('The right form, as typed or as a message states it'),
  why: WORDS.describe('What shows it'),
  kind: z.enum(['environment', 'path', 'command', 'workflow', 'tool', 'user']).default('workflow'),
  reach: z.enum(['project', 'machine', 'user', 'general']).default('project').describe('For whom it is true'),
  cases: LIST.describe('Ids of cases that it explains'),
  calls: LIST.describe('Ids of failing calls that it would have prevented, or the characters at their end'),
  message: WORDS.describe("The person's words that it rests on: session and day"),
  trigger: z
    .object({
      rule: TEXT.describe('Which calls it is about, as a permission rule'),
      when: WORDS.describe('Conditions, joined by " and "'),
      error: WORDS.describe('Words of the error, if only the error shows it'),
    })
    .nullish()
    .transform((trigger) => trigger ?? undefined),
  where: z.enum(['block', 'hook']).default('block').describe('Told to every session, or when the trigger fires'),
  confidence: z.enum(['high', 'medium', 'low']).default('low'),
  same: WORDS.describe('The known lesson that says the same: L-012'),
  retires: WORDS.describe('A known lesson that is no longer true'),
});

/** What a teacher answers about a casebook. */
export const answerSchema = z.object({
  lessons: z.array(proposalSchema),
  nothing: z
    .array(z.object({ case: TEXT, reason: z.string().default('') }))
    .default([])
    .describe('Cases that need no lesson'),
});

export type TaughtLesson = z.infer<typeof proposalSchema>;
export type TeacherAnswer = z.infer<typeof answerSchema>;
