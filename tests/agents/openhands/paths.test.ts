import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot } from '../../../src/agents/openhands/paths.ts';
import { makeFolder, putFile, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

const put = (root: string, session: string) => putFile(root, `${session}/events/event-00001-a1.json`);

describe('the conversations of OpenHands', () => {
  it('are below the home folder, or where its variables say', () => {
    const home = makeFolder();
    const moved = makeFolder();
    put(join(home, '.openhands', 'conversations'), 'c1');
    put(join(moved, 'conversations'), 'c2');
    put(join(moved, 'elsewhere'), 'c3');
    const sessions = (env: Record<string, string>) => findLogs({ home, env }).map(({ session }) => session);
    expect(sessions({})).toEqual(['c1']);
    expect(sessions({ OPENHANDS_PERSISTENCE_DIR: moved })).toEqual(['c2']);
    expect(
      sessions({ OPENHANDS_PERSISTENCE_DIR: moved, OPENHANDS_CONVERSATIONS_DIR: join(moved, 'elsewhere') }),
    ).toEqual(['c3']);
    expect(sessions({ OPENHANDS_CONVERSATIONS_DIR: join(moved, 'elsewhere') })).toEqual(['c3']);
    expect(findRoot({ home, env: { OPENHANDS_PERSISTENCE_DIR: moved } })).toBe(moved);
    expect(findRoot({ home, env: { OPENHANDS_PERSISTENCE_DIR: '/y' }, folders: { openhands: moved } })).toBe(moved);
  });
});
