/** Returns how long a response asks to wait, in milliseconds, from seconds or a date; undefined if it does not say. */
export function readRetryAfter(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const wanted = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(wanted) ? Math.max(0, wanted) : undefined;
}

/**
 * Returns a fetch for a library that retries by itself. If a response asks for more time than is left until `endsAt`, the library
 * is told not to retry, because it would be ended in the middle and the user would have waited for nothing.
 */
export function fetchUntil(endsAt: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const waitMs = readRetryAfter(response.headers.get('retry-after'));
    if (response.ok || waitMs === undefined || Date.now() + waitMs < endsAt) return response;
    const headers = new Headers(response.headers);
    headers.set('x-should-retry', 'false');
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  };
}
