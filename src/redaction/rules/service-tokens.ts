import { type Found, isWordCharacter, patternRule, type RedactionRule, startsWord } from './rule.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Tokens of services for payments, mail, messages, shops, design and other purposes. */
export const serviceTokens: readonly RedactionRule[] = [
  // Money
  patternRule(
    'stripe-key',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_org_'],
    /[rs]k_(?:live|test|org)_[A-Za-z0-9]{10,}/y,
    {
      atWordStart: true,
    },
  ),
  patternRule('stripe-key', ['whsec_'], /whsec_[A-Za-z0-9+/=]{20,}/y),
  patternRule('square', ['sq0'], /sq0[a-z]{3}-[A-Za-z0-9_-]{20,}/y, { atWordStart: true }),
  patternRule('square', ['eaaa'], /EAAA[A-Za-z0-9_-]{56,}/y, { atWordStart: true }),
  patternRule('paypal', ['access_token$'], /access_token\$(?:production|sandbox)\$[0-9a-z]{10,20}\$[0-9a-f]{32}/y, {
    atWordStart: true,
  }),
  patternRule('razorpay', ['rzp_live_', 'rzp_test_'], /rzp_(?:live|test)_[A-Za-z0-9]{14,}/y, { atWordStart: true }),
  patternRule('flutterwave', ['flwseck'], /FLWSECK(?:_TEST)?-[A-Za-z0-9]{20,}(?:-X)?/y, { atWordStart: true }),
  patternRule('mercadopago', ['app_usr-'], /APP_USR-[0-9a-f-]{30,}/y, { atWordStart: true }),
  patternRule(
    'plaid',
    ['access-sandbox-', 'access-development-', 'access-production-'],
    new RegExp(`access-(?:sandbox|development|production)-${UUID}`, 'y'),
    { atWordStart: true },
  ),
  patternRule('shippo', ['shippo_'], /shippo_(?:live|test)_[a-f0-9]{40}/y, { atWordStart: true }),
  patternRule('easypost', ['ezak', 'eztk'], /EZ[AT]K[A-Za-z0-9]{54}/y, { atWordStart: true }),
  patternRule('duffel', ['duffel_'], /duffel_(?:test|live)_[A-Za-z0-9_=-]{40,}/y, { atWordStart: true }),
  patternRule('gocardless', ['live_', 'sandbox_'], /(?:live|sandbox)_[A-Za-z0-9_=-]{40,43}(?![A-Za-z0-9_=-])/y, {
    atWordStart: true,
    accept: looksDrawn,
  }),

  // Mail and messages
  patternRule('sendgrid', ['sg.'], /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,}/y, { atWordStart: true }),
  patternRule('mailgun', ['key-'], /key-[0-9a-f]{32}(?![0-9a-z])/y, { atWordStart: true }),
  endedRule(
    'mailchimp',
    [...'123456789'].map((digit) => `-us${digit}`),
    /^[0-9a-f]{32}$/,
    32,
    /-us\d{1,2}(?![A-Za-z0-9])/y,
  ),
  patternRule('sendinblue', ['xkeysib-', 'xsmtpsib-'], /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/y, {
    atWordStart: true,
  }),
  patternRule('mailersend', ['mlsn.'], /mlsn\.[a-f0-9]{60,}/y, { atWordStart: true }),
  patternRule('resend', ['re_'], /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}/y, { atWordStart: true }),
  patternRule('twilio', hexDigits('sk'), /SK[0-9a-f]{32}(?![0-9a-zA-Z])/y, { atWordStart: true }),
  patternRule('slack', ['xox'], /xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}/y, { atWordStart: true }),
  patternRule('slack', ['xapp-'], /xapp-\d-[A-Za-z0-9-]{10,}/y, { atWordStart: true }),
  patternRule(
    'webhook',
    ['hooks.slack.com/'],
    /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/_-]{20,}/iy,
  ),
  patternRule('webhook', ['/api/webhooks/'], /(\/api\/webhooks\/\d{15,21}\/)[A-Za-z0-9_-]{30,}/iy),
  patternRule('webhook', ['.webhook.office.com/'], /(\.webhook\.office\.com\/webhookb2\/)[A-Za-z0-9@/_-]{40,}/iy),
  patternRule('webhook', ['hooks.zapier.com/'], /(hooks\.zapier\.com\/hooks\/catch\/\d{1,12}\/)[A-Za-z0-9]{6,}/iy),
  patternRule('facebook', ['eaa'], /EAA[A-Za-z0-9]{90,}/y, { atWordStart: true }),

  // Tools
  patternRule('postman', ['pmak-'], /PMAK-[0-9a-f]{20,}-?[0-9a-f]*/y),
  patternRule('notion', ['ntn_', 'secret_'], /(?:ntn_\d{8,20}|secret_(?=[a-z]{0,60}[A-Z0-9]))[A-Za-z0-9]{35,}/y, {
    atWordStart: true,
  }),
  patternRule('linear', ['lin_oauth_'], /lin_oauth_[A-Za-z0-9]{32,}/y, { atWordStart: true }),
  { id: 'airtable', markers: ['.'], beside: { offset: -17, character: 'p' }, find: findAirtable },
  patternRule('asana', ['1/1', '2/1'], /[12]\/1\d{11,19}(?:\/\d{12,20})?:[a-f0-9]{32}/y, { atWordStart: true }),
  patternRule('contentful', ['cfpat-'], /CFPAT-[A-Za-z0-9_-]{40,}/y, { atWordStart: true }),
  patternRule('hubspot', ['pat-na', 'pat-eu'], new RegExp(`pat-(?:na|eu)\\d-${UUID}`, 'iy'), { atWordStart: true }),
  patternRule('typeform', ['tfp_'], /tfp_[A-Za-z0-9_.=-]{40,}/y, { atWordStart: true }),
  patternRule('frameio', ['fio-u-'], /fio-u-[A-Za-z0-9_=-]{60,}/y, { atWordStart: true }),
  patternRule('dropbox', ['sl.'], /sl\.(?:u\.)?[A-Za-z0-9_-]{120,}/y, { atWordStart: true }),
  patternRule('mapbox', ['sk.eyj'], /sk\.eyJ[A-Za-z0-9_-]{40,600}\.[A-Za-z0-9_-]{20,}/y, { atWordStart: true }),
  endedRule('maxmind', ['_mmk'], /^[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/, 36, /_mmk(?![A-Za-z0-9])/y),
  patternRule('adobe', ['p8e-'], /p8e-[A-Za-z0-9_-]{30,}/y, { atWordStart: true }),
  // secretlint requires a `fQ` at the end, which one in three has.
  patternRule('1password', ['ops_ey'], /ops_eyJ[A-Za-z0-9+/=_-]{60,}/y),
  patternRule(
    '1password',
    ['a3-'],
    /A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}(?![A-Z0-9])/y,
    {
      atWordStart: true,
    },
  ),
  patternRule('age-key', ['age-secret-key-'], /AGE-SECRET-KEY-1[0-9A-Z]{20,}/iy),
  patternRule('settlemint', ['sm_aat_', 'sm_pat_', 'sm_sat_'], /sm_[aps]at_[A-Za-z0-9]{16}/y, { atWordStart: true }),
  patternRule('intra42', ['s-s4t2'], /s-s4t2(?:ud|af)-[a-f0-9]{60,}/y, { atWordStart: true }),
  patternRule('docker-config', ['eyjhdxrocyi6'], /eyJhdXRocyI6[A-Za-z0-9+/]{20,}={0,2}/y, { atWordStart: true }),
];

/** Whether it has letters of both cases and digits: names of variables have one case. */
function looksDrawn(secret: string): boolean {
  return /\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret);
}

/** Prefixes of two letters are too short to search for; with the following digit they are not. */
function hexDigits(prefix: string): string[] {
  return [...'0123456789abcdef'].map((digit) => prefix + digit);
}

/** Makes a rule for secrets that are recognised by their end: a number of characters of a form before the marker. */
function endedRule(
  id: string,
  markers: readonly string[],
  form: RegExp,
  length: number,
  ending: RegExp,
): RedactionRule {
  return {
    id,
    markers,
    find(text, at) {
      const start = at - length;
      if (
        start < 0 ||
        !isWordCharacter(text.charCodeAt(start)) ||
        !form.test(text.slice(start, at)) ||
        !startsWord(text, start)
      )
        return undefined;
      ending.lastIndex = at;
      return ending.test(text) ? { start, end: ending.lastIndex } : undefined;
    },
  };
}

const AIRTABLE_TAIL = /\.[a-f0-9]{64}(?![a-f0-9])/y;

/** Finds `pat`, 14 letters and digits, and a dot, which is the marker: `pat` begins too many words. */
function findAirtable(text: string, at: number): Found | undefined {
  const start = at - 17;
  if (start < 0 || !/^pat[A-Za-z0-9]{14}$/.test(text.slice(start, at)) || !startsWord(text, start)) return undefined;
  AIRTABLE_TAIL.lastIndex = at;
  return AIRTABLE_TAIL.test(text) ? { start, end: AIRTABLE_TAIL.lastIndex } : undefined;
}
