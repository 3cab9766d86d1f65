import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { agentLogs } from '../../../src/doctor/examinations/agent-logs.ts';
import { sessionIndex } from '../../../src/doctor/examinations/session-index.ts';
import { openSqlite } from '../../../src/sessions/sqlite.ts';
import { claudeCodeWriter } from '../../support/log-writers/claude-code.ts';
import { clearWards, complaints, makeWard, type Ward } from '../patients.ts';

afterAll(clearWards);

async function makeWardWithLogs(): Promise<Ward> {
  const ward = await makeWard();
  // A subagent has a log of its own, which is part of the session.
  const inner = {
    id: 'list',
    use: { tool: 'shell' as const, command: 'ls' },
    end: { how: 'ok' as const, prints: 'boats' },
  };
  const use = { tool: 'task' as const, task: 'List the boats', kind: 'general', steps: [inner] };
  const steps = [{ id: 'ask', use, end: { how: 'ok' as const, prints: 'boats' } }];
  await claudeCodeWriter.write(ward.home, [
    { start: '2026-03-08T09:00:00Z', cwd: ward.project, branch: 'main', steps },
  ]);
  return ward;
}

describe('the session index', () => {
  it('need not be there, and is intact after learn', async () => {
    const ward = await makeWardWithLogs();
    expect(await ward.examine(sessionIndex)).toEqual([
      { state: 'ok', says: expect.stringContaining('There is none yet') },
    ]);
    await ward.runBuilt('learn');
    expect(await ward.examine(sessionIndex)).toEqual([
      { state: 'ok', says: expect.stringMatching(/is intact: [\d.]+ MB, 1 session,/) },
    ]);
  });

  it('is found to be damaged, and rebuilt', async () => {
    const ward = await makeWardWithLogs();
    await ward.runBuilt('learn');
    const path = join(ward.home, '.cache/hardwon/sessions.db');
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(7, 4096, bytes.length - 100));
    expect(complaints(await ward.examine(sessionIndex))).toEqual([
      { state: 'problem', says: expect.stringContaining('is damaged') },
    ]);
    expect(await ward.repair(sessionIndex)).toEqual([{ state: 'ok', says: expect.stringContaining('is intact') }]);
  });

  it('is found to be of another release, and is not changed by looking', async () => {
    const ward = await makeWardWithLogs();
    await ward.runBuilt('learn');
    const path = join(ward.home, '.cache/hardwon/sessions.db');
    const store = openSqlite(path);
    store.run('pragma user_version = 99');
    store.close();
    for (let time = 0; time < 2; time++)
      expect(complaints(await ward.examine(sessionIndex))).toEqual([
        { state: 'note', says: expect.stringContaining('has format 99') },
      ]);
  });
});

describe('the logs of agents', () => {
  it('are counted', async () => {
    const ward = await makeWardWithLogs();
    expect(await ward.examine(agentLogs)).toEqual([
      { state: 'ok', says: expect.stringContaining(`Claude Code: 2 log files in ${join(ward.home, '.claude')}`) },
    ]);
  });

  it('are missed where there are none, or where the configuration says they are', async () => {
    const ward = await makeWard();
    expect(complaints(await ward.examine(agentLogs))).toEqual([
      { state: 'note', says: expect.stringContaining('No agent has logs') },
    ]);
    await ward.write('.config/hardwon/hardwon.config.json', JSON.stringify({ agentDirs: { codex: '~/moved' } }));
    expect(complaints(await ward.examine(agentLogs))).toContainEqual({
      state: 'problem',
      says: expect.stringContaining(`Codex is in ${join(ward.home, 'moved')}, which does not exist`),
    });
  });
});
