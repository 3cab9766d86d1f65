import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findFolder } from '../../../src/agents/gemini/folder.ts';
import { makeFolder, removeFolders } from '../log-file.ts';

afterAll(removeFolders);

const HARBOUR = '/home/ada/harbour';
const projectHash = createHash('sha256').update(HARBOUR).digest('hex');

function place(files: Record<string, string> = {}): string {
  const root = makeFolder();
  for (const [name, text] of Object.entries({ ...files, 'tmp/pier/chats/session-1.jsonl': '' })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return join(root, 'tmp', 'pier', 'chats', 'session-1.jsonl');
}

const call = (args: object, output = '') => ({
  id: 'm1',
  type: 'gemini',
  toolCalls: [{ name: 'write_file', args, result: [{ functionResponse: { response: { output } } }] }],
});

describe('the folder of a session', () => {
  it('stands beside the chats', () => {
    expect(findFolder(place({ 'tmp/pier/.project_root': `${HARBOUR}\n` }), {}, [])).toBe(HARBOUR);
    const path = place({ 'tmp/pier/.project_root': HARBOUR });
    expect(findFolder(join(dirname(path), 'parent', 'child.jsonl'), {}, [])).toBe(HARBOUR);
  });

  it('is listed under its name, or with its hash among those that are trusted', () => {
    const projects = JSON.stringify({ projects: { '/home/ada/quay': 'quay', [HARBOUR]: 'pier' } });
    expect(findFolder(place({ 'projects.json': projects }), {}, [])).toBe(HARBOUR);
    const trusted = JSON.stringify({ '/home/ada/quay': 'TRUST_FOLDER', [HARBOUR]: 'TRUST_FOLDER' });
    expect(findFolder(place({ 'trustedFolders.json': trusted }), { projectHash }, [])).toBe(HARBOUR);
  });

  it.each([
    `This is the Gemini CLI.\n- **Workspace Directories:**\n  - ${HARBOUR}\n  - /home/ada/quay\n`,
    `This is the Gemini CLI.\nI'm currently working in the directory: ${HARBOUR}\nHere is`,
    `This is the Gemini CLI.\nI'm currently working in the following directories:\n  - ${HARBOUR}\n`,
  ])('is what the model was told: %j', (text) => {
    expect(
      findFolder(place(), {}, [{ id: 'm0', type: 'user', content: [{ text: `<session_context>\n${text}` }] }]),
    ).toBe(HARBOUR);
  });

  it('is a folder with its hash above a file that was worked on', () => {
    const messages = [call({ file_path: '/home/bo/x.ts' }), call({ file_path: `${HARBOUR}/src/tide.ts` })];
    expect(findFolder(place(), { projectHash }, messages)).toBe(HARBOUR);
    expect(findFolder(place(), { projectHash: 'other' }, messages)).toBeUndefined();
  });

  it('shows in an answer to a relative path', () => {
    const answer = (path: string) => `Successfully overwrote file: ${path}.`;
    const given = { file_path: 'docs/tide.md' };
    expect(findFolder(place(), {}, [call(given, answer(`${HARBOUR}/docs/tide.md`))])).toBe(HARBOUR);
    expect(findFolder(place(), {}, [call(given, answer('/home/bo/mydocs/tide.md'))])).toBeUndefined();
    const windows = call({ file_path: 'docs\\tide.md' }, answer('C:\\ada\\harbour\\docs\\tide.md'));
    expect(findFolder(place(), {}, [windows])).toBe('C:\\ada\\harbour');
  });

  it('is not taken from what a person or a command says', () => {
    const said = { id: 'm0', type: 'user', content: `I'm currently working in the directory: /home/bo` };
    expect(findFolder(place(), {}, [said])).toBeUndefined();
    expect(findFolder(place({ 'tmp/pier/.project_root': 'not a path' }), {}, [])).toBeUndefined();
  });
});
