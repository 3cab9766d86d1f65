import { useState } from 'preact/hooks';
import type { Lessons } from '../../../web/answers/lessons.ts';
import { query } from '../../api.ts';
import { useAnswer, useLater } from '../../hooks.ts';
import { Code } from '../../parts/code.tsx';
import type { DialogProps } from './decision-dialog.tsx';
import { DecisionForm } from './decision-form.tsx';

/** Asks which lesson to merge a lesson into. */
export function MergeDialog({ lesson, ...props }: DialogProps) {
  const [typed, setTyped] = useState('');
  const search = useLater(typed, 150);
  const [chosen, setChosen] = useState(lesson.similar[0]?.id ?? '');
  const isSearch = search !== '' || lesson.similar.length === 0;
  const path = `/api/lessons${query({ project: lesson.project, search, limit: 30, show: 'all' })}`;
  const { value, error, isLoading } = useAnswer<Lessons>(isSearch ? path : undefined, 0);
  const rows = isSearch ? (value?.rows ?? []).filter(({ id }) => id !== lesson.id) : lesson.similar;
  // Only a visible lesson can be chosen.
  const into = rows.find(({ id }) => id === chosen);
  return (
    <DecisionForm
      {...props}
      title={`Merge ${lesson.id} into another lesson`}
      button="Merge"
      decision={{ action: 'merge', into: into?.id, intoTitle: into?.title }}
      isBusy={props.isBusy || !into}
    >
      <label class="field">
        Search
        <input type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <fieldset class="radios">
        <legend>Lesson to keep</legend>
        {rows.map((row) => (
          <label key={row.id}>
            <input type="radio" name="into" value={row.id} checked={row === into} onChange={() => setChosen(row.id)} />
            <span>
              {row.id}: <Code text={row.title} />
            </span>
          </label>
        ))}
        {error ? <p class="banner">{error.message}</p> : null}
        {rows.length === 0 && !error && !(isSearch && isLoading) ? (
          <p class="quiet">No other lesson of this project matches.</p>
        ) : null}
      </fieldset>
      <p class="quiet">It keeps its words and adds the sightings of {lesson.id} to its own.</p>
    </DecisionForm>
  );
}
