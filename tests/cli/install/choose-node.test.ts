import { describe, expect, it } from 'vitest';
import { chooseNode } from '../../../src/cli/install/choose-node.ts';

/** A disk with links only. */
function linked(links: Record<string, string>) {
  return (path: string): string => {
    const target = links[path];
    if (target === undefined) throw new Error(`no ${path}`);
    return target;
  };
}

describe('chooseNode', () => {
  it.each([
    ['/opt/homebrew/Cellar/node/22.3.0/bin/node', '/opt/homebrew/bin', '/opt/homebrew/bin/node'],
    ['/nix/store/abc-nodejs-22/bin/node', '/run/current-system/sw/bin', '/run/current-system/sw/bin/node'],
    // A folder of one shell only.
    ['/home/ada/.fnm/v22/bin/node', '/run/user/1000/fnm_multishells/7_1/bin', '/home/ada/.fnm/v22/bin/node'],
    ['/home/ada/.fnm/v22/bin/node', '/home/ada/x/node_modules/.bin', '/home/ada/.fnm/v22/bin/node'],
    ['/home/ada/v22/bin/node', 'bin', '/home/ada/v22/bin/node'],
  ])('%s with %s on the PATH is %s', (running, folder, expected) => {
    const disk = linked({ [running]: running, [`${folder}/node`]: running });
    expect(chooseNode(running, { PATH: `/usr/bin:${folder}` }, 'linux', disk)).toBe(expected);
  });

  it('is another one on the PATH only if it is the same', () => {
    const running = '/home/ada/v22/bin/node';
    const disk = linked({ [running]: running, '/usr/bin/node': '/usr/bin/node' });
    expect(chooseNode(running, { PATH: '/usr/bin' }, 'linux', disk)).toBe(running);
    expect(chooseNode(running, {}, 'linux', disk)).toBe(running);
  });

  it('reads the PATH of Windows', () => {
    const running = 'C:\\nvm\\v22\\node.exe';
    const disk = linked({ [running]: running, 'C:\\Program Files\\nodejs\\node.exe': running });
    const env = { Path: 'C:\\Windows;C:\\Program Files\\nodejs' };
    expect(chooseNode(running, env, 'win32', disk)).toBe('C:\\Program Files\\nodejs\\node.exe');
  });
});
