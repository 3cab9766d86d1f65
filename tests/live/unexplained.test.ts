import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LiveSettings, UnexplainedCases } from '../../src/delivery/snapshot/snapshot.ts';
import { type HookStage, makeHookStage } from './hook-stage.ts';

let stage: HookStage;
beforeEach(() => {
  stage = makeHookStage();
});
afterEach(() => stage.clear());

const MUCH = { cases: 14, calls: 212, minutes: 51 };
const LINE =
  'hardwon: 14 failures recur here without a lesson (212 calls, 51 minutes). Let your agent explain them with `/hardwon:learn`, or look: `hardwon cases`';

const WEEK_MS = 7 * 86_400_000;

interface Start {
  agent?: string;
  source?: string;
  entry?: string;
  at?: number;
  live?: Partial<LiveSettings>;
  recurs?: Partial<UnexplainedCases>;
}

let sessions = 0;

/** Starts a session of which a person sees the beginning. */
function start({ agent = 'claude-code', source = 'startup', entry = 'cli', at = 0, live, recurs }: Start = {}) {
  stage.learn([], live, {}, { ...MUCH, ...recurs });
  sessions += 1;
  const env = { CLAUDE_CODE_ENTRYPOINT: entry };
  return stage.ask('session-start', { source, session_id: `s${sessions}` }, agent, env, new Date(at));
}

it('tells the user, not the model, that much recurs without a lesson, once a week', async () => {
  expect(await start()).toEqual({ systemMessage: LINE });
  expect(await start()).toBeUndefined();
  expect(await start({ agent: 'codex', at: WEEK_MS - 1 })).toBeUndefined();
  expect(await start({ agent: 'codex', at: WEEK_MS })).toEqual({ systemMessage: LINE });
});

it.each<[string, Start]>([
  ['few causes recur', { recurs: { cases: 4 } }],
  ['they cost little', { recurs: { calls: 49 } }],
  ['the user wants nothing at the start', { live: { sessionStart: false } }],
  ['hooks are silent', { live: { mode: 'off' } }],
  ['a script started the client', { entry: 'sdk-cli' }],
  ['the client would show it to the model, or to nobody', { agent: 'opencode' }],
  ['a session goes on', { source: 'resume' }],
])('says nothing where %s, and may say it next time', async (_, silent) => {
  expect(await start(silent)).toBeUndefined();
  expect(await start({ agent: 'gemini' })).toEqual({ systemMessage: LINE });
});
