import { describe, expect, it } from 'vitest';
import { findTaggedCall } from '../../../src/agents/cline/parts.ts';

describe('a call that is written as tags', () => {
  it('has its arguments inside', () => {
    const text =
      'I look.\n\n<execute_command>\n<command>make test</command>\n<requires_approval>false</requires_approval>\n</execute_command>';
    expect(findTaggedCall(text)).toEqual({
      name: 'execute_command',
      args: { command: 'make test', requires_approval: 'false' },
    });
  });

  it('may contain its own tags in a file', () => {
    const content = 'say <content>x</content> and </write_to_file>';
    const text = `<write_to_file>\n<path>a.md</path>\n<content>\n${content}\n</content>\n</write_to_file>`;
    expect(findTaggedCall(text)).toEqual({ name: 'write_to_file', args: { path: 'a.md', content } });
  });

  it.each([
    'the tool <read_file> reads',
    '<read_file>\n<path>a',
    '<thinking>\nx\n</thinking>',
    'done',
    '<read_file></read_file',
  ])('is none in %j', (text) => {
    expect(findTaggedCall(text)).toBeUndefined();
  });

  it('is found in time where tags are never closed', () => {
    expect(findTaggedCall('<read_file>\n'.repeat(20_000))).toBeUndefined();
    expect(findTaggedCall(`<read_file>\n${'<path>\n'.repeat(20_000)}</read_file>`)?.args).toEqual({});
  });
});
