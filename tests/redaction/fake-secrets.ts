import fc from 'fast-check';

/** A secret in the text that makes it one. */
export interface Planted {
  /** What is written, name and all. */
  text: string;
  /** The part that must not be seen again. */
  secret: string;
}

/** One kind of secret: the id its place is marked with, and how to make one up. */
export interface FakeKind {
  id: string;
  /** Which form of the kind this is. */
  form: string;
  planted: fc.Arbitrary<Planted>;
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGITS = '0123456789';

/** `length` characters drawn from the alphabet. */
export function drawn(alphabet: string, length: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length })
    .map((characters) => characters.join(''));
}

/** Letters and digits that nobody takes for words: a digit after each two letters. */
export function opaque(length: number): fc.Arbitrary<string> {
  return fc
    .tuple(drawn(UPPER + LOWER, length), drawn(DIGITS, length))
    .map(([letters, digits]) => [...letters].map((letter, i) => (i % 3 === 2 ? digits[i] : letter)).join(''));
}

export const hex = (length: number) => drawn('0123456789abcdef', length).map((text) => `a1${text.slice(2)}`);
const upperOpaque = (length: number) => opaque(length).map((text) => text.toUpperCase());
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** Prefixes are put together here so that no scanner takes this file for a leak. */
const glue = (...parts: string[]): string => parts.join('');

function kind(
  id: string,
  form: string,
  secret: fc.Arbitrary<string>,
  write: (secret: string) => string = (text) => text,
): FakeKind {
  return { id, form, planted: secret.map((made) => ({ secret: made, text: write(made) })) };
}

function prefixed(id: string, prefix: string[], body: fc.Arbitrary<string>): FakeKind {
  const start = glue(...prefix);
  return kind(
    id,
    start,
    body.map((rest) => start + rest),
  );
}

const pemLines = fc.array(drawn(UPPER + LOWER + DIGITS, 64), { minLength: 3, maxLength: 8 });
const pem = (name: string, edge: 'BEGIN' | 'END'): string => glue('-----', edge, ' ', name, 'PRIVATE', ' KEY-----');
const password = fc
  .tuple(opaque(8), fc.constantFrom('', '!', '-x', '_y', '@z', '#1'))
  .map(([text, sign]) => text + sign);
const word = fc.tuple(drawn(LOWER, 9), drawn(DIGITS, 1)).map(([letters, digit]) => `q${letters}${digit}`);
const jwtText = fc
  .tuple(fc.constantFrom('HS256', 'RS256', 'ES384'), drawn(LOWER, 10), opaque(43))
  .map(([alg, sub, signature]) =>
    [base64url(`{"alg":"${alg}","typ":"JWT"}`), base64url(`{"sub":"${sub}"}`), signature].join('.'),
  );

/** Kinds that a rule of ours finds, in every form worth telling apart. */
export const ownKinds: readonly FakeKind[] = [
  prefixed('github', ['gh', 'p_'], opaque(36)),
  prefixed('github', ['gh', 's_'], opaque(60)),
  prefixed(
    'github',
    ['github', '_pat_'],
    fc.tuple(opaque(22), opaque(59)).map((parts) => parts.join('_')),
  ),
  prefixed('gitlab', ['gl', 'pat-'], opaque(20)),
  prefixed('gitlab', ['gl', 'rt-'], opaque(24)),
  prefixed('atlassian', ['ATA', 'TT3'], opaque(180)),
  prefixed('npm', ['np', 'm_'], opaque(36)),
  prefixed('pypi', ['pypi', '-AgEIcHlwaS5vcmc'], opaque(90)),
  prefixed('rubygems', ['ruby', 'gems_'], hex(48)),
  prefixed('docker', ['dckr', '_oat_'], opaque(32)),
  prefixed('anthropic', ['sk', '-ant-', 'api03-'], opaque(95)),
  prefixed('anthropic', ['sk', '-ant-', 'oat01-'], opaque(60)),
  prefixed('openai', ['sk', '-proj-'], opaque(100)),
  prefixed('openai', ['sk', '-'], opaque(48)),
  prefixed('openai', ['sk', '-or-v1-'], hex(64)),
  prefixed('huggingface', ['h', 'f_'], opaque(34)),
  prefixed('groq', ['gs', 'k_'], opaque(52)),
  prefixed('xai', ['xa', 'i-'], opaque(80)),
  prefixed('perplexity', ['pp', 'lx-'], opaque(48)),
  prefixed('replicate', ['r', '8_'], opaque(37)),
  prefixed('digitalocean', ['do', 'p_v1_'], hex(64)),
  prefixed('doppler', ['dp', '.pt.'], opaque(43)),
  prefixed('supabase', ['sb', 'p_'], hex(40)),
  prefixed('planetscale', ['pscale', '_tkn_'], opaque(43)),
  prefixed('pulumi', ['pu', 'l-'], hex(40)),
  prefixed('tailscale', ['ts', 'key-auth-'], opaque(30)),
  prefixed('netlify', ['nf', 'p_'], opaque(36)),
  prefixed('sentry', ['sn', 'tryu_'], hex(64)),
  prefixed('new-relic', ['NR', 'AK-'], upperOpaque(27)),
  prefixed('stripe-key', ['sk', '_live_'], opaque(24)),
  prefixed('stripe-key', ['rk', '_test_'], opaque(24)),
  prefixed('stripe-key', ['wh', 'sec_'], opaque(32)),
  prefixed('square', ['sq', '0atp-'], opaque(22)),
  prefixed(
    'sendgrid',
    ['S', 'G.'],
    fc.tuple(opaque(22), opaque(43)).map((parts) => parts.join('.')),
  ),
  prefixed('mailgun', ['ke', 'y-'], hex(32)),
  prefixed('twilio', ['S', 'K'], hex(32)),
  prefixed(
    'slack',
    ['xo', 'xb-'],
    fc.tuple(drawn(DIGITS, 11), drawn(DIGITS, 12), opaque(24)).map((parts) => parts.join('-')),
  ),
  prefixed(
    'slack',
    ['xa', 'pp-1-'],
    fc.tuple(upperOpaque(11), hex(40)).map((parts) => parts.join('-')),
  ),
  prefixed('postman', ['PM', 'AK-'], hex(24)),
  prefixed(
    '1password',
    ['op', 's_'],
    opaque(90).map((text) => base64(`{"email":"${text}"}`)),
  ),
  prefixed('age-key', ['AGE-', 'SECRET-KEY-1'], upperOpaque(58)),
  prefixed('password-hash', ['$2', 'b$10$'], opaque(53)),
  prefixed('password-hash', ['$', '6$salt$'], opaque(86)),
  prefixed('aws-key', ['AK', 'IA'], upperOpaque(16)),
  prefixed('google-key', ['AI', 'za'], opaque(35)),
  prefixed('google-token', ['ya', '29.'], opaque(60)),
  prefixed('google-token', ['GOC', 'SPX-'], opaque(28)),
  kind(
    'webhook',
    'Slack',
    fc.tuple(upperOpaque(9), upperOpaque(9), opaque(24)).map(([a, b, c]) => `T${a}/B${b}/${c}`),
    (path) => `https://hooks.slack.com/services/${path}`,
  ),
  kind('webhook', 'Discord', opaque(68), (token) => `https://discord.com/api/webhooks/112233445566778899/${token}`),
  kind('aws-secret', 'environment', opaque(40), (key) => `AWS_SECRET_ACCESS_KEY=${key}`),
  kind('aws-secret', 'credentials file', opaque(40), (key) => `aws_secret_access_key = ${key}`),
  kind('aws-secret', 'JSON', opaque(40), (key) => `"SecretAccessKey": "${key}"`),
  kind('azure', 'storage', opaque(86), (key) => `AccountName=orchard;AccountKey=${key}==;EndpointSuffix=core`),
  kind('azure', 'signature', opaque(44), (sig) => `https://orchard.blob.core/x?sv=2022&sig=${sig}%3D`),
  kind('azure', 'client secret', opaque(34), (tail) => `aB38Q~${tail}`),
  kind('jwt', 'whole', jwtText),
  kind(
    'telegram',
    'bot',
    fc.tuple(drawn('123456789', 10), opaque(33)).map(([id, rest]) => `${id}:AA${rest}`),
  ),
  kind(
    'discord',
    'bot',
    fc.tuple(drawn('123456789', 18), opaque(6), opaque(27)).map(([id, a, b]) => `${base64url(id)}.${a}.${b}`),
  ),
  kind('bearer', 'header', opaque(32), (token) => `Authorization: Bearer ${token}`),
  kind('bearer', 'word', opaque(32), (token) => `curl -H 'authorization: bearer ${token}' https://orchard.test`),
  kind(
    'basic-auth',
    'header',
    fc.tuple(drawn(LOWER, 6), opaque(9)).map(([user, pass]) => base64(`${user}:${pass}`)),
    (encoded) => `Authorization: Basic ${encoded}`,
  ),
  kind('authorization', 'token scheme', opaque(40), (token) => `Authorization: token ${token}`),
  kind('authorization', 'JSON', opaque(40), (token) => `{"authorization": "${token}"}`),
  kind('url-credentials', 'database', password, (pass) => `postgres://app:${pass}@db.orchard.test:5432/fruit`),
  kind('url-credentials', 'word as password', word, (pass) => `redis://:${pass}@localhost:6379`),
  kind('url-credentials', 'https', opaque(20), (pass) => `https://ann:${pass}@orchard.test/repo.git`),
  kind('url-credentials', 'token as user', opaque(40), (token) => `https://${token}@orchard.test/repo.git`),
  kind('cookie', 'sent', opaque(26), (id) => `Cookie: theme=dark; sid=${id}`),
  kind('cookie', 'set', opaque(26), (id) => `Set-Cookie: sid=${id}; Path=/; HttpOnly`),
  kind(
    'private-key',
    'whole',
    pemLines.map((lines) => lines.join('\n')),
    (body) => `${pem('RSA ', 'BEGIN')}\n${body}\n${pem('RSA ', 'END')}`,
  ),
  kind(
    'private-key',
    'without end',
    pemLines.map((lines) => lines.join('\n')),
    (body) => `${pem('OPENSSH ', 'BEGIN')}\n${body}`,
  ),
  kind(
    'private-key',
    'without begin',
    pemLines.map((lines) => lines.join('\n')),
    (body) => `\n${body}\n${pem('', 'END')}`,
  ),
  kind('command-password', 'curl', password, (pass) => `curl -sS -u ann:${pass} https://orchard.test`),
  kind('command-password', 'mysql', password, (pass) => `mysql -h db -u root -p${pass} fruit`),
  kind('command-password', 'sshpass', password, (pass) => `sshpass -p ${pass} ssh ann@orchard`),
  kind('command-password', 'sudo', password, (pass) => `echo ${pass} | sudo -S apt update`),
  kind('assignment', 'export', password, (pass) => `export DB_PASSWORD=${pass}`),
  kind('assignment', 'word as password', word, (pass) => `PASSWORD=${pass}`),
  kind('assignment', 'prefix', password, (pass) => `MYSQL_PWD=${pass} mysqldump fruit`),
  kind('assignment', 'JSON password', password, (pass) => `{"user": "ann", "password": "${pass}"}`),
  kind('assignment', 'JSON token', opaque(24), (token) => `{"access_token":"${token}","expires_in":3600}`),
  kind('assignment', 'YAML', opaque(20), (key) => `api_key: ${key}`),
  kind('assignment', 'TOML', opaque(20), (key) => `secret_key = "${key}"`),
  kind('assignment', 'single quotes', opaque(20), (key) => `clientSecret: '${key}'`),
  kind('assignment', 'flag', password, (pass) => `harbour login --password ${pass} --user ann`),
  kind('assignment', 'flag with =', opaque(20), (token) => `harbour login --api-token=${token}`),
  kind(
    'assignment',
    'query',
    opaque(20),
    (token) => `https://orchard.test/v1/list?limit=5&access_token=${token}&page=2`,
  ),
  kind('assignment', 'header', hex(32), (key) => `X-Api-Key: ${key}`),
  kind('assignment', 'XML', password, (pass) => `<password>${pass}</password>`),
  kind('assignment', 'connection string', password, (pass) => `Server=db;Uid=app;Pwd=${pass};`),
  kind('assignment', 'SQL', password, (pass) => `ALTER ROLE app WITH PASSWORD '${pass}'`),
  kind('assignment', 'npmrc', hex(36), (token) => `//registry.orchard.test/:_authToken=${token}`),
  kind('assignment', 'netrc', password, (pass) => `machine orchard.test login ann password ${pass}`),
];

/** Kinds that secretlint alone finds. */
export const presetKinds: readonly FakeKind[] = [
  prefixed('shopify', ['shp', 'at_'], hex(32)),
  prefixed(
    'grafana',
    ['gl', 'sa_'],
    fc.tuple(opaque(32), hex(8)).map((parts) => parts.join('_')),
  ),
  prefixed('grafana', ['gl', 'c_eyJ'], opaque(80)),
  prefixed('hashicorp-vault', ['hv', 's.'], opaque(95)),
  prefixed('hashicorp-vault', ['hv', 'b.'], opaque(150)),
  prefixed('vercel', ['vc', 'p_'], opaque(24)),
  prefixed('databricks', ['da', 'pi'], hex(32)),
  prefixed('figma', ['fi', 'gd_'], opaque(43)),
  prefixed('linear', ['lin', '_api_'], opaque(40)),
];

export const allKinds: readonly FakeKind[] = [...ownKinds, ...presetKinds];
