import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot } from '../../../src/agents/cursor/paths.ts';
import { makeFolder, putFile, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

describe('the transcripts of Cursor', () => {
  it('are in a named folder alone, else where the variable says and below the home folder', () => {
    const home = makeFolder();
    const moved = makeFolder();
    putFile(home, '.cursor/projects/p/agent-transcripts/s1.jsonl');
    putFile(moved, 'projects/p/agent-transcripts/s2/s2.jsonl');
    const sessions = (env: Record<string, string>, folders = {}) =>
      findLogs({ home, env, folders })
        .map(({ session }) => session)
        .sort();
    expect(sessions({})).toEqual(['s1']);
    expect(sessions({ CURSOR_DATA_DIR: moved })).toEqual(['s1', 's2']);
    expect(sessions({ CURSOR_DATA_DIR: join(home, '.cursor') })).toEqual(['s1']);
    expect(sessions({ CURSOR_DATA_DIR: '/nowhere' }, { cursor: moved })).toEqual(['s2']);
    expect(findRoot({ home, env: { CURSOR_DATA_DIR: moved } })).toBe(moved);
  });
});
