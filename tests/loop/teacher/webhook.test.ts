import { describe, expect, it } from 'vitest';
import type { FailureCase } from '../../../src/loop/failure-case.ts';
import { routeFailure } from '../../../src/loop/teacher/prompts.ts';
import { type WebhookTeacherOptions, webhookTeacher } from '../../../src/loop/teacher/webhook.ts';
import { startServer } from '../support/answering-server.ts';

const failure: FailureCase = {
  type: 'integration_error',
  task: 'Import the wizard',
  diff: '+++ b/wizard.json',
  errorLogs: 'it broke',
  description: 'A second workflow',
  context: 'Look first',
  failures: [],
};
const ANSWER = { json: { analysis: 'It did not look.', rule: 'Look first.' } };

function teacher(url: string, rest: Partial<WebhookTeacherOptions> = {}) {
  return webhookTeacher({
    url: `${url}/webhook/teacher`,
    tokenEnv: 'N8N_WEBHOOK_TOKEN',
    timeoutMs: 10_000,
    retries: 2,
    route: routeFailure,
    backoffMs: 1,
    ...rest,
  });
}

describe('webhookTeacher', () => {
  it('posts the documented payload with the token, and reads the documented answer', async () => {
    const { url, seen } = await startServer([ANSWER]);
    expect(await teacher(url, { token: 'secret-of-the-hook' }).teach(failure)).toEqual({
      analysis: 'It did not look.',
      rule: { rule: 'Look first.', when: '', why: '' },
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      path: '/webhook/teacher',
      headers: { authorization: 'Bearer secret-of-the-hook', 'content-type': 'application/json' },
      body: {
        diff: '+++ b/wizard.json',
        error_logs: 'Description: A second workflow\n\nWhat should have been done: Look first\n\nit broke',
        task_description: 'Import the wizard',
        failure_type: 'integration_error',
        prompt: routeFailure('integration_error').prompt,
      },
    });
  });

  it('sends no authorization without a token', async () => {
    const { url, seen } = await startServer([ANSWER]);
    await teacher(url).teach(failure);
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[0]?.body).not.toHaveProperty('passing_diff');
  });

  it('sends the attempt that passed, where there is one', async () => {
    const { url, seen } = await startServer([ANSWER]);
    await teacher(url).teach({ ...failure, recovery: { diff: '+right' } });
    expect(seen[0]?.body).toMatchObject({ passing_diff: '+right' });
  });

  it.each([[{ status: 429, headers: { 'retry-after': '0' } }], [{ status: 503 }], [{ hangUp: true as const }]])(
    'asks again after %j',
    async (first) => {
      const { url, seen } = await startServer([first, ANSWER]);
      expect((await teacher(url).teach(failure)).analysis).toBe('It did not look.');
      expect(seen).toHaveLength(2);
    },
  );

  it('waits until the date that it is told', async () => {
    const { url, seen } = await startServer([
      { status: 503, headers: { 'retry-after': new Date(Date.now() - 60_000).toUTCString() } },
      ANSWER,
    ]);
    expect((await teacher(url).teach(failure)).analysis).toBe('It did not look.');
    expect(seen).toHaveLength(2);
    const later = await startServer([
      { status: 503, headers: { 'retry-after': new Date(Date.now() + 600_000).toUTCString() } },
      ANSWER,
    ]);
    await expect(teacher(later.url).teach(failure)).rejects.toMatchObject({
      hint: expect.stringMatching(/Try again in \d{3} s/),
    });
    expect(later.seen).toHaveLength(1);
  });

  it('does not ask before the time that it is told, and says when to', async () => {
    const { url, seen } = await startServer([{ status: 429, headers: { 'retry-after': '120' } }, ANSWER]);
    await expect(teacher(url).teach(failure)).rejects.toMatchObject({ hint: 'Try again in 120 seconds.' });
    expect(seen).toHaveLength(1);
  });

  it('takes no half of an answer for one, and says that it broke off', async () => {
    const { url, seen } = await startServer([
      {
        headers: { 'content-length': '5000' },
        text: '{"analysis": "It did not look.", "rule": "Look first."}',
        breaksOff: true,
      },
    ]);
    await expect(teacher(url, { retries: 1 }).teach(failure)).rejects.toMatchObject({
      message: expect.stringContaining('broke off in the middle of its answer'),
    });
    expect(seen).toHaveLength(2);
  });

  it('gives up after as many as it may', async () => {
    const { url, seen } = await startServer([{ status: 500 }]);
    await expect(teacher(url, { retries: 1 }).teach(failure)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('answered with 500'),
    });
    expect(seen).toHaveLength(2);
  });

  it.each([
    [401, 'It requires a token: put it into the environment variable N8N_WEBHOOK_TOKEN.'],
    [404, 'Check n8n.webhookUrl in the configuration, and that the workflow is active.'],
    [400, undefined],
    [308, 'Failures are not sent to another address: set it as n8n.webhookUrl if it is the right one.'],
  ])('does not ask again after %i', async (status, hint) => {
    const { url, seen } = await startServer([{ status }, ANSWER]);
    await expect(teacher(url).teach(failure)).rejects.toMatchObject({ code: 'unavailable', hint });
    expect(seen).toHaveLength(1);
  });

  it('does not follow a redirection: the failure goes nowhere else', async () => {
    const elsewhere = await startServer([ANSWER]);
    const { url } = await startServer([{ status: 307, headers: { location: `${elsewhere.url}/` } }]);
    await expect(teacher(url).teach(failure)).rejects.toMatchObject({
      message: expect.stringContaining('a redirection'),
    });
    expect(elsewhere.seen).toEqual([]);
  });

  it('does not wait longer than it may, and does not ask again then', async () => {
    const { url, seen } = await startServer([{ silent: true }]);
    await expect(teacher(url, { timeoutMs: 200 }).teach(failure)).rejects.toMatchObject({
      message: expect.stringContaining('did not answer within'),
    });
    expect(seen).toHaveLength(1);
  });

  it('stops when it is told to', async () => {
    const { url } = await startServer([{ silent: true }]);
    await expect(teacher(url).teach(failure, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      message: 'It was stopped.',
    });
  });

  it.each([
    { text: 'not JSON' },
    { json: { message: 'Workflow was started' } },
    { text: `{"analysis": "${'x'.repeat(1024 * 1024)}"}` },
  ])('refuses an answer of another shape', async (answer) => {
    const { url } = await startServer([answer]);
    await expect(teacher(url).teach(failure)).rejects.toMatchObject({ code: 'broken-file' });
  });

  it('says where it sends, and what cannot be reached', async () => {
    expect(teacher('http://127.0.0.1:9')).toMatchObject({ destination: '127.0.0.1:9', leavesMachine: false });
    expect(teacher('https://n8n.example.org')).toMatchObject({ destination: 'n8n.example.org', leavesMachine: true });
    expect(teacher('http://n8n.example.org:5678')).toMatchObject({
      destination: 'n8n.example.org:5678 (not encrypted)',
      leavesMachine: true,
    });
    await expect(teacher('http://127.0.0.1:9', { retries: 0 }).teach(failure)).rejects.toMatchObject({
      message: expect.stringContaining('cannot be reached'),
    });
  });
});
