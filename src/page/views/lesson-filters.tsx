import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Lessons } from '../../web/answers/lessons.ts';
import { Filters } from '../parts/filters.tsx';
import { SearchBox } from '../parts/search.tsx';
import { count, plain } from '../words.ts';

/** The groups of lessons, in the order of the review process. */
export const GROUPS: readonly [show: keyof Lessons['counts'], title: string][] = [
  ['review', 'To review'],
  ['ready', 'Ready'],
  ['watching', 'Watching'],
  ['promoted', 'Promoted'],
  ['retired', 'Retired'],
  ['rejected', 'Rejected'],
  ['all', 'All'],
];

const SORTS: readonly [value: string, title: string][] = [
  ['value', 'Most urgent'],
  ['seen', 'Seen most often'],
  ['wasted', 'Most calls lost'],
  ['recent', 'Seen most recently'],
  ['id', 'By id'],
];

/** Selects and sorts the lessons listed; `onChoose` gets the name of a filter and its value. */
export function LessonFilters({
  chosen: { show, kind, confidence, sort },
  answer,
  field,
  text,
  onType,
  onChoose,
}: {
  chosen: { show: string; kind: string; confidence: string; sort: string };
  answer: Lessons | undefined;
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onType: (text: string) => void;
  onChoose: (name: string, value: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const tabs = useRef<HTMLFieldSetElement>(null);
  // If they do not all fit, scroll to the chosen one.
  useEffect(
    () => tabs.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' }),
    [show, answer],
  );
  return (
    <>
      <div class="bar">
        <h1>Lessons</h1>
        <fieldset ref={tabs} class="tabs" aria-label="Which lessons">
          {GROUPS.map(([name, title]) => (
            <button key={name} type="button" aria-pressed={name === show} onClick={() => onChoose('show', name)}>
              {title} {answer ? <b>{count(answer.counts[name])}</b> : null}
            </button>
          ))}
        </fieldset>
      </div>
      <div class={isOpen ? 'bar filters opened' : 'bar filters'}>
        <SearchBox field={field} text={text} onType={onType} />
        <button type="button" class="more-filters" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filters
        </button>
        <Filters hasRange={false} hasOwn />
        <select aria-label="Kind" value={kind} onChange={(event) => onChoose('kind', event.currentTarget.value)}>
          <option value="">All kinds</option>
          {answer?.kinds.map(({ kind: name, lessons }) => (
            <option key={name} value={name}>
              {plain(name)} ({count(lessons)})
            </option>
          ))}
        </select>

        <select
          aria-label="Confidence"
          value={confidence}
          onChange={(event) => onChoose('confidence', event.currentTarget.value)}
        >
          <option value="">Any confidence</option>
          <option value="high">High confidence</option>
          <option value="medium">Medium confidence</option>
          <option value="low">Low confidence</option>
        </select>

        <select aria-label="Order" value={sort} onChange={(event) => onChoose('sort', event.currentTarget.value)}>
          {SORTS.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
