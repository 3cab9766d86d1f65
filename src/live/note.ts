import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { codeOr, fixed, nameLesson, quotable, type Sentence, say } from '../lessons/quotable.ts';
import { OWN_BEGINNINGS } from '../shared/own-beginnings.ts';

/** Words a lesson for the agent: its origin, the evidence for it, and that it is not a command. */
export function wordNote(lesson: SnapshotLesson): Sentence {
  const cause = lesson.cause === undefined ? '' : say` Root cause: ${lesson.cause}`;
  return say`hardwon note ${wordSource(lesson)}: ${lesson.text}${cause}`;
}

function wordSource(lesson: SnapshotLesson): Sentence {
  return say`${wordEvidence(lesson)} (${nameLesson(lesson)})`;
}

/** Words the reason why a call was stopped. `isFinal`: it will be stopped the next time, too. */
export function wordDenial(lesson: SnapshotLesson, isFinal: boolean): Sentence {
  const exit = isFinal ? '' : ' If you mean it, send it again: it is stopped only once.';
  return say`${OWN_BEGINNINGS.stopped} ${wordSource(lesson)}: ${lesson.text}${exit}`;
}

/** Words the note that a call was changed. */
export function wordRewrite(lesson: SnapshotLesson, from: string, to: string): Sentence {
  const [given, run] = [quotable(from), quotable(to)];
  return say`hardwon ran ${codeOr(run, 'another command')} in place of ${codeOr(given, 'this one')}. ${wordNote(lesson)}`;
}

/** Words the note that a changed call failed. */
export function wordUndone(id: string): Sentence {
  return say`hardwon note: this call was rewritten by lesson ${nameLesson({ id })}, and failed. The lesson rewrites no more calls: the next one runs as you send it.`;
}

function wordEvidence({ kind, seen, isUnconfirmed }: SnapshotLesson): Sentence {
  if (isUnconfirmed) return fixed('that an agent saved and nobody has confirmed');
  if (seen === 0) return fixed('that was imported');
  return say`from ${seen} past ${kind === 'preference' ? 'remark' : 'failure'}${seen === 1 ? '' : 's'}`;
}
