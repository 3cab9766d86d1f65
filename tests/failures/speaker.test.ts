import { describe, expect, it } from 'vitest';
import { findSpeaker } from '../../src/failures/speaker.ts';
import { parseCommand } from '../../src/shell/index.ts';

function speakerOf(command: string, output: string, line = output.split('\n')[0] ?? '') {
  const speaker = findSpeaker(parseCommand(command), output, line);
  return speaker?.by === 'typed' ? { by: 'typed', name: speaker.command.name } : speaker;
}

describe('who says that a command failed', () => {
  it.each([
    ['tide show', "error: unexpected argument '-x'\n\nUsage: tide show [OPTIONS]", { by: 'typed', name: 'tide' }],
    ['make a && wick trim', 'wick: nothing to trim', { by: 'typed', name: 'wick' }],
    ['uv run python tools/load.py', 'usage: load.py [-h] file', { by: 'typed', name: 'python' }],
    ['npx lampctl up', 'Usage:\n  lampctl up [flags]', { by: 'typed', name: 'lampctl' }],
    [
      'git -C lib status',
      "error: unexpected argument '-C' found\n\nUsage: brief git [OPTIONS] <COMMAND>",
      { by: 'wrapper', name: 'brief' },
    ],
    [
      'wick trim',
      "error: unrecognized subcommand 'wick'\n\nUsage: brief [OPTIONS] <COMMAND>",
      { by: 'wrapper', name: 'brief' },
    ],
    ['npm run lint', 'unknown option --deep\nUsage: eslint [options] file.js', { by: 'inner', name: 'eslint' }],
    ['tide show', 'zsh:1: command not found: tide', { by: 'shell' }],
    ['tide show', 'bash: line 1: tide: command not found', { by: 'shell' }],
    ['tide show', 'Command timed out after 2m 0s', { by: 'harness' }],
    ['git push', 'remote: protected branch', undefined],
    ['tide show', 'Usage: 12% of the disk', undefined],
    ['tide show', 'it did not work', undefined],
  ])('of %s: %s', (command, output, wanted) => {
    expect(speakerOf(command, output)).toEqual(wanted);
  });
});
