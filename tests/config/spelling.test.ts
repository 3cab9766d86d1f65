import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../src/config/check-config.ts';

const check = (value: unknown) => checkConfig(value, 'hardwon.config.yaml');

describe('readSpelling', () => {
  it('reads every key of the loop as its own document spells it', async () => {
    const documented = {
      teacher: { mode: 'local', model: 'claude-sonnet', max_tokens: 1024 },
      n8n: { webhook_url: 'https://n8n.example/webhook/teacher', timeout: 60 },
      learning: { max_retries: 3, auto_retry: true },
      failure_sources: [
        { name: 'pytest', type: 'automated', enabled: true },
        { name: 'manual', type: 'user_reported', enabled: true },
        { name: 'semantic', type: 'llm_analysis', enabled: false },
      ],
      failure_prompts: { test_failure: 'default', planning_error: 'planning_error_system' },
      tests: { framework: 'pytest', command: 'pytest tests/ -v --tb=short', timeout: 120 },
      claude: { max_turns: 15, output_format: 'json' },
    };
    const { failure_sources, failure_prompts, ...same } = documented;
    expect(await check(documented)).toEqual({
      ...same,
      teacher: { mode: 'local', model: 'claude-sonnet', maxTokens: 1024 },
      n8n: { webhookUrl: 'https://n8n.example/webhook/teacher', timeout: 60 },
      learning: { maxRetries: 3, autoRetry: true },
      failureSources: failure_sources,
      failurePrompts: failure_prompts,
      claude: { maxTurns: 15, outputFormat: 'json' },
    });
  });

  it('leaves names alone that people choose', async () => {
    const remedies = {
      min_confidence: { run: 'true', heals: ['network'] },
      minConfidence: { run: 'true', heals: ['auth'] },
    };
    expect(await check({ remedies })).toEqual({ remedies });
  });

  it('refuses both spellings of a key in one place', async () => {
    await expect(check({ learning: { max_retries: 1, maxRetries: 2 } })).rejects.toThrow(
      'maxRetries and max_retries are the same key',
    );
  });

  it('refuses a time that no timer can run', async () => {
    await expect(check({ tests: { timeout: 1e10 } })).rejects.toThrow('tests.timeout must be at most');
    expect(await check({ tests: { timeout: 86_400 } })).toEqual({ tests: { timeout: 86_400 } });
  });

  it('suggests for a slip in either spelling', async () => {
    await expect(check({ teacher: { max_token: 5 } })).rejects.toThrow('did you mean "maxTokens"?');
    await expect(check({ learnin: {} })).rejects.toThrow('did you mean "learning"?');
  });
});
