import { AppError } from '../shared/errors.ts';
import { describeApiError } from './api-error.ts';
import { describeHost } from './destination.ts';
import type { ApiOptions, Model } from './model.ts';
import { fetchUntil } from './retry-after.ts';

/** Uses a model behind Anthropic's Messages API, through its own library, which is loaded on the first question (+206 ms). */
export function anthropicModel({ key, keyEnv, model, maxTokens, baseUrl, timeoutMs }: ApiOptions): Model {
  const host = describeHost(baseUrl);
  return {
    name: 'anthropic',
    destination: host.text,
    leavesMachine: !host.isLoopback,
    timeoutMs,
    async ask({ system, message }, { signal }) {
      const { Anthropic } = await import('@anthropic-ai/sdk');
      const client = new Anthropic({
        apiKey: key,
        baseURL: baseUrl,
        // Longer than our own limit, because the library would retry.
        timeout: 2 * timeoutMs,
        maxRetries: 2,
        logLevel: 'off',
        // The question goes to the configured address and nowhere else.
        fetchOptions: { redirect: 'error' },
        fetch: fetchUntil(Date.now() + timeoutMs),
      });
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const question = {
          model,
          max_tokens: maxTokens,
          system,
          messages: [{ role: 'user' as const, content: message }],
        };
        const options = { signal: signal ? AbortSignal.any([signal, limit]) : limit };
        const answer =
          maxTokens > LONGEST_WHOLE
            ? await client.messages.stream(question, options).finalMessage()
            : await client.messages.create(question, options);
        const text = answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
        if (answer.stop_reason === 'refusal')
          throw new AppError('unavailable', `${host.text} declined to answer.`, {
            hint: 'Choose another teacher with --teacher.',
          });
        return {
          text,
          model: answer.model,
          isCut: answer.stop_reason === 'max_tokens',
          usage: { inputTokens: answer.usage.input_tokens, outputTokens: answer.usage.output_tokens },
        };
      } catch (error) {
        throw describeApiError(error, {
          host: host.text,
          isStopped: signal?.aborted ?? false,
          ...{ keyEnv, model, baseUrl, timeoutMs },
        });
      }
    },
  };
}

/** Longer answers must be streamed: the library refuses to wait for them in one piece. */
const LONGEST_WHOLE = 16_000;
