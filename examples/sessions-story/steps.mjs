// What a session is told with: messages and calls. How a file tool ends follows from the project; `fails: true` says that it must fail.

/** The user's message, sent `wait` seconds after what was before it. */
export const ask = (text, wait = 90) => ({ ask: text, wait });

/** What the agent says, before its next call or at the end of its turn. */
export const say = (text) => ({ say: text });

/** The conversation is compacted. */
export const compact = (summary) => ({ compact: summary });

/** A command and what it prints. `exit` is its exit code where that is not 0, `takes` the seconds it runs. */
export const sh = (command, prints = '', more = {}) => ({ name: 'Bash', command, prints, ...more });

export const read = (path, more = {}) => ({ name: 'Read', path, ...more });

export const edit = (path, old, text, more = {}) => ({ name: 'Edit', path, old, text, ...more });

export const write = (path, text) => ({ name: 'Write', path, text });

/** A search for lines. */
export const grep = (pattern, path, more = {}) => ({ name: 'Grep', pattern, path, ...more });

/** A search for files. */
export const glob = (pattern, path, more = {}) => ({ name: 'Glob', pattern, path, ...more });

/** A subagent with steps of its own. */
export const task = (description, prompt, steps, answer) => ({ name: 'Task', description, prompt, steps, answer });

/** The user says no: with words, or by stopping the agent. */
export const reject = (call, words) => ({ ...call, rejected: { words } });

/** A hook says no. */
export const block = (call, text) => ({ ...call, blocked: text });

/** A hook of hardwon must say no, in its own words. */
export const stop = (call) => ({ ...call, stopped: true });

/** Calls of one turn. */
export const together = (...calls) => ({ calls });

/** Not run, because another call of the turn failed. */
export const cancel = (call) => ({ ...call, cancelled: true });
