import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLater } from '../hooks.ts';
import { go, printRoute } from '../route.ts';
import { useShell } from '../shell.ts';

/** The field that a list is searched by; `/` leads to it, and Enter or Escape back to the list. */
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

/** What is searched for: what is typed, and a moment later the address holds it, so that one can come back to it. */
export function useSearch(): { typed: string; search: string; onType: (text: string) => void } {
  const { route } = useShell();
  const search = route.query.search ?? '';
  const [typed, setTyped] = useState(search);
  const later = useLater(typed, 150);
  // What the address has by what was typed here: anything else is from elsewhere, and replaces that.
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
