import { describe, expect, it } from 'vitest';
import { looksFailed, readScriptOutput } from '../../../src/agents/codex/script-results.ts';

const text = (...parts: string[]) => parts.map((part) => ({ type: 'input_text', text: part }));

describe('the result of a script', () => {
  it('says how it ended, what was printed and what went wrong', () => {
    expect(readScriptOutput(text('Script completed\nWall time 1.0 seconds\nOutput:\n', 'a', 'b'))).toEqual({
      status: 'completed',
      printed: ['a', 'b'],
    });
    expect(readScriptOutput(text('Script failed\nWall time 1.0 seconds\nOutput:\n', 'a', 'Script error:\nno'))).toEqual(
      {
        status: 'failed',
        printed: ['a'],
        error: 'no',
      },
    );
    expect(readScriptOutput('Script running with cell ID 4\nWall time 10.0 seconds\nOutput:\nhalf')).toEqual({
      status: 'running',
      cell: '4',
      printed: ['half'],
    });
    expect(readScriptOutput('exec expects raw JavaScript source text')).toBeUndefined();
  });
});

describe('an output without an exit code', () => {
  const call = { name: 'exec_command', args: {} };
  it.each([
    ['yq . a.yaml', 'zsh:1: command not found: yq'],
    ['cat a', 'bash: line 1: /tmp/x: Permission denied'],
    ["python - <<'E'\nE", "zsh:1: can't create temp file for here document: operation not permitted"],
    ['cat src/a.ts', 'cat: src/a.ts: No such file or directory'],
    ['cat a && ls src', 'one\n/bin/ls: src: No such file or directory\n'],
    ['git show nothing', "fatal: ambiguous argument 'nothing': unknown revision"],
  ])('of %j that ends in %j is a failure', (command, output) => {
    expect(looksFailed(call, command, output)).toBe(true);
  });

  it.each([
    ['cat notes.md', 'zsh is a shell'],
    ['rg "No such file" src', 'src/a.ts:3: throw "ls: x: No such file or directory"'],
    ['cat log.txt', 'npm: warn: No such file or directory'],
    ['make', 'bash: warning: setlocale: LC_ALL'],
    ['cat log.txt', 'fatal: the log of a server'],
    ['ls', ''],
  ])('of %j that ends in %j is none', (command, output) => {
    expect(looksFailed(call, command, output)).toBe(false);
  });
});
