import { describeApiError } from './api-error.ts';
import { describeHost } from './destination.ts';
import type { ApiOptions, Model } from './model.ts';
import { fetchUntil } from './retry-after.ts';

/** A model behind OpenAI's chat completions API, which most other servers speak, too; its library is loaded when it is asked (+83 ms). */
export function openAiModel({ key, keyEnv, model, maxTokens, baseUrl, timeoutMs }: ApiOptions): Model {
  const host = describeHost(baseUrl);
  return {
    name: 'openai',
    destination: host.text,
    leavesMachine: !host.isLoopback,
    async ask({ system, message }, { signal }) {
      const { OpenAI } = await import('openai');
      const client = new OpenAI({
        apiKey: key,
        baseURL: baseUrl,
        // Longer than what ends it: the library would ask again.
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
            // The older name of this limit is the one that other servers know; OpenAI's newer models know only the newer one.
            ...(isOpenAi(baseUrl) ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: message },
            ],
          },
          { signal: signal ? AbortSignal.any([signal, limit]) : limit },
        );
        const { usage } = answer;
        return {
          text: answer.choices[0]?.message?.content ?? '',
          ...(usage ? { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } } : {}),
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
