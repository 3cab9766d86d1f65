import { patternRule, type RedactionRule } from './rule.ts';
import { hasDigit } from './secret-value.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Tokens of cloud providers, hosts, databases and monitoring services. Amazon, Google and Microsoft have files of their own. */
export const cloudTokens: readonly RedactionRule[] = [
  patternRule('digitalocean', ['dop_v1_', 'doo_v1_', 'dor_v1_'], /do[opr]_v1_[a-f0-9]{32,}/y),
  patternRule(
    'doppler',
    ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    /dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{32,}/y,
    {
      atWordStart: true,
    },
  ),
  patternRule('supabase', ['sbp_', 'sb_secret_'], /(?:sbp_[a-f0-9]{32,}|sb_secret_[A-Za-z0-9_-]{16,})/y, {
    atWordStart: true,
  }),
  patternRule('planetscale', ['pscale_'], /pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{24,}/y),
  patternRule('neon', ['napi_'], /napi_[a-z0-9]{50,}/y, { atWordStart: true }),
  patternRule('pulumi', ['pul-'], /pul-[a-f0-9]{40,}/y, { atWordStart: true }),
  patternRule('terraform', ['.atlasv1.'], /\.atlasv1\.[A-Za-z0-9_-]{40,}/y),
  patternRule('hashicorp-vault', ['hvs.', 'hvb.', 'hvr.'], /hv[sbr]\.[A-Za-z0-9_-]{24,}/y, { atWordStart: true }),
  patternRule('tailscale', ['tskey-'], /tskey-[a-z]{1,20}-[A-Za-z0-9-]{16,}/y),
  patternRule('fly', ['flyv1 ', 'fm2_', 'fm1a_', 'fm1r_'], /(FlyV1 )?fm[12][ar]?_[A-Za-z0-9+/=,_-]{40,}/y),
  patternRule('fly', ['fo1_'], /fo1_[A-Za-z0-9_-]{40,}/y, { atWordStart: true }),
  patternRule('netlify', ['nfp_'], /nfp_[A-Za-z0-9]{32,}/y, { atWordStart: true }),
  patternRule('render', ['rnd_'], /rnd_[A-Za-z0-9]{28,}/y, { atWordStart: true }),
  patternRule('heroku', ['hrku-'], /HRKU-[A-Za-z0-9_-]{30,}/y, { atWordStart: true }),
  patternRule('scalingo', ['tk-us-'], /tk-us-[A-Za-z0-9_-]{48}/y, { atWordStart: true }),
  patternRule('openshift', ['sha256~'], /sha256~[A-Za-z0-9_-]{40,}/y, { atWordStart: true }),
  patternRule('alibaba', ['ltai'], /LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/y, { atWordStart: true, accept: hasDigit }),
  patternRule('yandex', ['aqvn'], /AQVN[A-Za-z0-9_-]{30,}/y, { atWordStart: true }),
  patternRule('ibm', ['crn:v1:bluemix'], /(crn:v1:bluemix:[^\s"']{1,200}apikey:)[A-Za-z0-9_-]{20,}/iy),
  patternRule('defined', ['dnkey-'], /dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{40,}/iy, { atWordStart: true }),
  patternRule('sentry', ['sntrys_', 'sntryu_'], /sntry[su]_[A-Za-z0-9+/=_-]{32,}/y),
  patternRule('new-relic', ['nrak-', 'nrra-', 'nrii-', 'nrjs-', 'nrsp-'], /NR(?:AK|RA|II|JS|SP)-[A-Za-z0-9_-]{19,}/y),
  patternRule('dynatrace', ['dt0'], /dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{30,}/y, { atWordStart: true }),
  patternRule('grafana', ['eyjrijoi'], /eyJrIjoi[A-Za-z0-9+/]{60,}={0,2}/y, { atWordStart: true }),
  patternRule('posthog', ['phx_', 'phs_'], /ph[xs]_[A-Za-z0-9]{30,}/y, { atWordStart: true }),
  patternRule('launchdarkly', ['sdk-', 'api-', 'mob-'], new RegExp(`(?:sdk|api|mob)-${UUID}(?![0-9a-f])`, 'y'), {
    atWordStart: true,
  }),
  patternRule('clickhouse', ['4b1d'], /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/y, {
    atWordStart: true,
    // A hexadecimal hash may begin like this.
    accept: (secret) => /[A-Z]/.test(secret) && /[g-z]/.test(secret),
  }),
  patternRule('cloudflare', ['cfut_', 'cfat_', 'cfk_'], /cf(?:ut|at|k)_[A-Za-z0-9_-]{32,}/y, { atWordStart: true }),
  patternRule('cloudflare', ['v1.0-'], /v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}/y, { atWordStart: true }),
  patternRule('ory', ['ory_'], /ory_(?:pat|st|at|rt|ac)_[A-Za-z0-9_.-]{30,}/y, { atWordStart: true }),
  patternRule('workos', ['sk_a'], /sk_a[A-Za-z0-9]{60,}/y, { atWordStart: true }),
];
