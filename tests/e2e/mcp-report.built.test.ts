import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../loop/support/answering-server.ts';
import { closeClients } from '../support/mcp-client.ts';
import { openServer } from './mcp-stage.ts';
import { clearStages } from './stage.ts';

afterAll(async () => {
  await closeClients();
  await clearStages();
});

const OWN = '../.config/hardwon/hardwon.config.json';
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const REPORT = {
  failure_type: 'integration_error',
  description: `It logged in with ${TOKEN}, and wrote a second parser in \`src/quay\``,
  context: 'Extend `src/parser.ts`, and look with `rg parse src` before writing a new one',
  task: `Read the tide tables with ${TOKEN}`,
};
const TEACHING = {
  analysis: `It did not look, and leaked ${TOKEN}.`,
  rule: '- **Rule**: Look with `rg parse src` first.\n- **When**: Writing a parser.\n- **Why**: There may be one.',
};

describe('report_failure with a teacher of the configuration', () => {
  it('sends what was reported, redacted, and nothing else; what comes back waits for a person, whoever vouches for it', async () => {
    const { url, seen } = await startServer([{ json: TEACHING }]);
    const { stage, server } = await openServer(undefined, { env: { N8N_WEBHOOK_TOKEN: 'the-token' } });
    await stage.write('src/parser.ts', 'export const secretOfTheTide = 1;\n');
    await stage.write(OWN, JSON.stringify({ teacher: { mode: 'webhook' }, n8n: { webhookUrl: `${url}/teach` } }));
    const told: (string | undefined)[] = [];
    const { structuredContent: data } = await server.client.callTool(
      { name: 'report_failure', arguments: { ...REPORT, confirmed: true } },
      { onprogress: ({ message }) => void told.push(message) },
    );
    expect(told).toEqual([`sending the report, redacted, to ${url.slice('http://'.length)}`]);
    expect(data).toMatchObject({
      teacher: 'webhook',
      id: 'L-001',
      status: 'watching',
      rule: { when: 'Writing a parser.' },
    });
    expect(JSON.stringify(data)).not.toContain(TOKEN);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(seen).toHaveLength(1);
    const [{ path, headers, body } = { path: '', headers: {}, body: {} }] = seen;
    expect({ path, authorization: headers.authorization }).toEqual({
      path: '/teach',
      authorization: 'Bearer the-token',
    });
    expect(Object.keys(body).sort()).toEqual(['diff', 'error_logs', 'failure_type', 'prompt', 'task_description']);
    expect(body).toMatchObject({ diff: '', failure_type: 'integration_error' });
    expect(body.error_logs).toMatch(
      /^Description: It logged in with \[redacted:[^\]]+\], and wrote a second parser in `src\/quay`\n\nWhat should have been done: Extend `src\/parser\.ts`/,
    );
    expect(body.task_description).toMatch(/^Read the tide tables with \[redacted:/);
    const sent = JSON.stringify(body);
    for (const kept of [TOKEN, 'secretOfTheTide', stage.home]) expect(sent).not.toContain(kept);
  });

  it('sends nothing where nobody has set one, also where keys are there and a project names an address', async () => {
    const { url, seen } = await startServer([{ json: TEACHING }]);
    const env = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: url, OPENAI_API_KEY: 'key', OPENAI_BASE_URL: url };
    const { stage, server } = await openServer(undefined, { env });
    const config = JSON.stringify({ teacher: { mode: 'webhook' }, n8n: { webhookUrl: url } });
    const report = { ...REPORT, description: 'It wrote a second parser in `src/quay`', task: 'Read the tide tables' };
    expect((await server.call('report_failure', report)).data).toMatchObject({ teacher: 'builtin', id: 'L-001' });
    await stage.write('hardwon.config.json', config);
    expect((await server.call('report_failure', report)).data).toMatchObject({ teacher: 'builtin' });
    expect(seen).toEqual([]);
    // The word of the user makes the difference.
    await stage.write(OWN, JSON.stringify({ trust: [stage.project] }));
    expect((await server.call('report_failure', report)).data).toMatchObject({ teacher: 'webhook' });
    expect(seen).toHaveLength(1);
  });

  it('says why a teacher could not be asked, and keeps nothing; with a fallback the built-in one is asked', async () => {
    const { url, seen } = await startServer([{ status: 401 }]);
    const { stage, server } = await openServer();
    const teacher = { mode: 'webhook' };
    const n8n = { webhookUrl: url, retries: 0 };
    await stage.write(OWN, JSON.stringify({ teacher, n8n }));
    const report = { ...REPORT, description: 'It wrote a second parser in `src/quay`', task: 'Read the tide tables' };
    const refused = await server.call('report_failure', report);
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('401') });
    expect(await stage.read('.memory/harness-learnings.md')).toBeUndefined();
    await stage.write(OWN, JSON.stringify({ teacher: { ...teacher, fallback: 'builtin' }, n8n }));
    const { data } = await server.call('report_failure', report);
    expect(data).toMatchObject({
      id: 'L-001',
      problems: [expect.stringContaining('The built-in teacher was asked instead.')],
    });
    expect(seen).toHaveLength(2);
  });
});
