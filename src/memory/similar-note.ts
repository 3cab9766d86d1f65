/** Another lesson that one resembles, so that a person should look. */
export interface LikeAnother {
  id: string;
  /** The day on which somebody rejected the other one; absent if it is in memory. */
  rejectedOn?: string;
}

/**
 * Words the field `Similar` of a lesson: which one it resembles, and how a person decides. `option` is ` --user` in the user's
 * own memory.
 */
export function noteSimilar({ id: other, rejectedOn }: LikeAnother, id: string, option: string): string {
  if (rejectedOn === undefined) return `may be the same as ${other}: hardwon merge ${other} ${id}${option}`;
  return `${other}, which was rejected on ${rejectedOn}: hardwon confirm ${id}${option} keeps this one, hardwon reject ${id}${option} does not`;
}

/** Whether that field names a rejected lesson. */
export function isLikeRejected(note: string | undefined): boolean {
  return note?.includes(', which was rejected on ') ?? false;
}
