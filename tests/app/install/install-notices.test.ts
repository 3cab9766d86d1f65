import { describe, expect, it } from 'vitest';
import { findNotices } from '../../../src/app/install/install-notices.ts';

const around = { home: '/home/ada', env: {}, projectRoot: '/home/ada/harbour', dataDir: '/home/ada/data' };

describe('findNotices', () => {
  it.each([
    ['/home/ada/.npm/_npx/1a2b/node_modules/hardwon/dist/hook.js', 1],
    ['C:\\Users\\Ada\\npm-cache\\_npx\\1a2b\\node_modules\\hardwon\\dist\\hook.js', 1],
    ['/usr/lib/node_modules/hardwon/dist/hook.js', 0],
  ])('warns of a hook that will not stay: %s', async (hook, count) => {
    const notices = await findNotices([], { action: 'install', scope: 'user', names: [], hook }, around);
    expect(notices.filter((notice) => notice.includes('npx'))).toHaveLength(count);
    // What is shared names no file, and what is taken out needs none.
    expect(await findNotices([], { action: 'install', scope: 'project', names: [], hook }, around)).toEqual([]);
    expect(await findNotices([], { action: 'uninstall', scope: 'user', names: [], hook }, around)).toEqual([]);
  });
});
