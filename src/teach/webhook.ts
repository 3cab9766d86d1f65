import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../shared/errors.ts';
import { describeHost } from './destination.ts';
import type { Model } from './model.ts';
import { readRetryAfter } from './retry-after.ts';

/** Options for asking a webhook. */
export interface WebhookOptions {
  url: string;
  /** The bearer token; none if absent. */
  token?: string;
  /** The environment variable from which it is read, for people. */
  tokenEnv: string;
  timeoutMs: number;
  /** How often to retry after transient problems: too many requests, a server error, a broken connection. */
  retries: number;
  /** Milliseconds before the first retry, doubled before each further one. */
  backoffMs?: number;
}

/** Upper bound: no answer is longer. */
const LARGEST_ANSWER = 1024 * 1024;

/** Upper bound: if a server asks for a longer wait than this, there is no retry. */
const LONGEST_WAIT = 30_000;

/** Uses a webhook as a model: it gets {type, prompt, casebook} and answers with the object that the prompt asks for. */
export function webhookModel(options: WebhookOptions): Model {
  const host = describeHost(options.url);
  return {
    name: 'webhook',
    destination: host.text,
    leavesMachine: !host.isLoopback,
    timeoutMs: options.timeoutMs,
    async ask({ system, message }, { signal }) {
      const body = JSON.stringify({ type: 'cases', prompt: system, casebook: message });
      return { text: await askWebhook(options, body, signal) };
    },
  };
}

/** Posts a body, again after transient problems, and returns the text of the answer. */
export async function askWebhook(
  options: WebhookOptions,
  body: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const result = await post(options, body, signal);
    if ('text' in result) return result.text;
    if (!result.passes || attempt >= options.retries) throw result.error;
    const backoff = (options.backoffMs ?? 500) * 2 ** attempt;
    const pause = Math.max(backoff, result.waitMs ?? 0);
    if (pause > Math.min(LONGEST_WAIT, options.timeoutMs)) throw result.error;
    await wait(pause, undefined, signal ? { signal } : {}).catch(() => {
      throw result.error;
    });
  }
}

type Result = { text: string } | { error: AppError; passes: boolean; waitMs?: number };

async function post(
  { url, token, tokenEnv, timeoutMs }: WebhookOptions,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const limit = AbortSignal.timeout(timeoutMs);
  const host = describeHost(url).text;
  let hasBegun = false;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body,
      // The failure goes to the configured address and nowhere else.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    hasBegun = true;
    if (response.ok) return { text: await readBounded(response) };
    await response.body?.cancel().catch(() => undefined);
    return refusal(response, host, tokenEnv, token !== undefined);
  } catch (cause) {
    if (signal?.aborted) return { error: new AppError('unavailable', 'It was stopped.', { cause }), passes: false };
    if (limit.aborted)
      return {
        error: new AppError('unavailable', `${host} did not answer within ${Math.round(timeoutMs / 1000)} seconds.`, {
          hint: 'Give it more time with n8n.timeout in the configuration.',
          cause,
        }),
        // The server may still be working on the first request.
        passes: false,
      };
    if (cause instanceof AppError) return { error: cause, passes: false };
    const trouble = hasBegun ? 'broke off in the middle of its answer' : 'cannot be reached';
    const error = new AppError('unavailable', `${host} ${trouble}${reasonOf(cause)}.`, {
      hint: hasBegun
        ? 'Ask again; the executions of the workflow may say why.'
        : 'Check n8n.webhookUrl in the configuration, and that the workflow is active.',
      cause,
    });
    return { error, passes: true };
  }
}

function refusal(response: Response, host: string, tokenEnv: string, hasToken: boolean): Result {
  const { status } = response;
  const passes = status === 429 || status >= 500;
  const isRedirect = status >= 300 && status < 400;
  const waitMs = readRetryAfter(response.headers.get('retry-after'));
  const hint =
    status === 401 || status === 403
      ? `${hasToken ? 'The token is not accepted' : 'It requires a token'}: put it into the environment variable ${tokenEnv}.`
      : status === 404
        ? 'Check n8n.webhookUrl in the configuration, and that the workflow is active.'
        : isRedirect
          ? 'Failures are not sent to another address: set it as n8n.webhookUrl if it is the right one.'
          : passes
            ? `Try again ${waitMs === undefined ? 'later' : `in ${Math.ceil(waitMs / 1000)} seconds`}.`
            : undefined;
  const error = new AppError(
    'unavailable',
    `${host} answered with ${status}${isRedirect ? ', a redirection' : ''}.`,
    hint ? { hint } : {},
  );
  return { error, passes, ...(waitMs === undefined ? {} : { waitMs }) };
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER)
      throw new AppError('broken-file', 'The answer of the webhook is longer than 1 MB.', {
        hint: 'docs/n8n.md shows what the workflow has to answer.',
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error ? cause.cause : undefined;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  return code === '' ? '' : ` (${code})`;
}
