import { afterAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/agents/call.ts';
import { agents } from '../../src/agents/registry.ts';
import { makeFolder, putFile, removeFolders } from './log-file.ts';

afterAll(removeFolders);

const AT = '2026-03-01T09:00:00.000Z';
const SAID = 'The gauge is missing, so I use the tide table instead.';

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const id = '019e0000-0000-7000-8000-000000000001';

/** A log of each agent in which the agent says one sentence after the user. */
const LOGS: Record<string, { path: string; text: string; env?: Record<string, string> }> = {
  'claude-code': {
    path: `.claude/projects/-srv-orchard/${id}.jsonl`,
    text: lines(
      {
        type: 'user',
        message: { role: 'user', content: 'measure' },
        uuid: 'u1',
        timestamp: AT,
        sessionId: id,
        cwd: '/srv',
      },
      {
        ...{ parentUuid: 'u1', isSidechain: false, cwd: '/srv', sessionId: id, version: '2.1.0' },
        message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: SAID }], stop_reason: null },
        ...{ type: 'assistant', uuid: 'a1', timestamp: AT },
      },
    ),
  },
  codex: {
    path: `.codex/sessions/2026/03/01/rollout-2026-03-01T09-00-00-${id}.jsonl`,
    text: lines(
      { timestamp: AT, type: 'session_meta', payload: { id, cwd: '/srv', cli_version: '0.140.0', source: 'cli' } },
      { timestamp: AT, type: 'event_msg', payload: { type: 'user_message', message: 'measure' } },
      { timestamp: AT, type: 'event_msg', payload: { type: 'agent_message', message: SAID } },
    ),
  },
  copilot: {
    path: `.copilot/session-state/${id}/events.jsonl`,
    text: lines(
      { type: 'session.start', data: { sessionId: id, context: { cwd: '/srv' } }, id: 'e0', timestamp: AT },
      { type: 'user.message', data: { content: 'measure' }, id: 'e1', timestamp: AT },
      { type: 'assistant.message', data: { content: SAID, toolRequests: [] }, id: 'e2', timestamp: AT },
    ),
  },
  pi: {
    path: `.pi/agent/sessions/--srv--/2026-03-01T09-00-00-000Z_${id}.jsonl`,
    text: lines(
      { type: 'session', version: 3, id, timestamp: AT, cwd: '/srv' },
      { type: 'message', id: 'e1', timestamp: AT, message: { role: 'user', content: 'measure', timestamp: 1 } },
      {
        ...{ type: 'message', id: 'e2', timestamp: AT },
        message: { role: 'assistant', content: [{ type: 'text', text: SAID }], timestamp: 2, stopReason: 'stop' },
      },
    ),
  },
  opencode: {
    path: 'opencode-export/ses_1.json',
    text: JSON.stringify({
      info: { id: 'ses_1', directory: '/srv', time: { created: 1 }, version: '1.2.0' },
      messages: [
        { info: { id: 'm1', role: 'user', time: { created: 2 } }, parts: [{ type: 'text', text: 'measure' }] },
        { info: { id: 'm2', role: 'assistant', time: { created: 3 } }, parts: [{ type: 'text', text: SAID }] },
      ],
    }),
  },
  gemini: {
    path: `.gemini/tmp/${'ab'.repeat(32)}/chats/session-2026-03-01T09-00-abcdef12.json`,
    text: JSON.stringify({
      ...{ sessionId: id, projectHash: 'ab'.repeat(32), startTime: AT },
      messages: [
        { id: 'm1', timestamp: AT, type: 'user', content: 'measure' },
        { id: 'm2', timestamp: AT, type: 'gemini', content: SAID, toolCalls: [] },
      ],
    }),
  },
};

describe('what an agent writes to the user', () => {
  it.each(Object.keys(LOGS))('is read from the logs of %s, apart from what the user types', async (name) => {
    const agent = agents.find((one) => one.name === name);
    const home = makeFolder();
    putFile(home, LOGS[name]?.path ?? '', 0, LOGS[name]?.text);
    const messages: Message[] = [];
    for (const file of (await agent?.discover({ home, env: {} })) ?? [])
      messages.push(...((await agent?.read(file, 0, []))?.messages ?? []));
    expect(messages.map(({ text, thread }) => [text, thread])).toEqual([
      ['measure', undefined],
      [SAID, ''],
    ]);
  });
});
