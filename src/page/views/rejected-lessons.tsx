import { useState } from 'preact/hooks';
import type { RejectedLesson } from '../../web/answers/lessons.ts';
import { part } from '../api.ts';
import { noticeOfError } from '../describe-error.ts';
import { Code } from '../parts/code.tsx';
import { tellDone, useShell } from '../shell.ts';
import { shortDay } from '../words.ts';

/** The lessons that were rejected, each with a button to restore it. */
export function RejectedLessons({ lessons }: { lessons: readonly RejectedLesson[] }) {
  const { status, notify, write } = useShell();
  const [busy, setBusy] = useState<RejectedLesson>();
  const restore = async (lesson: RejectedLesson) => {
    setBusy(lesson);
    try {
      const done = await write(`/api/lessons/${part(lesson.project)}/${part(lesson.id)}`, { action: 'restore' });
      notify(tellDone(done, lesson.project));
    } catch (error) {
      notify(noticeOfError(error));
    }
    setBusy(undefined);
  };
  return (
    <ul class="rejected scrolls" aria-label="Rejected lessons">
      {lessons.map((lesson) => (
        <li key={`${lesson.project} ${lesson.id}`}>
          <div>
            <p class="lesson-title">
              <Code text={lesson.title} />
            </p>
            <p class="quiet">
              {lesson.projectName} · {lesson.id} · rejected on {shortDay(lesson.day)}
              {lesson.reason ? `: ${lesson.reason}` : ''}
            </p>
          </div>
          {lesson.writable && !status.readOnly ? (
            <button type="button" disabled={busy !== undefined} onClick={() => void restore(lesson)}>
              Restore<span class="unseen"> {lesson.id}</span>
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
