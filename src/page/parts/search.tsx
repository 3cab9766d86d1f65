import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLater } from '../hooks.ts';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';

/** The search field of a list; `/` focuses it, and Enter or Escape returns to the list. */
export function SearchBox({
  field,
  text,
  onType,
}: {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onType: (text: string) => void;
}) {
  return (
    <div class="grow">
      <input
        aria-label="Search"
        ref={field}
        type="search"
        placeholder="Search  /"
        value={text}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </div>
  );
}

/** Returns the search text: as typed, and a moment later as kept in the address, so that one can return to it. */
export function useSearch(): { typed: string; search: string; onType: (text: string) => void } {
  const { route } = useShell();
  const search = route.query.search ?? '';
  const [typed, setTyped] = useState(search);
  const later = useLater(typed, 150);
  // The last text written to the address by typing: any other text there comes from elsewhere, and replaces the typed one.
  const told = useRef(search);
  useEffect(() => {
    if (later === told.current) return;
    told.current = later;
    go(printRoute(route.parts, { ...route.query, search: later }), true);
  }, [later]);
  useEffect(() => {
    if (search === told.current) return;
    told.current = search;
    setTyped(search);
  }, [search]);
  return { typed, search, onType: setTyped };
}
