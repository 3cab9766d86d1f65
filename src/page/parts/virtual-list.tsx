import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api.ts';

/** Number of rows per request, unless the list says otherwise. */
const PAGE = 100;

/** Number of rows rendered beyond the visible ones. */
const MARGIN = 6;

/** A list that is requested in pages, and whose total length is known. */
export interface Paged<T> {
  total: number;
  row(index: number): T | undefined;
  /** Requests these rows if necessary. */
  want(from: number, to: number): void;
  isLoaded: boolean;
  /** Whether the rows still answer an earlier request. */
  isStale: boolean;
  error?: Error;
  /** Changes when rows arrive. */
  stamp: number;
}

interface Pages<A, T> {
  /** The path of the request that they answer. */
  path: string;
  total: number;
  pages: ReadonlyMap<number, T[]>;
  first?: A;
  error?: Error;
  stamp: number;
}

/**
 * Requests a list in pages. When the request changes, the old rows stay until the new ones arrive; when only the version changes,
 * each page stays until its replacement arrives, so that the visible part does not flicker.
 */
export function usePages<A, T>(
  path: (offset: number, limit: number) => string,
  version: number,
  read: (answer: A) => { total: number; rows: T[] },
  size = PAGE,
): Paged<T> & { first?: A } {
  const question = path(0, 0);
  const key = `${version} ${question}`;
  const [state, setState] = useState<Pages<A, T>>({ path: '', total: 0, pages: new Map(), stamp: 0 });
  const asked = useRef<{ key: string; pages: Set<number> }>({ key: '', pages: new Set() });
  const fetchPage = (page: number) => {
    if (asked.current.key !== key) asked.current = { key, pages: new Set() };
    if (asked.current.pages.has(page)) return;
    asked.current.pages.add(page);
    ask<A>(path(page * size, size))
      .then((answer) => {
        if (asked.current.key !== key) return;
        const { total, rows } = read(answer);
        setState((before) => {
          const isSame = before.path === question;
          const first = page === 0 ? answer : isSame ? before.first : undefined;
          const pages = new Map(isSame ? before.pages : []).set(page, rows);
          return { path: question, total, pages, first, stamp: before.stamp + 1 };
        });
      })
      .catch((error: Error) => {
        if (asked.current.key !== key) return;
        // No rows arrived, so nothing triggers another request: scrolling or changing the request tries again.
        asked.current.pages.delete(page);
        setState((before) =>
          before.path === question ? { ...before, error } : { ...NOTHING, path: question, error, stamp: before.stamp },
        );
      });
  };
  const current = useRef(fetchPage);
  current.current = fetchPage;
  useEffect(() => current.current(0), [key]);
  return {
    total: state.total,
    row: (index) => state.pages.get(Math.floor(index / size))?.[index % size],
    want: (from, to) => {
      for (let page = Math.floor(from / size); page <= Math.floor(Math.max(from, to - 1) / size); page++)
        fetchPage(page);
    },
    isLoaded: state.path !== '',
    isStale: state.path !== question,
    error: state.error,
    first: state.first,
    stamp: state.stamp,
  };
}

const NOTHING = { total: 0, pages: new Map<number, never[]>() };

/** Renders only the visible rows. One of them is chosen: arrows move, Enter opens; `onMove` is absent if moving opens, too. */
export function VirtualList<T>({
  list,
  rowHeight,
  chosen,
  onChoose,
  onMove = onChoose,
  label,
  children,
}: {
  list: Paged<T>;
  rowHeight: number;
  chosen: number;
  onChoose: (index: number) => void;
  onMove?: (index: number) => void;
  label: string;
  children: (row: T, index: number, isChosen: boolean) => ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const before = useRef(-2);
  useEffect(() => {
    const element = box.current;
    if (!element || chosen < 0 || list.total === 0) return;
    const isStep = Math.abs(chosen - before.current) === 1;
    before.current = chosen;
    const [top, bottom] = [chosen * rowHeight, (chosen + 1) * rowHeight];
    const { scrollTop, clientHeight } = element;
    if (top >= scrollTop && bottom <= scrollTop + clientHeight) return;
    // The next row is moved into view; a row farther away, as one that a link names, is moved to the middle.
    if (!isStep) element.scrollTop = top - (clientHeight - rowHeight) / 2;
    else element.scrollTop = top < scrollTop ? top : bottom - clientHeight;
  }, [chosen, rowHeight, list.total]);
  const from = Math.max(0, Math.floor(view.top / rowHeight) - MARGIN);
  const to = Math.min(list.total, Math.ceil((view.top + view.height) / rowHeight) + MARGIN);
  useEffect(() => {
    if (to > from) list.want(from, to);
  }, [from, to, list.stamp]);
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -list.total,
      End: list.total,
    };
    const step = steps[event.key];
    if (step === undefined || list.total === 0) return;
    event.preventDefault();
    onMove(Math.min(list.total - 1, Math.max(0, chosen + step)));
  };
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  const name = (index: number) => `${label.replaceAll(/\W+/g, '-')}-${index}`;
  return (
    <div
      ref={box}
      class="virtual"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      onKeyDown={move}
      {...(chosen >= from && chosen < to ? { 'aria-activedescendant': name(chosen) } : {})}
    >
      <div class="virtual-all" role="presentation" style={{ height: `${list.total * rowHeight}px` }}>
        {indexes.map((index) => {
          const row = list.row(index);
          return (
            <div
              key={index}
              id={name(index)}
              class={index === chosen ? 'virtual-row chosen' : 'virtual-row'}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              aria-posinset={index + 1}
              aria-setsize={list.total}
              style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
              onClick={() => onChoose(index)}
              onKeyDown={() => {}}
            >
              {row === undefined ? <span class="row-wait" /> : children(row, index, index === chosen)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
