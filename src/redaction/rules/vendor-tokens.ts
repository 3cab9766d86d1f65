import { patternRule, type Rule } from './rule.ts';

const hasDigit = (secret: string): boolean => /\d/.test(secret);

/**
 * Tokens that a vendor gave a prefix of its own, one row each; add yours here.
 *
 * secretlint knows some of them too, but asks for the exact length. These rows also take tokens that an agent's log cut short, and those
 * of formats that have grown since. The kinds that are not here (Shopify, Grafana, Vault, Vercel, ...) are secretlint's alone.
 */
export const vendorTokens: readonly Rule[] = [
  // Source code and packages
  patternRule('github', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /gh[pousr]_[A-Za-z0-9]{16,}[A-Za-z0-9_]*/y),
  patternRule('github', ['github_pat_'], /github_pat_[A-Za-z0-9]{10,}[A-Za-z0-9_]*/y),
  patternRule(
    'gitlab',
    ['glpat-', 'gldt-', 'glrt-', 'glrtr-', 'glptt-', 'glcbt-', 'glsoat-', 'glft-', 'glimt-', 'glagent-', 'gloas-', 'glffct-'],
    /gl(?:pat|dt|rtr?|ptt|cbt|soat|ft|imt|agent|oas|ffct)-[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_.-]*)?/y,
  ),
  patternRule('gitlab', ['gr1348941'], /GR1348941[A-Za-z0-9_-]{16,}/y),
  patternRule('atlassian', ['atatt3', 'atctt3', 'atbb'], /AT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{20,400}/y, {
    atWordStart: true,
    accept: hasDigit,
  }),
  patternRule('npm', ['npm_'], /npm_[A-Za-z0-9]{24,}/y),
  patternRule('pypi', ['pypi-ag'], /pypi-Ag[A-Za-z0-9_-]{40,}/y),
  patternRule('rubygems', ['rubygems_'], /rubygems_[a-f0-9]{32,}/y),
  patternRule('docker', ['dckr_'], /dckr_[a-z]{2,4}_[A-Za-z0-9_-]{20,}/y),

  // Models
  patternRule('anthropic', ['sk-ant-'], /sk-ant-[A-Za-z0-9_-]{20,}/y, { atWordStart: true }),
  patternRule('openai', ['sk-proj-', 'sk-svcacct-', 'sk-admin-'], /sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}/y, {
    atWordStart: true,
  }),
  // Short and shared by many; `sk-` also starts CSS classes, whose words have hyphens and no digits.
  patternRule('openai', ['sk-'], /sk-(?:or-v1-|lf-|None-)?[A-Za-z0-9]{20,2000}/y, { atWordStart: true, accept: hasDigit }),
  patternRule('huggingface', ['hf_', 'api_org_'], /(?:hf|api_org)_[A-Za-z0-9]{30,}/y, { atWordStart: true }),
  patternRule('groq', ['gsk_'], /gsk_[A-Za-z0-9]{40,}/y, { atWordStart: true }),
  patternRule('xai', ['xai-'], /xai-[A-Za-z0-9]{40,}/y, { atWordStart: true }),
  patternRule('perplexity', ['pplx-'], /pplx-[A-Za-z0-9]{40,}/y, { atWordStart: true }),
  patternRule('replicate', ['r8_'], /r8_[A-Za-z0-9]{30,}/y, { atWordStart: true }),

  // Clouds and infrastructure
  patternRule('digitalocean', ['dop_v1_', 'doo_v1_', 'dor_v1_'], /do[opr]_v1_[a-f0-9]{32,}/y),
  patternRule('doppler', ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], /dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9_.-]{32,}/y, {
    atWordStart: true,
  }),
  patternRule('supabase', ['sbp_', 'sb_secret_'], /(?:sbp_[a-f0-9]{32,}|sb_secret_[A-Za-z0-9_-]{16,})/y, { atWordStart: true }),
  patternRule('planetscale', ['pscale_'], /pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{24,}/y),
  patternRule('pulumi', ['pul-'], /pul-[a-f0-9]{40,}/y, { atWordStart: true }),
  patternRule('terraform', ['.atlasv1.'], /\.atlasv1\.[A-Za-z0-9_-]{40,}/y),
  patternRule('tailscale', ['tskey-'], /tskey-[a-z]+-[A-Za-z0-9-]{16,}/y),
  patternRule('fly', ['flyv1 ', 'fm2_'], /(FlyV1 )?fm[12][ar]?_[A-Za-z0-9+/=,_-]{40,}/y),
  patternRule('netlify', ['nfp_'], /nfp_[A-Za-z0-9]{32,}/y, { atWordStart: true }),
  patternRule('sentry', ['sntrys_', 'sntryu_'], /sntry[su]_[A-Za-z0-9+/=_-]{32,}/y),
  patternRule('new-relic', ['nrak-'], /NRAK-[A-Z0-9]{20,}/y),
  patternRule('cloudflare', ['cfut_', 'cfat_', 'cfk_'], /cf(?:ut|at|k)_[A-Za-z0-9_-]{32,}/y, { atWordStart: true }),

  // Money, mail and messages
  patternRule('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], /[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/y, {
    atWordStart: true,
  }),
  patternRule('stripe-key', ['whsec_'], /whsec_[A-Za-z0-9+/=]{20,}/y),
  patternRule('square', ['sq0'], /sq0[a-z]{3}-[A-Za-z0-9_-]{20,}/y, { atWordStart: true }),
  patternRule('sendgrid', ['sg.'], /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,}/y, { atWordStart: true }),
  patternRule('mailgun', ['key-'], /key-[0-9a-f]{32}(?![0-9a-z])/y, { atWordStart: true }),
  patternRule('twilio', hexDigits('sk'), /SK[0-9a-f]{32}(?![0-9a-zA-Z])/y, { atWordStart: true }),
  patternRule('slack', ['xox'], /xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}/y, { atWordStart: true }),
  patternRule('slack', ['xapp-'], /xapp-\d-[A-Za-z0-9-]{10,}/y, { atWordStart: true }),
  patternRule('webhook', ['hooks.slack.com/'], /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/_-]{20,}/iy),
  patternRule('webhook', ['/api/webhooks/'], /(\/api\/webhooks\/\d{15,21}\/)[A-Za-z0-9_-]{30,}/iy),
  patternRule('webhook', ['.webhook.office.com/'], /(\.webhook\.office\.com\/webhookb2\/)[A-Za-z0-9@/_-]{40,}/iy),

  // Tools
  patternRule('postman', ['pmak-'], /PMAK-[0-9a-f]{20,}-?[0-9a-f]*/y),
  patternRule('notion', ['ntn_', 'secret_'], /(?:ntn_\d{8,}|secret_(?=[a-z]*[A-Z0-9]))[A-Za-z0-9]{35,}/y, { atWordStart: true }),
  // secretlint wants a `fQ` at the end, which one in three has.
  patternRule('1password', ['ops_ey'], /ops_eyJ[A-Za-z0-9+/=_-]{60,}/y),
  patternRule('age-key', ['age-secret-key-'], /AGE-SECRET-KEY-1[0-9A-Z]{20,}/iy),
  // Hashes of passwords as crypt(3), bcrypt and argon2 write them: they can be guessed offline.
  patternRule('password-hash', ['$1$', '$5$', '$6$', '$y$'], /\$[156y]\$[./A-Za-z0-9$=,]{24,}/y),
  patternRule('password-hash', ['$2a$', '$2b$', '$2y$'], /\$2[aby]\$\d\d\$[./A-Za-z0-9]{22,}/y),
  patternRule('password-hash', ['$argon2'], /\$argon2(?:id|i|d)\$[A-Za-z0-9+/$=,]{24,}/y),
];

/** Prefixes of two letters are too short to look for; with the digit that follows they are not. */
function hexDigits(prefix: string): string[] {
  return [...'0123456789abcdef'].map((digit) => prefix + digit);
}
