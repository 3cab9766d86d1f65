import { patternRule, type RedactionRule } from './rule.ts';
import { hasDigit } from './secret-value.ts';

/** Keys of model providers, and of services used with them. */
export const modelTokens: readonly RedactionRule[] = [
  patternRule('anthropic', ['sk-ant-'], /sk-ant-[A-Za-z0-9_-]{20,}/y, { atWordStart: true }),
  patternRule('openai', ['sk-proj-', 'sk-svcacct-', 'sk-admin-'], /sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}/y, {
    atWordStart: true,
  }),
  // Short and shared by many; `sk-` also starts CSS classes, whose words have hyphens and no digits.
  patternRule('openai', ['sk-'], /sk-(?:or-v1-|lf-|None-)?[A-Za-z0-9]{20,2000}/y, {
    atWordStart: true,
    accept: hasDigit,
  }),
  patternRule('huggingface', ['hf_', 'api_org_'], /(?:hf|api_org)_[A-Za-z0-9]{30,}/y, { atWordStart: true }),
  patternRule('groq', ['gsk_'], /gsk_[A-Za-z0-9]{40,}/y, { atWordStart: true }),
  patternRule('xai', ['xai-'], /xai-[A-Za-z0-9]{40,}/y, { atWordStart: true }),
  patternRule('perplexity', ['pplx-'], /pplx-[A-Za-z0-9]{40,}/y, { atWordStart: true }),
  patternRule('replicate', ['r8_'], /r8_[A-Za-z0-9]{30,}/y, { atWordStart: true }),
  patternRule('nvidia', ['nvapi-'], /nvapi-[A-Za-z0-9_-]{40,}/y, { atWordStart: true }),
  patternRule('together', ['tgp_v1_'], /tgp_v1_[A-Za-z0-9_-]{30,}/y, { atWordStart: true }),
  patternRule('cerebras', ['csk-'], /csk-[a-z0-9]{40,}/y, { atWordStart: true }),
  patternRule('fireworks', ['fw_'], /fw_[A-Za-z0-9]{22,24}(?![A-Za-z0-9_])/y, { atWordStart: true, accept: hasDigit }),
  patternRule('pinecone', ['pcsk_'], /pcsk_[A-Za-z0-9_]{40,}/y, { atWordStart: true }),
  patternRule('langsmith', ['lsv2_'], /lsv2_(?:pt|sk)_[a-f0-9]{32}[a-f0-9_]*/y, { atWordStart: true }),
  patternRule('tavily', ['tvly-'], /tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,}/y, { atWordStart: true }),
  patternRule('firecrawl', ['fc-'], /fc-[a-f0-9]{32}(?![a-f0-9])/y, { atWordStart: true }),
  patternRule('jina', ['jina_'], /jina_[a-f0-9]{32}[A-Za-z0-9_-]*/y, { atWordStart: true }),
  patternRule('e2b', ['e2b_'], /e2b_[a-f0-9]{40}/y, { atWordStart: true }),
  patternRule('elevenlabs', ['sk_'], /sk_[a-f0-9]{48}(?![A-Za-z0-9])/y, { atWordStart: true }),
  patternRule('runpod', ['rpa_'], /rpa_[A-Z0-9]{40,}/y, { atWordStart: true }),
  patternRule('wandb', ['wandb_v1_'], /wandb_v1_[A-Za-z0-9_]{40,}/y, { atWordStart: true }),
  patternRule('browserbase', ['bb_live_', 'bb_test_'], /bb_(?:live|test)_[A-Za-z0-9_-]{20,}/y, { atWordStart: true }),
  patternRule('logfire', ['pylf_v1_'], /pylf_v1_[a-z]{2}_[A-Za-z0-9]{40,}/y),
];
