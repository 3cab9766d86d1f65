import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** The options that decide which requests are allowed, and under which host names. */
export interface RequestGuardOptions {
  /** The token in the link. */
  token: string;
  /** The host names of the server in addition to those of this machine, with its port: `127.0.0.1:4170`. */
  hosts: () => readonly string[];
  /** Whether to refuse every request that changes something. */
  readOnly: boolean;
}

/** Whether a path is open to everybody: the files of the page contain no data of the user. */
const isPublic = (path: string): boolean => !path.startsWith('/api/');

/** The path to which the page posts the token of the link. */
export const ENTRANCE = '/api/enter';

/** Returns a token that cannot be guessed. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Allows only requests with the token, in a cookie or as a bearer token, and only under the server's own host names: a page of
 * another site that resolves its name to this machine has a different Host, and one that posts here has a different Origin.
 */
export function guard({ token, hosts, readOnly }: RequestGuardOptions): MiddlewareHandler {
  return async (context, next) => {
    addHeaders(context);
    const host = context.req.header('host') ?? '';
    if (!hosts().includes(host)) return refuse(context, 403, 'This server does not answer to that host name.');
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== `http://${host}`)
      return refuse(context, 403, 'The request came from another page.');
    const site = context.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isPublic(context.req.path))
      return refuse(context, 403, 'The request came from another page.');
    if (!isRead(context)) {
      const refusal = refusePost(context, origin, readOnly);
      if (refusal) return refusal;
    }
    if (isPublic(context.req.path) || context.req.path === ENTRANCE) return next();
    if (!isAllowed(context, token))
      return refuse(context, 401, 'Open the link that hardwon ui printed: it contains the key.');
    return next();
  };
}

/** Sets the cookie that stands for the token. Ports share cookies, so its name contains the port. */
export function letIn(context: Context, asked: string, token: string): boolean {
  if (!isEqual(asked, token)) return false;
  setCookie(context, cookieName(context), token, { httpOnly: true, sameSite: 'Strict', path: '/' });
  return true;
}

function isRead(context: Context): boolean {
  return context.req.method === 'GET' || context.req.method === 'HEAD';
}

function refusePost(context: Context, origin: string | undefined, readOnly: boolean): Response | undefined {
  if (context.req.method !== 'POST') return refuse(context, 405, 'Only GET and POST are supported.');
  if (!/^application\/json\s*(?:;|$)/i.test(context.req.header('content-type') ?? ''))
    return refuse(context, 415, 'Send JSON, with the content type application/json.');
  // A browser always sends the Origin with a post; other programs send the token instead.
  if (origin === undefined && context.req.header('authorization') === undefined)
    return refuse(context, 403, 'The request does not say which page it comes from.');
  if (readOnly && context.req.path !== ENTRANCE)
    return refuse(
      context,
      403,
      'This server was started with --read-only.',
      'Start it without that option to make changes.',
    );
  return undefined;
}

function isAllowed(context: Context, token: string): boolean {
  const bearer = /^Bearer (\S{1,500})$/.exec(context.req.header('authorization') ?? '')?.[1];
  return isEqual(bearer ?? getCookie(context, cookieName(context)) ?? '', token);
}

function cookieName(context: Context): string {
  return `hardwon-${/:(\d+)$/.exec(context.req.header('host') ?? '')?.[1] ?? '80'}`;
}

/** Compares in constant time, so that the time reveals nothing. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function refuse(context: Context, status: 401 | 403 | 405 | 415, error: string, hint?: string): Response {
  return context.json({ error, hint }, status);
}

function addHeaders(context: Context): void {
  const headers = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
}
