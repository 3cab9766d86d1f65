import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { codeOr, fixed, nameLesson, quotable, type Sentence, say } from '../lessons/quotable.ts';
import { OWN_BEGINNINGS } from '../shared/own-beginnings.ts';

/** A lesson as it is said: from whom it comes, what is behind it, and that nobody commands it. */
export function wordNote(lesson: SnapshotLesson): Sentence {
  const cause = lesson.cause === undefined ? '' : say` Root cause: ${lesson.cause}`;
  return say`hardwon note ${wordSource(lesson)}: ${lesson.text}${cause}`;
}

function wordSource(lesson: SnapshotLesson): Sentence {
  return say`${wordEvidence(lesson)} (${nameLesson(lesson)})`;
}

/** Why a call was not let through. `isFinal`: it will not be the next time, either. */
export function wordDenial(lesson: SnapshotLesson, isFinal: boolean): Sentence {
  const exit = isFinal ? '' : ' If it is meant all the same, send it again: it is stopped once.';
  return say`${OWN_BEGINNINGS.stopped} ${wordSource(lesson)}: ${lesson.text}${exit}`;
}

/** That a call was changed. */
export function wordRewrite(lesson: SnapshotLesson, from: string, to: string): Sentence {
  const [given, run] = [quotable(from), quotable(to)];
  return say`hardwon ran ${codeOr(run, 'another command')} in place of ${codeOr(given, 'this one')}. ${wordNote(lesson)}`;
}

/** That a changed call failed. */
export function wordUndone(id: string): Sentence {
  return say`hardwon note: this call was run in the words of lesson ${nameLesson({ id })}, and failed. The lesson changes no more calls: the next one runs as it is sent.`;
}

function wordEvidence({ kind, seen, isUnconfirmed }: SnapshotLesson): Sentence {
  if (isUnconfirmed) return fixed('that an agent saved and nobody has confirmed');
  if (seen === 0) return fixed('that was imported');
  return say`from ${seen} past ${kind === 'preference' ? 'remark' : 'failure'}${seen === 1 ? '' : 's'}`;
}
