import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/redaction/redact.ts';
import { assignment } from '../../../src/redaction/rules/assignment.ts';

const redactor = createRedactor({ rules: [assignment], secretlint: false });
const GONE = '[redacted:assignment]';

describe('assignments to the names of secrets', () => {
  it.each([
    ['PASSWORD=hunter2', `PASSWORD=${GONE}`],
    [
      String.raw`psql -c 'ALTER ROLE app PASSWORD '\''hunter2'\'''`,
      String.raw`psql -c 'ALTER ROLE app PASSWORD '\''${GONE}'\'''`,
    ],
    ['/srv/password=hunter2/notes.txt', `/srv/password=${GONE}/notes.txt`],
    ['[{"name": "DB_PASSWORD", "value": "hunter2"}]', `[{"name": "DB_PASSWORD", "value": "${GONE}"}]`],
    ['- name: API_TOKEN\n  value: a1b2c3d4e5', `- name: API_TOKEN\n  value: ${GONE}`],
    ['db:\n  password: |\n    hunter2\n  host: db', `db:\n  password: |\n    ${GONE}\n  host: db`],
    [`PRIVATE_KEY=0x${'a1b2'.repeat(16)}`, `PRIVATE_KEY=${GONE}`],
    ['GH_PAT=0a1b2c3d4e5f', `GH_PAT=${GONE}`],
    ['PASSWORD=correcthorse make', `PASSWORD=${GONE} make`],
    ["PASSWORD='pa ss' PGPASSWORD=x9Kq psql", `PASSWORD='pa ss' PGPASSWORD=${GONE} psql`],
    ['PASSWORD=a&b;c|d(e)', `PASSWORD=${GONE}`],
    ['env PASSWORD=abcd && make', `env PASSWORD=${GONE} && make`],
    ['SMTP_PASS=hunter2', `SMTP_PASS=${GONE}`],
    ['SESSION_SECRET=keyboard-cat', `SESSION_SECRET=${GONE}`],
    ['SECRET_KEY_BASE=0a1b2c3d4e5f', `SECRET_KEY_BASE=${GONE}`],
    ['TOKEN_2=0a1b2c3d', `TOKEN_2=${GONE}`],
    ['export API_TOKEN="correct7horse"', `export API_TOKEN="${GONE}"`],
    ['password: "hunter2",', `password: "${GONE}",`],
    ["'password' => 'hunter2'", `'password' => '${GONE}'`],
    ['password := `hunter2`', `password := \`${GONE}\``],
    ['password = b"hunter2"', `password = b"${GONE}"`],
    ['config["password"] = "hunter2"', `config["password"] = "${GONE}"`],
    ['{\\"password\\":\\"hunter2\\",\\"x\\":1}', `{\\"password\\":\\"${GONE}\\",\\"x\\":1}`],
    ['{\\\\\\"password\\\\\\":\\\\\\"hunter2\\\\\\"}', `{\\\\\\"password\\\\\\":\\\\\\"${GONE}\\\\\\"}`],
    ['{"password":"pa\\"ss1"}', `{"password":"${GONE}"}`],
    ['{"password":"hunter2', `{"password":"${GONE}`],
    ['dbPassword: hunter2', `dbPassword: ${GONE}`],
    ['password: 12345678', `password: ${GONE}`],
    ['password=hunter2)', 'password=hunter2)'],
    ['--password hunter', `--password ${GONE}`],
    ['--password=hunter', `--password=${GONE}`],
    ['--db-password "hunter"', `--db-password "${GONE}"`],
    ['["--token", "a1b2c3d4"]', `["--token", "${GONE}"]`],
    ['?password=correcthorse&x=1', `?password=${GONE}&x=1`],
    ['host=db user=app password=correcthorse', `host=db user=app password=${GONE}`],
    ['Data Source=db;User Id=app;Password=correcthorse;', `Data Source=db;User Id=app;Password=${GONE};`],
    ['MYSQL_PWD=hunter2 mysqldump', `MYSQL_PWD=${GONE} mysqldump`],
    ['<token>a1b2c3d4</token>', `<token>${GONE}</token>`],
    ['X-Auth-Token: 0a1b2c3d4e5f6a7b', `X-Auth-Token: ${GONE}`],
    ['API_KEY=a1b2c3d4…', `API_KEY=${GONE}…`],
    ['x API_KEY=a1b2c3d4...', `x API_KEY=${GONE}...`],
    ['a\\nPASSWORD=hunter2\\nb', `a\\nPASSWORD=${GONE}\\nb`],
    ['\u001b[1;31mPASSWORD=hunter2\u001b[0m', `\u001b[1;31mPASSWORD=${GONE}\u001b[0m`],
  ])('%s', async (text, redacted) => {
    expect(await redactor.redactOne(text)).toBe(redacted);
  });

  it.each([
    'password: yes',
    'password: Password',
    'password = other_password2',
    'password = user.password',
    'password=args.password,',
    'const password = await prompt("Password")',
    'password: "the one of the user"',
    'password: "user_password"',
    'PASSWORD=changePassword()',
    'PASSWORD=',
    'PASSWORD=\nNEXT=hunter2',
    'password:\n  hunter2',
    'token = 0',
    'token = oauth2AccessToken',
    'token: "my-token-1"',
    'TOKEN=PLUS_SIGN',
    'TOKEN=/run/secrets/token',
    'tokens=a1b2c3d4e5f6a7b8',
    'tokenizer: a1b2c3d4e5f6a7b8',
    'secret_name: a1b2c3d4e5f6a7b8',
    'apiKey: string = "x"',
    'lib/password:12: a1b2c3d4e5f6',
    'Token::Ident("a1b2c3d4")',
  ])('nothing in: %s', async (text) => {
    expect(await redactor.redactOne(text)).toBe(text);
  });
});

it('does not take an address of data for the value of the name above it', async () => {
  const text = '- name: password\ndata:image/png;base64,iVBORw0KGgoAAAANSUhEUg\n';
  expect(await createRedactor().redactOne(text)).toBe(text);
});
