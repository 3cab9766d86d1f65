/** The teachers that can be chosen; `local` is `anthropic`, as in the system from which the loop comes. */
export const TEACHER_MODES = ['builtin', 'local', 'anthropic', 'openai', 'agent', 'webhook'] as const;

/** One of them. */
export type TeacherMode = (typeof TEACHER_MODES)[number];

/** Those that are models, which can review work, too. */
export const MODEL_MODES = ['local', 'anthropic', 'openai', 'agent'] as const satisfies readonly TeacherMode[];
