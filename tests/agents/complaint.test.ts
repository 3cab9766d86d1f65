import { describe, expect, it } from 'vitest';
import { endsInComplaint, endsInFailure } from '../../src/agents/complaint.ts';

describe('the end of an output', () => {
  it.each([
    ['yq . a.yml', 'zsh:1: command not found: yq'],
    ['cat tide.md', 'cat: tide.md: No such file or directory'],
    ['git push', 'fatal: no upstream'],
  ])('of %s may be a complaint', (command, text) => {
    expect(endsInComplaint(command, text)).toBe(true);
    expect(endsInFailure(command, text)).toBe(true);
  });

  it.each([
    ['make', 'cc tide.c\nmake: *** [tide.o] Error 1'],
    ['npm test', 'npm ERR! code ELIFECYCLE'],
    ['yarn lint', 'error Command failed with exit code 1.'],
    ['python tide.py', "Traceback (most recent call last):\n  File\nModuleNotFoundError: No module named 'tide'"],
  ])('of %s shows to those who are not told the exit code', (command, text) => {
    expect(endsInComplaint(command, text)).toBe(false);
    expect(endsInFailure(command, text)).toBe(true);
  });

  it.each([
    ['ls', 'tide.md'],
    ['grep Error notes.md', 'TideError: is explained here'],
    ['echo', 'make: *** nothing\ndone'],
    ['cat log', `sh: x\n${'y'.repeat(400)}`],
  ])('of %s may be good', (command, text) => {
    expect(endsInFailure(command, text)).toBe(false);
  });
});
