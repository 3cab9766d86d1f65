import type { LessonRow } from '../../web/answers/lessons.ts';

const REVIEWS: Readonly<Record<NonNullable<LessonRow['review']>, string>> = {
  conflict: 'conflict',
  due: 'promote?',
  new: 'new',
  watching: 'confirm?',
};

/** The reason to review a lesson, and its status; in a list the first is enough. */
export function Badges({ lesson, isWhole = false }: { lesson: LessonRow; isWhole?: boolean }) {
  return (
    <>
      {lesson.review ? <span class={`tag ${lesson.review}`}>{REVIEWS[lesson.review]}</span> : null}
      {lesson.review === undefined || isWhole ? (
        <span class={`tag ${lesson.promoted ? 'promoted' : lesson.status}`}>
          {lesson.promoted ? 'promoted' : lesson.status}
        </span>
      ) : null}
      <span class={`level ${lesson.confidence}`} title={`${lesson.confidence} confidence`}>
        <i />
        <i />
        <i />
        <span class="unseen">{lesson.confidence} confidence</span>
      </span>
    </>
  );
}
