import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTool } from '../../src/heal/choose-tool.ts';

const tools = {
  pods: { run: ['/usr/bin/kubectl', 'get', 'pods'], arguments: true, timeout: 5 },
  stage: { run: ['deploy.cmd'], arguments: ['stage', 'test'] },
  count: { run: 'ls | wc -l' },
};

describe('chooseTool', () => {
  it('runs what the configuration names, with the words that it allows', () => {
    expect(chooseTool('pods', ['-n', 'quay; rm -rf /'], { tools }, 'linux')).toEqual({
      name: 'pods',
      command: ['/usr/bin/kubectl', 'get', 'pods', '-n', 'quay; rm -rf /'],
      program: 'kubectl',
      timeoutMs: 5_000,
    });
    expect(chooseTool('stage', ['test'], { tools })).toMatchObject({
      command: ['deploy.cmd', 'test'],
      program: 'deploy',
    });
    expect(chooseTool('count', [], { tools })).toMatchObject({
      command: 'ls | wc -l',
      program: 'ls',
      timeoutMs: 120_000,
    });
  });

  it.each([
    ['count', ['x'], 'count takes no arguments.'],
    ['stage', ['production'], 'stage does not take production.'],
    ['stage', ['test', 'production'], 'stage does not take production.'],
    ['pods', ['a\0b'], 'NUL character'],
    ['pod', [], 'The configuration names no tool pod.'],
    ['constructor', [], 'The configuration names no tool constructor.'],
    ['kubectl', [], 'The configuration names no tool kubectl.'],
  ])('refuses %s with %j', (name, words, reason) => {
    expect(() => chooseTool(name, words, { tools })).toThrow(reason);
  });

  it('says what is near, what there is, and what would have to be trusted', () => {
    const hint = (name: string, loaded: Parameters<typeof chooseTool>[2]) => {
      try {
        chooseTool(name, [], loaded);
      } catch (error) {
        return (error as { hint?: string }).hint;
      }
      return undefined;
    };
    expect(hint('pod', { tools })).toBe('Did you mean pods?');
    expect(hint('xyzzy', { tools })).toBe('Named are: pods, stage, count.');
    expect(hint('xyzzy', {})).toContain('no other command is run');
    const ignored = {
      file: '/p/hardwon.config.json',
      userFile: '/u/hardwon.config.json',
      untrusted: ['tools'],
      userOnly: [],
    };
    expect(hint('pods', { ignored })).toContain(
      '/p/hardwon.config.json: ignored tools, because you do not trust this project.',
    );
  });

  it('lets no sign through on Windows that its shell reads', () => {
    const active = fc.constantFrom(...'&|<>^"%!();\n\r`$\'');
    fc.assert(
      fc.property(fc.string(), active, fc.string(), (before, sign, after) => {
        expect(() => chooseTool('pods', [`${before}${sign}${after}`], { tools }, 'win32')).toThrow();
      }),
    );
    expect(chooseTool('pods', ['--name=quay 7', 'C:\\x'], { tools }, 'win32').command).toContain('--name=quay 7');
  });
});
