import { expect, it } from 'vitest';
import { askUserFiles } from '../../src/cli/ask-user-files.ts';
import type { Dialog } from '../../src/cli/terminal-dialog.ts';
import { chooseCanvas } from '../../src/cli/views/text.ts';

it.each([
  ['y', true],
  ['Yes', true],
  ['n', false],
  ['', false],
  [undefined, false],
])('shows how files of every project change, and takes only a yes for one: %j', async (answer, isAllowed) => {
  const heard: string[] = [];
  const dialog: Dialog = {
    say: (text) => void heard.push(text),
    ask: async (question) => {
      heard.push(question);
      return answer;
    },
    edit: async (text) => text,
    close: () => {},
  };
  const canvas = chooseCanvas({}, { env: {}, home: '/home/ada' });
  const diffs = [
    { name: '~/.claude/CLAUDE.md', action: 'create' as const, text: '+- **Rule**: Run `make seed` first\n' },
  ];
  expect(await askUserFiles(diffs, canvas, dialog)).toBe(isAllowed);
  expect(heard[0]).toContain('+- **Rule**: Run `make seed` first');
  expect(heard[1]).toContain('in every project');
});
