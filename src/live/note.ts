import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';

/** A lesson as it is said: from whom it comes, what is behind it, and that nobody commands it. */
export function wordNote(lesson: SnapshotLesson): string {
  return `hardwon note ${wordEvidence(lesson)} (${lesson.id}): ${lesson.text}`;
}

/** Why a call was not let through. `isFinal`: it will not be the next time, either. */
export function wordDenial(lesson: SnapshotLesson, isFinal: boolean): string {
  const exit = isFinal ? '' : ' If it is meant all the same, send it again: it is stopped once.';
  return `Stopped by a ${wordNote(lesson)}${exit}`;
}

/** That a call was changed. */
export function wordRewrite(lesson: SnapshotLesson, from: string, to: string): string {
  return `hardwon ran \`${to}\` in place of \`${from}\`. ${wordNote(lesson)}`;
}

/** That a changed call failed. */
export function wordUndone(id: string): string {
  return `hardwon note: this call was run in the words of lesson ${id}, and failed. The lesson changes no more calls: the next one runs as it is sent.`;
}

function wordEvidence({ kind, seen }: SnapshotLesson): string {
  if (seen === 0) return 'that was imported';
  return `from ${seen} past ${kind === 'preference' ? 'remark' : 'failure'}${seen === 1 ? '' : 's'}`;
}
