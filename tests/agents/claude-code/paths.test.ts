import { chmodSync, linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot } from '../../../src/agents/claude-code/paths.ts';
import { makeFolder, putFile, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

const places = (root: string) => ({ home: '/nowhere', env: { CLAUDE_CONFIG_DIR: root } });
const isRoot = process.getuid?.() === 0;

describe('the folder of the logs', () => {
  it('is named on the command line, else in the environment, else below the home folder', () => {
    expect(findRoot({ home: join('/', 'home', 'dev'), env: {} })).toBe(join('/', 'home', 'dev', '.claude'));
    expect(findRoot({ home: '/x', env: { CLAUDE_CONFIG_DIR: join(process.cwd(), 'config') } })).toBe(
      join(process.cwd(), 'config'),
    );
    const folders = { 'claude-code': join(process.cwd(), 'chosen') };
    expect(findRoot({ home: '/x', env: { CLAUDE_CONFIG_DIR: '/y' }, folders })).toBe(join(process.cwd(), 'chosen'));
    expect(findRoot({ home: join('/', 'x'), env: { CLAUDE_CONFIG_DIR: '' } })).toBe(join('/', 'x', '.claude'));
  });
});

describe('the logs', () => {
  it('are also in the folder for settings, unless another one was chosen', () => {
    const home = makeFolder();
    putFile(home, '.claude/projects/-p/s1.jsonl', 1);
    putFile(home, '.config/claude/projects/-p/s2.jsonl', 2);
    putFile(home, 'settings/claude/projects/-p/s3.jsonl', 3);
    const sessions = (env: Record<string, string>) => findLogs({ home, env }).map(({ session }) => session);
    expect(sessions({})).toEqual(['s1', 's2']);
    expect(sessions({ XDG_CONFIG_HOME: join(home, 'settings') })).toEqual(['s1', 's3']);
    expect(sessions({ CLAUDE_CONFIG_DIR: join(home, '.claude') })).toEqual(['s1']);
    const folders = { 'claude-code': join(home, '.claude') };
    expect(findLogs({ home, env: {}, folders }).map(({ session }) => session)).toEqual(['s1']);
  });

  it('are those of sessions and their subagents, the newest last', () => {
    const root = makeFolder();
    putFile(root, 'projects/-home-dev-harbour/s2.jsonl', 3);
    putFile(root, 'projects/-home-dev-harbour/s1.jsonl', 1);
    putFile(root, 'projects/-home-dev-harbour/agent-early.jsonl', 2);
    putFile(root, 'projects/-home-dev-harbour/s1/subagents/agent-a1.jsonl', 4);
    putFile(root, 'projects/-home-dev-harbour/s1/subagents/deep/agent-a2.jsonl', 5);
    putFile(root, 'projects/-home-dev-harbour/s1/subagents/agent-acompact-1.jsonl', 6);
    putFile(root, 'projects/-home-dev-harbour/s1/subagents/agent-aside_question-1.jsonl', 6);
    putFile(root, 'projects/-home-dev-harbour/s1/subagents/agent-a1.meta.json', 6);
    putFile(root, 'projects/-home-dev-harbour/s1/tool-results/x.txt', 6);
    putFile(root, 'projects/-home-dev-harbour/memory/MEMORY.md', 6);
    putFile(root, 'history.jsonl', 6);
    expect(
      findLogs(places(root)).map(({ path, session }) => [
        relative(join(root, 'projects/-home-dev-harbour'), path),
        session,
      ]),
    ).toEqual([
      ['s1.jsonl', 's1'],
      ['agent-early.jsonl', 'agent-early'],
      ['s2.jsonl', 's2'],
      [join('s1', 'subagents', 'agent-a1.jsonl'), 's1'],
      [join('s1', 'subagents', 'deep', 'agent-a2.jsonl'), 's1'],
    ]);
  });

  it('are none where there is no folder', () => {
    const skipped: string[] = [];
    expect(findLogs(places(join(makeFolder(), 'missing')), (path) => skipped.push(path))).toEqual([]);
    expect(skipped).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('are found once, whatever links lead to them', () => {
    const root = makeFolder();
    const path = putFile(root, 'projects/harbour/s1.jsonl');
    symlinkSync(join(root, 'projects'), join(root, 'projects', 'loop'));
    symlinkSync(join(root, 'projects/harbour'), join(root, 'projects', 'again'));
    symlinkSync('nowhere', join(root, 'projects/harbour', 'dangling.jsonl'));
    symlinkSync(join(root, 'projects/harbour'), join(root, 'projects/harbour', 'self'));
    linkSync(path, join(root, 'projects/harbour', 's1-copy.jsonl'));
    mkdirSync(join(root, 'projects/harbour/folder.jsonl'));
    const skipped: string[] = [];
    expect(findLogs(places(root), (skippedPath) => skipped.push(skippedPath))).toHaveLength(1);
    expect(skipped).toContain(join(root, 'projects/harbour', 'dangling.jsonl'));
  });

  it.skipIf(process.platform === 'win32' || isRoot)('that cannot be looked into are reported', () => {
    const root = makeFolder();
    putFile(root, 'projects/harbour/s1.jsonl');
    putFile(root, 'projects/orchard/s2.jsonl');
    chmodSync(join(root, 'projects/orchard'), 0o000);
    const skipped: string[] = [];
    expect(
      findLogs(places(root), (path, reason) => skipped.push(`${path} ${reason}`)).map(({ session }) => session),
    ).toEqual(['s1']);
    chmodSync(join(root, 'projects/orchard'), 0o700);
    expect(skipped).toEqual([`${join(root, 'projects/orchard')} EACCES`]);
  });
});
