import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, RefusedRequest } from './api.ts';

/** The state of a request. */
export interface LoadedAnswer<T> {
  /** The last answer; it stays until the next one arrives. */
  value?: T;
  /** The reason why there is no answer, or none that is newer. */
  error?: Error;
  /** Whether the value, if any, is the answer to an earlier request. */
  isLoading: boolean;
}

/** Requests a path, and again when it or the version changes. */
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
  return answer.path === path ? answer : { value: answer.value, isLoading: true };
}

/** Keeps the previous value if it cannot be requested again, but drops it if the server says that it no longer exists. */
function keepValue<T>(before: LoadedAnswer<T> & { path?: string }, path: string, error: Error): { value?: T } {
  const isGone = error instanceof RefusedRequest && error.status === 404;
  return before.path === path && before.value && !isGone ? { value: before.value } : {};
}

/** Elements that handle Enter themselves, as a link does. */
const CONTROLS = 'a, button, summary, [role="slider"]';

/** Keys that repeat while held down; a decision is made once per key press. */
const HELD = new Set(['j', 'k', 'n']);

/**
 * Calls a function for keys pressed outside of fields and dialogs. With `isFirst`, it may take a key before the other listeners.
 */
export function useKeys(onKey: (key: string) => boolean, { isFirst = false } = {}): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.repeat && !HELD.has(event.key)) return;
      if (document.querySelector('dialog[open]') || target?.closest('input, textarea, select, [contenteditable]'))
        return;
      if (event.key === 'Enter' && target?.closest(CONTROLS)) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    addEventListener('keydown', listen, { capture: isFirst });
    return () => removeEventListener('keydown', listen, { capture: isFirst });
  }, []);
}

/** Returns a value once it has not changed for a moment. */
export function useLater<T>(value: T, milliseconds: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}

/** Returns the current size of an element. */
export function useSize<T extends Element>(): [
  ref: (element: T | null) => void,
  size: { width: number; height: number },
] {
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

/** Returns the current theme, for elements that are drawn rather than styled. */
export function useTheme(): string | undefined {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme);
  useEffect(() => {
    const follow = () => setTheme(document.documentElement.dataset.theme);
    addEventListener('themechange', follow);
    return () => removeEventListener('themechange', follow);
  }, []);
  return theme;
}

/** From this width on, a list and the chosen item are side by side; the styles have the same value. */
const SIDE_BY_SIDE = '(min-width: 62.01rem)';

/** Whether there is currently room for two columns. */
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
