import { useEffect, useState } from 'preact/hooks';

/** The current location: the parts of a path, and the query. */
export interface Route {
  /** `lessons`, `harbour`, `L-003`. */
  parts: string[];
  query: Record<string, string>;
}

/** Parses the route of an address. */
export function readRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decode);
  return { parts: parts.length === 0 ? ['overview'] : parts, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Returns the address of a route; empty values are left out. */
export function printRoute(parts: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const chosen = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []));
  const search = chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
  return `#/${parts.map(encodeURIComponent).join('/')}${search}`;
}

/** Returns the current route. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(readRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

/** Navigates to an address; `replace` leaves no entry in the history. */
export function go(address: string, replace = false): void {
  if (!replace) {
    location.hash = address;
    return;
  }
  history.replaceState(undefined, '', address);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
