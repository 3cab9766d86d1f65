import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { placeHashed } from '../../../src/sessions/projects/hashed-folders.ts';
import type { SessionPlace } from '../../../src/sessions/projects/project.ts';

const hash = (folder: string) => createHash('sha256').update(folder).digest('hex');
const place = (session: string, cwds: string[], folderHash?: string): SessionPlace => ({
  agent: 'lantern',
  session,
  cwds,
  remotes: [],
  folderHash,
});

describe('a session that has only the hash of its folder', () => {
  it('gets the folder that another session names', async () => {
    const sessions = [
      place('s1', ['/home/ada/harbour', '/home/ada/quay']),
      place('s2', [], hash('/home/ada/quay')),
      place('s3', [], hash('/home/ada/pier')),
      place('s4', ['/home/ada/orchard'], hash('/home/ada/quay')),
    ];
    const placed = placeHashed(sessions);
    expect(placed.map(({ session, cwds }) => [session, ...cwds])).toEqual([
      ['s1', '/home/ada/harbour', '/home/ada/quay'],
      ['s2', '/home/ada/quay'],
      ['s3'],
      ['s4', '/home/ada/orchard'],
    ]);
  });
});
