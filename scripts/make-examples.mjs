// Writes examples/sessions, the logs that `hardwon demo` learns from, as Claude Code 2.1.62 would have written them; and, in with-hooks,
// those of the days after, with the journal that the hooks of the build keep of them, for `hardwon ui --demo`.
//
//     npm run build && node scripts/make-examples.mjs [--check]
//
// What happens in them is told in examples/sessions-story. The same bytes every time; --check ends with 1 where the files are others.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Conversation, serialize } from '../examples/sessions-story/conversation.mjs';
import { sessions } from '../examples/sessions-story/sessions.mjs';
import { weekFour } from '../examples/sessions-story/week-four.mjs';
import { withHooks } from './example-hooks.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'examples', 'sessions');
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });

/** Path below examples/sessions, and text. */
const wanted = new Map();
for (const session of sessions) {
  const log = play(session);
  wanted.set(`${log.id}.jsonl`, serialize(log.records, session.truncated));
  for (const agent of log.subagents)
    wanted.set(join(log.id, 'subagents', `agent-${agent.agentId}.jsonl`), serialize(agent.records));
}

if (!values.check) writeFiles();
// Hooks know the sessions of the weeks before from the folder.
if (!values.check || checkFiles()) {
  const journal = withHooks((hooks) => {
    for (const session of weekFour) {
      const log = play({ ...session, hooks });
      wanted.set(join('with-hooks', `${log.id}.ndjson`), serialize(log.records));
    }
  });
  wanted.set(join('with-hooks', 'journal.ndjson'), journal);
  if (values.check) checkFiles();
  else writeFiles();
}

function play(session) {
  const log = new Conversation(session);
  log.add(session.steps);
  return log;
}

function writeFiles() {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of wanted) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  console.log(
    `${wanted.size} files, ${[...wanted.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)} bytes`,
  );
}

function checkFiles() {
  const found = readdirSync(folder, { recursive: true });
  const other = [...wanted].filter(
    ([path, text]) => !found.includes(path) || readFileSync(join(folder, path), 'utf8') !== text,
  );
  if (other.length === 0) return true;
  console.error('examples/sessions is not what the story tells: node scripts/make-examples.mjs');
  process.exitCode = 1;
  return false;
}
