import { useState } from 'preact/hooks';
import type { LessonRow } from '../../../web/answers/lessons.ts';
import { Code } from '../../parts/code.tsx';
import type { DialogProps } from './decision-dialog.tsx';
import { DecisionForm } from './decision-form.tsx';

/** Asks which of the lessons that contradict each other is right. */
export function ResolveDialog({ lesson, ...props }: DialogProps) {
  const parties: LessonRow[] = [lesson, ...lesson.opponents];
  const [keep, setKeep] = useState(lesson.id);
  return (
    <DecisionForm
      {...props}
      title="Which one is right?"
      button="Resolve"
      decision={{ action: 'resolve', ...(keep === 'both' ? { both: true } : { keep }) }}
    >
      <fieldset class="radios">
        <legend class="unseen">Which one is right?</legend>
        {parties.map((row) => (
          <label key={row.id}>
            <input type="radio" name="keep" checked={row.id === keep} onChange={() => setKeep(row.id)} />
            <span>
              <b>{row.id}</b> <Code text={row.guidance} />
              <small>
                {' '}
                seen {row.occurrences}×, {row.confidence} confidence
              </small>
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="keep" checked={keep === 'both'} onChange={() => setKeep('both')} />
          <span>Both are right</span>
        </label>
      </fieldset>
      <p class="quiet">The other lesson is rejected.</p>
    </DecisionForm>
  );
}
