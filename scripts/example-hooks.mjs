// The hooks of the build at work in the demo's home, where the lessons of the example sessions were applied.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ROOT } from '../examples/sessions-story/project.mjs';

const dist = resolve(import.meta.dirname, '../dist');

/** The evening of the day on which the user applied the lessons: a day after the last of the sessions. */
const APPLIED = '2026-03-21T18:00:00Z';

/** Mistakes that were made three times are stopped, not only noted. */
const CONFIG = { live: { mode: 'stop' } };

/** Lets sessions be played with hooks, and returns the journal that the hooks kept. */
export function withHooks(play) {
  const scratch = mkdtempSync(join(tmpdir(), 'hardwon-examples-'));
  const env = { PATH: process.env.PATH, TMPDIR: scratch, HARDWON_NOW: APPLIED, HOME: scratch };
  try {
    const [, home, project] =
      /HOME=(.*), project (.*)/.exec(run(['demo', '--keep'], { env, cwd: scratch }).stderr) ?? [];
    env.HOME = home;
    mkdirSync(join(home, '.config/hardwon'), { recursive: true });
    writeFileSync(join(home, '.config/hardwon/hardwon.config.json'), JSON.stringify(CONFIG));
    run(['learn', '--apply'], { env, cwd: project });
    play(hooksOf(env, project));
    return readFileSync(join(home, '.local/share/hardwon/live/journal.ndjson'), 'utf8').replaceAll(project, ROOT);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Sends the events that Claude Code sends, each in its own time. */
function hooksOf(env, project) {
  const send = (log, event, fields) => {
    const text = JSON.stringify({ session_id: log.id, cwd: log.cwd, ...fields }).replaceAll(ROOT, project);
    const options = { input: text, env: { ...env, HARDWON_NOW: log.time() }, cwd: project, encoding: 'utf8' };
    const { stdout } = spawnSync(process.execPath, [join(dist, 'hook.js'), event, 'claude-code'], options);
    return stdout === '' ? {} : JSON.parse(stdout.replaceAll(project, ROOT)).hookSpecificOutput;
  };
  const describe = ({ id, name, input }) => ({ tool_use_id: id, tool_name: name, tool_input: input });
  return {
    start: (log) => send(log, 'session-start', { source: 'startup' }),
    /** The reason why a call is stopped, if it is. */
    before: (log, call) => send(log, 'pre-tool-use', describe(call)).permissionDecisionReason,
    after(log, call, { error, content }) {
      if (error !== undefined) send(log, 'post-tool-use-failure', { ...describe(call), error });
      send(log, 'post-tool-batch', { tool_calls: [{ ...describe(call), tool_response: error ?? content }] });
    },
  };
}

function run(args, options) {
  const done = spawnSync(process.execPath, [join(dist, 'cli.js'), ...args], { ...options, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`hardwon ${args.join(' ')} ended with ${done.status}\n${done.stderr}`);
  return done;
}
