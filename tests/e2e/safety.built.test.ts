import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../loop/support/answering-server.ts';
import { loopStage, TASK } from './loop-stage.ts';
import { clearStages, makeStage } from './stage.ts';

afterAll(clearStages);

/** An address on loopback that teaches nothing, and what had been said on stderr when it was asked. */
async function startTeacher() {
  let said = '';
  const saidWhenAsked: string[] = [];
  const { url } = await startServer(() => {
    saidWhenAsked.push(said);
    return { json: { analysis: 'It did not look.', rule: '' } };
  });
  const settings = { teacher: { mode: 'webhook' }, n8n: { webhookUrl: url } };
  const hear = (text: string) => {
    said = text;
  };
  return { settings, hear, saidWhenAsked, host: url.slice('http://'.length) };
}

describe('where a failure is sent is said before it is', { timeout: 180_000 }, () => {
  it('by run', async () => {
    const { settings, hear, saidWhenAsked, host } = await startTeacher();
    const stage = await loopStage(settings, makeStage);
    await stage.run(['run', TASK, '--max-retries', '1'], { hear });
    expect(saidWhenAsked.length).toBeGreaterThan(0);
    expect(saidWhenAsked[0]).toContain(`the diff and their output are redacted and sent to ${host}`);
  });

  it('by report-failure', async () => {
    const { settings, hear, saidWhenAsked, host } = await startTeacher();
    const stage = await makeStage();
    await mkdir(join(stage.home, '.config/hardwon'), { recursive: true });
    await writeFile(join(stage.home, '.config/hardwon/hardwon.config.json'), JSON.stringify(settings));
    await stage.run(['report-failure', '--failure-type', 'other', '--description', 'It broke the pier'], { hear });
    expect(saidWhenAsked).toEqual([expect.stringContaining(`Sending the report, redacted, to ${host}`)]);
  });
});
