/** Lines of code, commands and logs that hold no secret, however much they look like it: they must survive byte for byte. */
export const ordinaryLines: readonly string[] = String.raw`
uv run python
uv run python -m pytest tests/test_tokens.py -k "password and not slow"
npm ci --no-audit && npm test
git commit -m "Rotate the token before it expires"
git log --format='%H %an' -1
commit 3f2a9c81d0e4b5a697887766554433221100ffee
3f2a9c8 (HEAD -> main) Read the password from stdin
550e8400-e29b-41d4-a716-446655440000
session_id: 550e8400-e29b-41d4-a716-446655440000
{"type":"tool_use","id":"toolu_01AbCdEfGhIjKlMnOpQrStUv","name":"Bash"}
call_9Xk2LmPq7RsTuVwYz0A1b2C3
msg_01XFDUDYJgAACzvnptvVoYEL
req_011CSHoEeqs5C35K2UUqR7Fy
token: string
token: string | undefined;
token?: string
readonly apiKey: string;
password: str
password: Optional[str] = None
private_key: ed25519.Ed25519PrivateKey,
password = getPassword()
password = input("Password: ")
password=password
connect(user=user, password=password, host=host)
PASSWORD=$DB_PASSWORD
PASSWORD="$DB_PASSWORD"
PASSWORD=${'$'}{DB_PASSWORD:-}
export TOKEN=$(gh auth token)
export API_KEY=${'`'}pass show orchard/key${'`'}
api_key=os.environ["X"]
api_key = os.getenv("ORCHARD_API_KEY")
apiKey: process.env.ORCHARD_API_KEY,
const token = await getToken();
const token = req.headers.authorization?.split(' ')[1];
if (token === undefined) throw new Error('no token');
Authorization: Bearer $TOKEN
Authorization: Bearer ${'$'}{token}
-H "Authorization: Bearer $GITHUB_TOKEN"
headers: { Authorization: ${'`'}Bearer ${'$'}{token}${'`'} }
Authorization: Bearer <token>
basic authentication is off
WWW-Authenticate: Basic realm="orchard"
the bearer of this token may enter
token: ${'$'}{{ secrets.GITHUB_TOKEN }}
password: {{ vault_db_password }}
password: !vault |
secretKeyRef: { name: orchard, key: password }
secretName: orchard-tls
--password-stdin
--password <password>
--password PASSWORD   The password of the user
the --password option is deprecated and will be removed
use --token-file instead of --token
docker build --secret id=npmrc,src=.npmrc .
docker run --rm -u 1000:1000 -p 8080:80 orchard
mysql -u root -p
curl -u "$USER:$PASS" https://orchard.test
psql -U postgres -h localhost -p 5432
ssh -p 2222 ann@harbour.test
git push -u origin HEAD:main
git clone git@github.com:orchard/lantern.git
git remote add origin ssh://git@github.com/orchard/lantern.git
git clone https://github.com/orchard/lantern.git
http://localhost:3000/@vite/client
http://localhost:3000?mail=ann@orchard.test
https://user@orchard.test/path
postgres://$USER:$PASS@localhost/orchard
postgres://app:<password>@db/orchard
https://{user}:{password}@orchard.test
GET /api/tokens?page=2&limit=50 200 12ms
ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)
/etc/passwd:root:x:0:0:root:/root:/bin/bash
PWD=/srv/orchard
OLDPWD=/srv/orchard/lantern
pass: 10, fail: 0, skipped: 2
# pass 128
--pass: #34d399;
readonly STENCIL_PASS_DEPTH_PASS: 0x0B96;
dialog --password --insecure
get(key, default="MagicCookie", txn=None)
max_tokens: 4096
"usage":{"input_tokens":1234,"output_tokens":56,"cache_read_input_tokens":78901}
eos_token = "</s>"
SyntaxError: Unexpected token } in JSON at position 123
unexpected token: identifier
TokenError: ("EOF in multi-line statement", (2, 0))
src/auth/token.ts:45:12 - error TS2339: Property 'secret' does not exist
tests/test_password.py::test_hash PASSED
password: 'Password is required'
"password": "required|string|min:8"
"password": "string"
<input type="password" name="password" autocomplete="off">
{"errors":{"password":["is too short"]}}
Enter password:
Password for 'https://orchard.test':
fatal: could not read Password for 'https://ann@orchard.test': terminal prompts disabled
.sk-chasing-dot { animation: sk-rotate 2s }
task-queue risk-assessment desk-lamp disk-usage
sk-learn is not sklearn
import sklearn.ensemble
hf_transfer==0.1.8
npm_config_registry=https://registry.orchard.test/
npm_lifecycle_event=test
vcr_cassettes/test_login.yaml
shopify theme dev --store orchard
eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0=
data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0=
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
integrity: sha512-Z0MZ1nP5Lk9WlYcUHyC9Dq8Vqk0vJ2qCqC1Q8j0m1ZlYkz6Hq3sM0i8rP2n3Jb0mVq9y2p3k4l5m6n7o8p9q0r==
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk7ann0rchard1anternHarb0urExamp1eKeyX ann
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
if (text.includes('-----BEGIN PRIVATE KEY-----')) return;
const pattern = /-----BEGIN (RSA )?PRIVATE KEY-----/;
(?<user>[^:]+):(?<password>[^@]+)@
(?<user>[^:]+):(?<password>[^@]{1,200})@(?<host>[^/]+)
res.setHeader('Set-Cookie', cookie);
Set-Cookie: ${'$'}{name}=${'$'}{value}
def seek(self, cookie, whence=0):
cookie: CookieOptions = {}
COOKIE_NAME=sid
TOKEN_TTL=3600
SECRET_NAME=orchard-db
PASSWORD_FILE=/run/secrets/db_password
API_KEY=local-proxy
API_KEY=your-api-key
GITHUB_TOKEN=ghp_xxxxxxxxxxxx
GH_TOKEN=github_pat_...
TOKEN=<your token>
Token: gho_************************************
token_endpoint: https://orchard.test/oauth/token
secretlint-disable-next-line
C:\Users\ann\AppData\Local\npm-cache\_cacache\content-v2\sha512\0a\1b
/srv/orchard/node_modules/.pnpm/@types+node@20.19.43/node_modules/@types/node/fs.d.ts
0x7ffd5e8b2a40
2024-05-01T12:34:56.789Z token refreshed
aws_access_key_id = 
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
Downloading torch-2.3.0-cp311-cp311-manylinux1_x86_64.whl (779.1 MB)
key-value store, key-down event, monkey-patch
Bearer authentication with scopes read-only and read-write
CACHE_KEY=node-modules-3f2a9c81d0e4b5a697887766554433221100ffee
PRIMARY_KEY=id
cache_key: "v2-3f2a9c81d0e4b5a6-linux"
foreign_key="user_id"
"sort_key": "2024-05-01T12:34:56.789Z#orchard"
{"name": "password", "value": "Password"}
- name: password
the user is identified by the name of the harbour
"auth": "basic"
API-VERSION-2024-05-01
sdk-tools live_reload sandbox_mode re_export fw_version cio_client
api-550e8400-e29b-41d4 is half an id
expect(path).toBe('/srv/password/list')
dependency-us-east-1
sha256 4b1d3f2a9c81d0e4b5a697887766554433221100ff
password: >
value: 12
`
  .split('\n')
  .filter((line) => line !== '');
