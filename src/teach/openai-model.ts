import { AppError } from '../shared/errors.ts';
import { describeApiError } from './api-error.ts';
import { describeHost } from './destination.ts';
import type { ApiOptions, Model } from './model.ts';
import { fetchUntil } from './retry-after.ts';

/**
 * Uses a model behind OpenAI's chat completions API, which most other servers support, too; its library is loaded on the first
 * question (+83 ms).
 */
export function openAiModel({ key, keyEnv, model, maxTokens, baseUrl, timeoutMs }: ApiOptions): Model {
  const host = describeHost(baseUrl);
  return {
    name: 'openai',
    destination: host.text,
    leavesMachine: !host.isLoopback,
    timeoutMs,
    async ask({ system, message }, { signal }) {
      const { OpenAI } = await import('openai');
      const client = new OpenAI({
        apiKey: key,
        baseURL: baseUrl,
        // Longer than our own limit, because the library would retry.
        timeout: 2 * timeoutMs,
        maxRetries: 2,
        logLevel: 'off',
        organization: null,
        project: null,
        fetchOptions: { redirect: 'error' },
        fetch: fetchUntil(Date.now() + timeoutMs),
      });
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await client.chat.completions.create(
          {
            model,
            // Other servers know the older name of this limit; OpenAI's newer models know only the newer one.
            ...(isOpenAi(baseUrl) ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: message },
            ],
          },
          { signal: signal ? AbortSignal.any([signal, limit]) : limit },
        );
        const { usage, choices } = answer;
        const [choice] = choices;
        if (choice?.message?.refusal || choice?.finish_reason === 'content_filter')
          throw new AppError('unavailable', `${host.text} declined to answer.`, {
            hint: 'Choose another teacher with --teacher.',
          });
        return {
          text: choice?.message?.content ?? '',
          model: answer.model,
          isCut: choice?.finish_reason === 'length',
          usage: usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : undefined,
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

function isOpenAi(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com';
}
