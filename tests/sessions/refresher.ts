/** A hardwon of its own that brings an index up to date. Run as a child process by many-processes.test.ts. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agents } from '../../src/agents/registry.ts';
import { openIndex } from '../../src/sessions/session-index.ts';
import { leaveTexts } from '../support/unredacted.ts';

const [home = '', database = '', number = ''] = process.argv.slice(2);

// All start at once, when the last of them is there.
writeFileSync(join(home, `ready-${number}`), '');
while (!existsSync(join(home, 'go'))) await new Promise((done) => setTimeout(done, 2));
const index = await openIndex(database);
const { notices, state } = await index.refresh({ agents, places: { home, env: {} }, redact: leaveTexts });
await index.keepFindings(`of ${number}`, state, number);
let calls = 0;
for await (const session of index.stream(await index.sessions())) calls += session.calls.length;
index.close();
console.log(JSON.stringify({ calls, notices, path: index.path }));
