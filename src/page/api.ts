import type { StatusProblem } from '../web/answers/status.ts';

/** A refusal by the server. */
export class RefusedRequest extends Error {
  readonly status: number;
  readonly hint: string | undefined;

  constructor(status: number, { error, hint }: StatusProblem) {
    super(error);
    this.status = status;
    this.hint = hint;
  }
}

/** Sends a GET request. */
export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  return read<T>(await fetch(path, { headers: { accept: 'application/json' }, signal }));
}

/** Sends a POST request. */
export async function sendRequest<T>(path: string, body: object): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return read<T>(response);
}

/** Builds a query string; empty values are left out. */
export function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const entries = Object.entries(values).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** Encodes a part of a path. */
export function part(text: string): string {
  return encodeURIComponent(text);
}

async function read<T>(response: Response): Promise<T> {
  // A response that breaks off or is aborted while it is read is not an answer.
  const text = await response.text();
  const value = parse(text);
  if (response.ok && value !== undefined) return value as T;
  throw new RefusedRequest(
    response.status,
    isProblem(value) ? value : { error: 'The server did not answer with JSON.' },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(value: unknown): value is StatusProblem {
  return typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'string';
}
