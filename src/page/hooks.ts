import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, RefusedRequest } from './api.ts';

/** What is known of an answer that was asked for. */
export interface LoadedAnswer<T> {
  /** The last one; the one before stays until the next has come. */
  value?: T;
  /** Why there is none, or none that is newer. */
  error?: Error;
  /** Whether the value, where there is one, is the answer to an earlier question. */
  isLoading: boolean;
}

/** Asks for a path, and again when it or the version changes. */
export function useAnswer<T>(path: string | undefined, version: number): LoadedAnswer<T> {
  const [answer, setAnswer] = useState<LoadedAnswer<T> & { path?: string }>({ isLoading: true });
  useEffect(() => {
    if (path === undefined) return undefined;
    const controller = new AbortController();
    ask<T>(path, controller.signal)
      .then((value) => {
        if (!controller.signal.aborted) setAnswer({ value, isLoading: false, path });
      })
      .catch((error: Error) => {
        if (!controller.signal.aborted)
          setAnswer((before) => ({ ...keepValue(before, path, error), error, isLoading: false, path }));
      });
    return () => controller.abort();
  }, [path, version]);
  return answer.path === path ? answer : { ...(answer.value ? { value: answer.value } : {}), isLoading: true };
}

/** What was there stays where it cannot be asked for again, and goes where the server says that it is gone. */
function keepValue<T>(before: LoadedAnswer<T> & { path?: string }, path: string, error: Error): { value?: T } {
  const isGone = error instanceof RefusedRequest && error.status === 404;
  return before.path === path && before.value && !isGone ? { value: before.value } : {};
}

/** What takes Enter for itself, as a link does. */
const CONTROLS = 'a, button, summary, [role="slider"]';

/** Keys that are held down to go on and on; a decision is made once for each time that its key is pressed. */
const HELD = new Set(['j', 'k', 'n']);

/** Calls a function for keys that are pressed outside of fields and dialogs. Of several, one that comes `first` may take a key from the others. */
export function useKeys(onKey: (key: string) => boolean, { isFirst = false } = {}): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.repeat && !HELD.has(event.key)) return;
      if (document.querySelector('dialog[open]') || target?.closest('input, textarea, select, [contenteditable]')) return;
      if (event.key === 'Enter' && target?.closest(CONTROLS)) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    addEventListener('keydown', listen, { capture: isFirst });
    return () => removeEventListener('keydown', listen, { capture: isFirst });
  }, []);
}

/** A value that is taken over when it has not changed for a moment. */
export function useLater<T>(value: T, milliseconds: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}

/** The size of an element, followed. */
export function useSize<T extends Element>(): [ref: (element: T | null) => void, size: { width: number; height: number }] {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const observer = useRef<ResizeObserver>(undefined);
  const ref = useCallback((element: T | null) => {
    observer.current?.disconnect();
    if (!element) return;
    observer.current = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.current.observe(element);
  }, []);
  return [ref, size];
}

/** The theme that is in force, for what is drawn and not styled. */
export function useTheme(): string | undefined {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme);
  useEffect(() => {
    const follow = () => setTheme(document.documentElement.dataset.theme);
    addEventListener('themechange', follow);
    return () => removeEventListener('themechange', follow);
  }, []);
  return theme;
}

/** From this width on a list and what was chosen stand side by side; the styles say the same. */
const SIDE_BY_SIDE = '(min-width: 62.01rem)';

/** Whether there is room for two columns, followed. */
export function useIsWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(SIDE_BY_SIDE).matches);
  useEffect(() => {
    const media = matchMedia(SIDE_BY_SIDE);
    const follow = () => setWide(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return isWide;
}
