import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot } from '../../../src/agents/cline/paths.ts';
import { makeFolder, putFile, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

const put = (root: string, folder: string) => putFile(root, `${folder}/api_conversation_history.json`, 0, '[]');

describe('the tasks of Cline', () => {
  it('are in a named folder, else where its variables say, else below the home folder', () => {
    const home = join(process.cwd(), 'ada');
    const other = join(process.cwd(), 'other');
    expect(findRoot({ home, env: {} })).toBe(join(home, '.cline', 'data'));
    expect(findRoot({ home, env: { CLINE_DIR: other } })).toBe(join(other, 'data'));
    expect(findRoot({ home, env: { CLINE_DIR: '/y', CLINE_DATA_DIR: other } })).toBe(other);
    expect(findRoot({ home, env: { CLINE_DATA_DIR: '/y' }, folders: { cline: other } })).toBe(other);
  });

  it('are also those of its forks in editors, on every platform', () => {
    const home = makeFolder();
    const appData = makeFolder();
    put(home, '.cline/data/tasks/t1');
    put(home, '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/t2');
    put(home, 'Library/Application Support/Cursor/User/globalStorage/rooveterinaryinc.roo-cline/tasks/t3');
    put(home, '.vscode-server/data/User/globalStorage/kilocode.kilo-code/tasks/t4');
    put(appData, 'VSCodium/User/globalStorage/saoudrizwan.claude-dev/tasks/t5');
    put(home, '.config/Code/User/globalStorage/somebody.else/tasks/t6');
    mkdirSync(join(home, '.cline', 'data', 'tasks', 't7'));
    const told: string[] = [];
    const found = findLogs({ home, env: { APPDATA: appData } }, (path) => told.push(path));
    expect(found.map(({ session }) => session).sort()).toEqual(['t1', 't2', 't3', 't4', 't5']);
    expect(told).toEqual([]);
  });

  it('are looked for in a named folder alone, with or without tasks/', () => {
    const home = makeFolder();
    const chosen = makeFolder();
    put(home, '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/t1');
    put(chosen, 'tasks/t2');
    put(chosen, 't3');
    expect(
      findLogs({ home, env: {}, folders: { cline: chosen } })
        .map(({ session }) => session)
        .sort(),
    ).toEqual(['t2', 't3']);
  });
});
