// A tool that asks the service. Like most tools, it only says that the login has expired.
import { readFile } from 'node:fs/promises';

const token = await readFile('token.txt', 'utf8').catch(() => '');
const answer = await fetch(process.env.BOATS_URL, { headers: { authorization: `Bearer ${token}` } });
if (!answer.ok) {
  console.error(`boats: HTTP ${answer.status}: ${await answer.text()}`);
  process.exit(1);
}
console.log(await answer.text());
