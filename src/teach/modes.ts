/** The teachers that can be chosen; `local` is `anthropic`, as in the system from which the loop comes. */
export const TEACHER_MODES = ['builtin', 'local', 'anthropic', 'openai', 'agent', 'webhook'] as const;

/** A teacher that can be chosen. */
export type TeacherMode = (typeof TEACHER_MODES)[number];

/** The teachers that are models, which can also review work. */
export const MODEL_MODES = ['local', 'anthropic', 'openai', 'agent'] as const satisfies readonly TeacherMode[];
