import { z } from 'zod';
import { MECHANISMS } from '../lifecycle/promotion/mechanisms.ts';
import { FAILURE_TYPES } from '../loop/failure-case.ts';
import { AppError } from '../shared/errors.ts';
import { proposalSchema } from '../verify/proposal.ts';

/** The schemas of all requests, which are checked once on arrival. */

const id = z.string().min(1).max(300);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-03-01');
const list = z
  .string()
  .max(4000)
  .default('')
  .transform((text) => text.split(',').filter(Boolean));
const count = (most: number, usual: number) => z.coerce.number().int().min(0).max(most).default(usual);

const asked = { project: list, agent: list, since: day.optional(), until: day.optional() };

/** A parameter that takes several values is a list from here on. */
function nameLists<T extends { project: string[]; agent: string[] }>({ project, agent, ...rest }: T) {
  return { projects: project, agents: agent, ...rest };
}

export const askedQuery = z.object(asked).transform(nameLists);

export const failuresQuery = z
  .object({ ...asked, by: z.enum(['project', 'agent', 'lesson']).default('project') })
  .transform(nameLists);

const lessons = z.object({
  project: list,
  agent: list,
  /** `review`: those that await a person's decision. */
  show: z.enum(['review', 'ready', 'watching', 'promoted', 'retired', 'rejected', 'all']).default('all'),
  kind: list,
  confidence: list,
  search: z.string().max(200).default(''),
  sort: z.enum(['value', 'seen', 'wasted', 'recent', 'id']).default('value'),
  offset: count(1_000_000, 0),
  limit: count(500, 100),
});

/** Selects lessons. */
export const lessonsQuery = lessons.transform(({ kind, confidence, ...rest }) => {
  return { kinds: kind, confidences: confidence, ...nameLists(rest) };
});

export type LessonsQuery = z.infer<typeof lessonsQuery>;

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

/** Selects sessions: with failures, with exactly this title; `group` makes sessions with the same title one row. */
export const sessionsQuery = z
  .object({
    ...asked,
    search: z.string().max(200).default(''),
    failed: flag,
    title: z.string().max(500).default(''),
    group: flag,
    offset: count(1_000_000, 0),
    limit: count(500, 100),
  })
  .transform(nameLists);

export type SessionsQuery = z.infer<typeof sessionsQuery>;

/** Selects failed calls: of one kind, or avoidable ones with or without a lesson in time. */
export const failedCallsQuery = z
  .object({
    ...asked,
    kind: z.string().max(100).default(''),
    lesson: z.enum(['in-time', 'late']).optional(),
    offset: count(10_000_000, 0),
    limit: count(200, 100),
  })
  .transform(nameLists);

export type FailedCallsQuery = z.infer<typeof failedCallsQuery> & { home: string };

export const callsQuery = z.object({ offset: count(10_000_000, 0), limit: count(400, 100) });

export const placeParam = z.object({ index: z.coerce.number().int().min(0).max(10_000_000) });

export const casesQuery = z.object({ project: id });

export const diffQuery = z.object({ project: list });

export const enterBody = z.object({ token: z.string().min(1).max(500) });

const text = z.string().trim();
const words = text.max(4000);

/** The text of a lesson when it was shown: if it has changed since, nothing is written. */
const seen = z.object({ title: text.optional(), guidance: text.optional(), pattern: text.optional() }).optional();

/** A decision about a lesson. */
export const decisionBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), seen }),
  z.object({
    action: z.literal('edit'),
    title: words.optional(),
    guidance: words.optional(),
    pattern: words.optional(),
    scope: z.array(z.string().trim().min(1).max(300)).max(50).optional(),
    seen,
  }),
  z.object({ action: z.literal('reject'), reason: words.optional(), seen }),
  z.object({ action: z.literal('restore') }),
  z.object({
    action: z.literal('promote'),
    as: z.enum(MECHANISMS).optional(),
    /** Whether to show the changes without writing them. */
    preview: z.boolean().default(false),
    /** Whether to promote it even if it is not due. */
    force: z.boolean().default(false),
    seen,
  }),
  z.object({ action: z.literal('keep'), seen }),
  /** `intoTitle`: the title of the lesson that stays, as it was shown. */
  z.object({ action: z.literal('merge'), into: id, intoTitle: text.optional(), seen }),
  z.object({ action: z.literal('resolve'), keep: id.optional(), both: z.boolean().optional(), seen }),
]);

export type LessonDecision = z.infer<typeof decisionBody>;

export const projectBody = z.object({
  project: id,
  force: z.boolean().default(false),
  /** For `apply`: identifies exactly the changes that were shown. */
  stamp: z.string().max(200).optional(),
  /** For `undo`: the number of the write. */
  write: z.number().int().min(0).optional(),
});

export type ProjectBody = z.infer<typeof projectBody>;

export const reportBody = z.object({
  project: id,
  type: z.enum(FAILURE_TYPES),
  description: words.min(1),
  /** The action that would have been right. */
  context: words.default(''),
  task: words.default(''),
  /** The owner of the file that gets the rule; defaults to the configuration. */
  file: z.enum(['project', 'user']).optional(),
  /** The `stamp` of the changes that were shown; the user's own files are written only with it. */
  stamp: z.string().max(200).optional(),
  /** Whether to ask the teacher without writing anything. */
  preview: z.boolean().default(false),
  /** The rule as the person wants it: no teacher is asked. */
  rule: z.object({ rule: words.min(1), when: words.default(''), why: words.default('') }).optional(),
});

export const teacherQuery = z.object({ project: id, type: z.enum(FAILURE_TYPES) });

export type ReportBody = z.infer<typeof reportBody>;

/** What a person says about a case. A trigger tells it at the call; without one, it is told to every session. */
export const proposalBody = z.object({
  project: id,
  case: id,
  guidance: words.min(1),
  wrong: words.optional(),
  right: words.optional(),
  kind: proposalSchema.shape.kind,
  reach: proposalSchema.shape.reach,
  trigger: z.object({ rule: words.min(1), when: words.optional(), error: words.optional() }).optional(),
  /** Whether to keep it; otherwise it is only checked. */
  keep: z.boolean().default(false),
});

/** Checks a value; errors are reported by the name of the field. */
export function check<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new AppError('usage', `${field === '' ? 'The request' : field}: ${issue?.message ?? 'is not valid'}`, {
    hint: 'See docs/api.md.',
  });
}
