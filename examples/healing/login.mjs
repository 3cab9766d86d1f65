// The remedy: logs in, and keeps the token where the tool looks for it.
import { writeFile } from 'node:fs/promises';

const answer = await fetch(new URL('/login', process.env.BOATS_URL));
await writeFile('token.txt', await answer.text());
