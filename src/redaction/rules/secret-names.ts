/**
 * The significance of a name for its value. `password`: a person chose it. `secret`: a machine made it. `likely`: the value must
 * look like one.
 */
type NameKind = 'password' | 'secret' | 'likely';

/** Names of vendors and things whose key is always a secret: `stripe_key`, `Subscription-Key`. */
const KEY_OWNERS =
  /(?:^|[_-])(?:stripe|openai|anthropic|claude|gemini|mistral|cohere|groq|deepseek|openrouter|sendgrid|mailgun|mailchimp|postmark|resend|twilio|datadog|dd|algolia|pinecone|firebase|supabase|azure|aws|gcp|github|gh|gitlab|slack|telegram|discord|heroku|cloudflare|fastly|sentry|rollbar|segment|mixpanel|amplitude|launchdarkly|pagerduty|newrelic|honeycomb|shopify|square|paypal|braintree|plaid|coinbase|binance|alchemy|infura|etherscan|subscription|functions|integration|routing|write|instrumentation|ssh|rsa|pgp|gpg|hmac|cipher|aes|crypto|enc|sign|shared)[_-]key$/i;
/** Keys that open nothing: they say where something is stored, or are public. */
const ORDINARY_KEYS =
  /(?:^|[_-])(?:answer|cache|column|composite|config|dedupe|dict|event|feature|field|file|foreign|group|hash|host|hot|i18n|id|idempotency|index|item|job|json|lock|lookup|map|message|metadata|natural|object|order|parent|partition|path|primary|pub|public|query|queue|redis|registry|reverse|room|route|row|s3|setting|shard|shortcut|sort|state|store|style|table|tag|task|topic|translation|tree|unique|user|value)[_-]key$/i;

/**
 * Judges a name that ends in `key`: an `owner` has a key that opens something, `any` may be anything, `ordinary` opens nothing.
 */
export function judgeKeyName(name: string): 'owner' | 'any' | 'ordinary' {
  if (KEY_OWNERS.test(name)) return 'owner';
  return ORDINARY_KEYS.test(name) ? 'ordinary' : 'any';
}

/** Whether the name is that of a secret and not a word of a sentence: `client_secret`, `ACCESS_TOKEN`. */
export function isExplicitName(name: string): boolean {
  return /[_-](?:secret|token|key|password)$/i.test(name) || /[a-z](?:Secret|Token|Key|Password)$/.test(name);
}

const PASSWORD = /(?:^|_)(?:pass|pwd|pw|passcode|pin|otp|totp|mfa|cvv|cvc)$|(?:password|passwd|passphrase|passwrd)$/;
const SECRET =
  /(?:secret|token|apikey|accesskey|privatekey|secretkey|authkey|signingkey|encryptionkey|masterkey|accountkey|clientkey|jwt|bearer|mnemonic)$|(?:^|_)(?:pat|(?:api|access|private|secret|auth|signing|encryption|master|account|service|license|client|app|admin|webhook|deploy|publish|storage|session|hmac|jwt)_key|seed_phrase|recovery_code|connection_string|authorization|cookie)$/;
const LIKELY = /(?:^|_)(?:auth|key|credentials?|signature|csrf|xsrf|dsn)$/;
const SUFFIX = /_?(?:\d{1,2}|base|value|prod|production|staging|dev|live|old|new|b64|base64|raw)$/;

/**
 * Returns what the name of a member reveals about its value, however its words are joined: `clientSecret`, `X-Api-Key`,
 * `DB_PASSWORD`.
 */
export function judgeName(name: string): NameKind | undefined {
  const known = judged.get(name);
  if (known !== undefined) return known === 'none' ? undefined : known;
  const kind = classify(name);
  // Names recur; those of a hostile text do not.
  if (judged.size >= MOST_NAMES) judged.clear();
  judged.set(name, kind ?? 'none');
  return kind;
}

const MOST_NAMES = 2_000;
const judged = new Map<string, NameKind | 'none'>();

function classify(name: string): NameKind | undefined {
  if (name.length > 100) return undefined;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]{1,8}/g, '_')
    .replace(/_$/, '')
    .toLowerCase();
  const bare = words.replace(SUFFIX, '');
  for (const candidate of [words, bare]) {
    if (PASSWORD.test(candidate)) return 'password';
    if (SECRET.test(candidate)) return 'secret';
    if (KEY_OWNERS.test(candidate)) return 'secret';
    if (LIKELY.test(candidate) && !ORDINARY_KEYS.test(candidate)) return 'likely';
  }
  return undefined;
}
