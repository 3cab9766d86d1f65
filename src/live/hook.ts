/**
 * What an agent starts for a hook: `node dist/hook.js EVENT AGENT`, with the event as JSON on stdin; the answer goes to stdout.
 *
 * The agent waits for it before every tool call, so it is a bundle of its own, and what most calls do not need is loaded when a call needs
 * it. Whatever goes wrong, it ends with 0 and prints nothing: the agent goes on as if it were not there.
 */
import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { respond } from './respond.ts';
import { readBounded } from './stdin.ts';

/** An event carries at most one tool's input and output; more than this is not ours to read. */
const MAX_BYTES = 10 * 1024 * 1024;

/** An agent that never closes the pipe must not wait for us. */
const DEADLINE_MS = 2_000;

process.exitCode = 0;
process.on('uncaughtException', () => process.exit(0));
process.on('unhandledRejection', () => process.exit(0));
setTimeout(() => process.exit(0), DEADLINE_MS).unref();

readBounded(process.stdin, MAX_BYTES).then(async (text) => {
  const [, , event, agent] = process.argv;
  const answer =
    text && (await respond(event, agent, text, { env: process.env, home: homedir(), cwd: process.cwd(), now: readNow() }));
  // Not through process.stdout, which would take 2 ms to set up; an answer fits into any pipe.
  if (answer) writeSync(1, answer);
  process.exit(0);
});

/** The present; tests set it, as they do for the command line. */
function readNow(): Date {
  const given = new Date(process.env.HARDWON_NOW ?? Number.NaN);
  return Number.isNaN(given.getTime()) ? new Date() : given;
}
