import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForFile } from '../support/wait-for-file.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { countTimes, files, mistakes } from './support/mistakes.ts';

/** Besides what two sessions have learned already, a name that is still to be learned. */
const scripts = { 'lint:all': 'node scripts/lint.mjs', charts: 'node scripts/lint.mjs' };

const question = 'Note of hardwon, not from the user:';

/** A home whose owner wants to be asked what to keep. */
async function makeAskingStage(): Promise<ClientStage> {
  const stage = await makeClientStage({
    ...files,
    'package.json': JSON.stringify({ name: 'harbour', private: true, scripts }),
  });
  const config = join(stage.home, '.config/hardwon');
  await mkdir(config, { recursive: true });
  await writeFile(join(config, 'hardwon.config.json'), JSON.stringify({ live: { stop: 'ask' } }));
  return stage;
}

/** What the end of a turn leads to in the real Claude Code: nobody is there, so no further turn, and a note with the next prompt. */
describe('the end of a turn of claude-code', () => {
  let stage: ClientStage;
  beforeAll(async () => {
    stage = await makeAskingStage();
    await stage.work(claudeCode, ...mistakes);
    await stage.work(claudeCode, ...mistakes);
    expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
    expect(await stage.run('install', 'claude-code', '--user', '--apply')).toMatchObject({ code: 0 });
  });
  afterAll(() => stage.clear());

  it('forces no other turn, and what it taught is asked about with the next prompt, once', async () => {
    const first = await stage.work(
      claudeCode,
      { shell: 'npm run chart' },
      { shell: 'npm run charts' },
      { shell: 'npm run chart' },
      { shell: 'npm run charts' },
    );
    // One request for each step, and one for the last word.
    expect(first.asked).toHaveLength(5);
    expect(first.asked.some(({ context }) => context?.includes(question))).toBe(false);
    await waitForFile(join(stage.home, '.local/share/hardwon/live/proposed'));
    const next = await stage.goOn(claudeCode, { shell: 'npm run charts' });
    expect(countTimes(next.asked[0]?.context, question)).toBe(1);
    expect(next.asked[0]?.context).toContain('hardwon capture --from-session');
    const later = await stage.goOn(claudeCode, { shell: 'npm run charts' });
    // The conversation still holds the first one.
    expect(countTimes(later.asked[0]?.context, question)).toBeLessThanOrEqual(1);
  });
});

/** A project that has no memory yet, and a person who wants to be asked. */
describe('the first lesson of a project, in claude-code', () => {
  let stage: ClientStage;
  beforeAll(async () => {
    stage = await makeAskingStage();
    expect(await stage.run('install', 'claude-code', '--user', '--apply')).toMatchObject({ code: 0 });
    // Without a terminal the client tells hooks that a script has started it: this one is told that a person has.
    const path = join(stage.home, '.claude/settings.json');
    const settings = JSON.parse(await readFile(path, 'utf8'));
    const [hook] = settings.hooks.Stop[0].hooks;
    hook.command = `CLAUDE_CODE_ENTRYPOINT=cli ${hook.command}`;
    await writeFile(path, JSON.stringify(settings));
  });
  afterAll(() => stage.clear());

  // The hook waits four seconds for what the session taught, which a busy machine may exceed; then the next prompt asks.
  it('is asked about before the result is returned', { retry: 2 }, async () => {
    const { asked } = await stage.work(
      claudeCode,
      { shell: 'npm run chart' },
      { shell: 'npm run charts' },
      { shell: 'npm run chart' },
      { shell: 'npm run charts' },
      { say: 'The charts are drawn.' },
    );
    expect(asked).toHaveLength(6);
    expect(asked[4]?.context).not.toContain(question);
    expect(countTimes(asked[5]?.context, question)).toBe(1);
    expect(asked[5]?.context).toContain('--yes --human');
  });
});
