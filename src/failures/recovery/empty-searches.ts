import type { Claim } from './claim.ts';
import { type Search, searchOf } from './searches.ts';
import { after, type Step, type ThreadView } from './session-view.ts';
import { findsSomething } from './silent-mistakes.ts';

/** The same search is repeated elsewhere at once, or it is a different question. */
const NEAR = 6;

/**
 * Finds searches in a folder that found nothing, followed by the same search elsewhere that found something. One shows where one
 * thing is; if the same two places recur, they show where to look.
 */
export function findEmptySearches(view: ThreadView): Claim[] {
  return view.steps.flatMap((step) => {
    const search = isEmpty(step) ? searchOf(step, view.roots) : undefined;
    const found = search && search.place !== '' ? findElsewhere(step, search, view) : undefined;
    if (!search || !found) return [];
    const { place } = search;
    return [
      {
        relation: 'search-scope',
        key: `${place} -> ${found.place}`,
        failure: {
          call: step.call,
          kind: 'no-match',
          diagnostic: '',
          signature: `no-match||${place}`,
          subjects: [],
          work: false,
          masked: true,
        },
        fix: found.step.call,
        between: found.step.index - step.index - 1,
        wrong: place,
        right: found.place,
        facts: { pattern: search.pattern },
      },
    ];
  });
}

/** Whether a search succeeded and its answer is that there is no hit. */
function isEmpty({ judgement }: Step): boolean {
  return judgement.outcome === 'unknown' && judgement.reason === 'answered-no';
}

function findElsewhere(step: Step, search: Search, view: ThreadView): { step: Step; place: string } | undefined {
  for (const later of after(view, step, NEAR)) {
    // A file written in between may be the hit.
    if ((later.call.tool === 'edit' || later.call.tool === 'write') && later.outcome === 'worked') return undefined;
    const other = findsSomething(later) && later.outcome === 'worked' ? searchOf(later, view.roots) : undefined;
    if (other?.pattern !== search.pattern || other.manner !== search.manner || other.place === search.place) continue;
    // A subfolder contains nothing that the whole does not: something else was different.
    return other.place.startsWith(`${search.place}/`) ? undefined : { step: later, place: other.place };
  }
  return undefined;
}
