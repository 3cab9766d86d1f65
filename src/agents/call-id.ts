/**
 * Whether a provider generated this id at random, so that two sessions do not share it by chance. Other ids count from zero in
 * each session (`call_1`, `functions.bash:0`): a reader has to add something to those.
 */
export function isDrawnAtRandom(id: string, tool: string): boolean {
  if (id.includes(tool) && !LONG_RUN.test(id)) return false;
  return LONG_RUN.test(id) || (id.match(RUNS) ?? []).some((run) => /\d/.test(run) && /[A-Za-z]/.test(run));
}

const LONG_RUN = /[A-Za-z0-9]{20}/;
const RUNS = /[A-Za-z0-9]{8,}/g;

/** Returns the id that the client itself gave to a call, and passes to hooks, from one to which a reader added the session. */
export function givenId(id: string, session: string): string {
  if (id.startsWith(`${session}/`)) return id.slice(session.length + 1);
  return id.endsWith(`@${session}`) ? id.slice(0, -session.length - 1) : id;
}
