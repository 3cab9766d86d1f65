/**
 * True for an id that some provider drew at random, so that two sessions do not share it by chance. Others count from zero in each
 * session (`call_1`, `functions.bash:0`): a reader has to add something to those.
 */
export function isDrawnAtRandom(id: string, tool: string): boolean {
  if (id.includes(tool) && !LONG_RUN.test(id)) return false;
  return LONG_RUN.test(id) || (id.match(RUNS) ?? []).some((run) => /\d/.test(run) && /[A-Za-z]/.test(run));
}

const LONG_RUN = /[A-Za-z0-9]{20}/;
const RUNS = /[A-Za-z0-9]{8,}/g;
