import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findLogs, findRoot, sessionOf } from '../../../src/agents/gemini/paths.ts';
import { makeFolder, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

function put(root: string, path: string, text = '{}\n'): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return join(root, path);
}

describe('the logs of Gemini CLI', () => {
  it('are in a named folder, else where GEMINI_CLI_HOME says, else below the home folder', () => {
    const home = join(process.cwd(), 'ada');
    expect(findRoot({ home, env: {} })).toBe(join(home, '.gemini'));
    const other = join(process.cwd(), 'other');
    expect(findRoot({ home, env: { GEMINI_CLI_HOME: other } })).toBe(join(other, '.gemini'));
    expect(findRoot({ home, env: { GEMINI_CLI_HOME: other }, folders: { gemini: home } })).toBe(home);
  });

  it('are chats of both kinds and those of subagents', () => {
    const home = makeFolder();
    put(home, '.gemini/tmp/pier/chats/session-2026-04-01T10-00-aaaa1111.jsonl');
    put(home, '.gemini/tmp/pier/chats/aaaa1111-2222/child.jsonl');
    put(home, `.gemini/tmp/${'7e'.repeat(32)}/chats/session-2026-01-09T10-00-bbbb1111.json`);
    put(home, '.gemini/tmp/pier/logs.json');
    put(home, '.gemini/tmp/pier/chats/notes.json');
    put(home, '.gemini/tmp/bin');
    put(home, '.gemini/oauth_creds.json');
    const told: string[] = [];
    const found = findLogs({ home, env: {} }, (path) => told.push(path));
    const names = found.map(({ path, session }) => [
      relative(home, path).replaceAll('\\', '/').split('/chats/')[1],
      session,
    ]);
    expect(names.sort()).toEqual([
      ['aaaa1111-2222/child.jsonl', 'aaaa1111-2222'],
      ['session-2026-01-09T10-00-bbbb1111.json', 'bbbb1111'],
      ['session-2026-04-01T10-00-aaaa1111.jsonl', 'aaaa1111'],
    ]);
    expect(told).toEqual([]);
  });

  it('are other files once they were written anew', () => {
    const home = makeFolder();
    const path = put(home, '.gemini/tmp/pier/chats/session-2026-01-09T10-00-bbbb1111.json');
    const [before] = findLogs({ home, env: {} });
    utimesSync(path, new Date(), new Date(Date.now() + 60_000));
    expect(findLogs({ home, env: {} })[0]?.inode).not.toBe(before?.inode);
  });

  it('have their session in the name', () => {
    expect(sessionOf('session-2026-01-15-f7633853-6663.json')).toBe('f7633853-6663');
    expect(sessionOf('session-tide.jsonl')).toBe('session-tide');
  });
});
