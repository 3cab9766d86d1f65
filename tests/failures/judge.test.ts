import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import { judge } from '../../src/failures/judge.ts';
import { parseCommand } from '../../src/shell/index.ts';

function judgeCall(command: string, output: string, ended: Partial<Call> = {}) {
  const call: Call = {
    id: 'c1',
    agent: 'claude-code',
    session: 's1',
    seq: 1,
    tool: 'shell',
    name: 'Bash',
    input: { command },
    outcome: 'ok',
    output,
    outputLength: output.length,
    at: 0,
    ...ended,
  };
  return judge(call, () => parseCommand(command));
}

function judgeShell(command: string, output: string, ended: Partial<Call> = {}) {
  return judgeCall(command, output, ended).failure;
}

describe('a shell call without an error flag', () => {
  it.each([
    ['wick trim --ripe | head -5', "error: unexpected argument '--ripe' found", 'bad-flag'],
    ['rg -n "a\\n" src | head', 'rg: the literal "\\n" is not allowed in a regex', 'bad-argument'],
    ['grep -n flame src/wick.ts | head', 'grep: src/wick.ts: No such file or directory', 'file-missing'],
    ['wick measure north | tail -3', "Error: no gauge running in 'north'", 'other'],
    ['rg -n "the `wick`" docs', 'zsh:1: command not found: wick\ndocs/a.md:1:the', 'command-not-found'],
    ['go vet ./e2e/...', 'go: warning: "./e2e/..." matched no packages', 'bad-argument'],
    ['lampctl list | head', 'failed: could not open a new TTY: open /dev/tty', 'no-terminal'],
  ])('failed: %s', (command, output, kind) => {
    expect(judgeShell(command, output)).toMatchObject({ kind, masked: true });
  });

  it.each([
    ['cat notes.md | head', 'first\nunknown flag: --ripe\nlast'],
    ['cat run.log | tail -1', "Error: no gauge running in 'north'"],
    ['git log --oneline | head -2', '1a2b3c4 say "unknown flag: --ripe"\n5d6e7f8 trim'],
    ['ls maybe | head', "ls: cannot access 'maybe': No such file or directory\n", 'file-missing'],
    ['ls maybe 2>&1 || echo none', "ls: cannot access 'maybe': No such file or directory\nnone"],
    ['wick trim --ripe', "error: unexpected argument '--ripe' found"],
    ['wick list | head', 'Error: budget for May\nError: budget for June'],
    ['echo "Error: it is late" | tail -1', 'Error: it is late'],
  ])('is left alone, or only misses a file: %s', (command, output, kind = undefined) => {
    expect(judgeShell(command, output)?.kind).toBe(kind);
  });
});

describe('what a call proves that did not fail', () => {
  it.each([
    ['wick list', 'north', {}, 'worked'],
    ['wick list | head', 'north', {}, 'worked'],
    ['wick list | grep south', '', {}, 'worked'],
    ['wick list 2>&1 | grep south', '', {}, 'unknown'],
    ['wick list || true', 'north', {}, 'unknown'],
    ['wick list', 'north', { outcome: 'unknown' }, 'worked'],
    ['wick list', '', { outcome: 'unknown' }, 'unknown'],
    ['wick list', '', { outcome: 'cancelled' }, 'unknown'],
    ['wick burn', '', { input: { command: 'wick burn', background: true } }, 'unknown'],
    ['wick burn', 'burning', { outcome: 'unknown', waiting: 'task 7' }, 'unknown'],
    ['wick watch', 'waiting', { outcome: 'failed', exitCode: 130 }, 'unknown'],
    ['grep -c flame src/a.ts', '0', { outcome: 'failed', exitCode: 1 }, 'unknown'],
    ['', 'No matches found', { tool: 'search', input: { pattern: 'flame', path: 'src' } }, 'unknown'],
    ['', 'src/a.ts', { tool: 'search', input: { pattern: 'flame', path: 'src' } }, 'worked'],
  ] as [string, string, Partial<Call>, string][])('%s printing "%s" %j: %s', (command, output, ended, outcome) => {
    expect(judgeCall(command, output, ended).outcome).toBe(outcome);
  });

  it('is what its own line about the status says', () => {
    expect(judgeCall(`wick test | tail; echo "exit=\${PIPESTATUS[0]}"`, 'one red\nexit=1').failure).toMatchObject({
      kind: 'other',
      diagnostic: 'one red',
      masked: true,
      command: { name: 'wick' },
    });
    expect(judgeCall(`wick test | grep x; echo "exit=\${PIPESTATUS[0]}"`, 'exit=0').outcome).toBe('worked');
    expect(judgeCall('grep -q flame a.ts; echo "exit=$?"', 'exit=1').outcome).toBe('unknown');
    expect(judgeShell('./trim.sh', 'could not trim\nexit=127')).toMatchObject({ diagnostic: 'could not trim' });
    expect(judgeShell('cat last.log', 'could not trim\nexit=127')).toBeUndefined();
  });
});

describe('an exit code that is an answer', () => {
  const failed = (exitCode: number) => ({ outcome: 'failed', exitCode }) as const;

  it.each([
    ['gh pr checks 12', 'build\tpending', 8],
    ['quayctl wait north --timeout 60', 'still loading', 1],
    ['ls charts tables 2>/dev/null', 'charts:', 2],
    ['npm view tide@9 version', '', 1],
    ['grep -c flame src/a.ts', '0', 1],
  ])('is no failure: %s', (command, output, code) => {
    expect(judgeShell(command, output, failed(code))).toBeUndefined();
  });

  it.each([
    ['grep -c flame src/a.ts', 'grep: src/a.ts: No such file or directory', 2],
    ['ls charts', "ls: cannot access 'charts': No such file or directory", 2],
    ['gh pr checks 12', 'unknown flag: --ripe', 1],
    ['tide log 12 --full | rg flame', 'failed to get the log: gone', 1],
  ])('is one where the program complains: %s', (command, output, code) => {
    expect(judgeShell(command, output, failed(code))).toBeDefined();
  });
});

describe('the command that is blamed', () => {
  it('is the one of the program that speaks, wherever it stands', () => {
    const command = "cat > /tmp/body.md <<'EOF'\ntext\nEOF\ngh pr edit 12 --body-file /tmp/body.md";
    const failure = judgeShell(command, 'GraphQL: Boards are gone. (cards)', { outcome: 'failed', exitCode: 1 });
    expect(failure?.command?.name).toBe('gh');
  });

  it('is not the search that had nothing to search', () => {
    const failure = judgeShell('tide log 12 | rg flame', 'failed to get the log: gone', {
      outcome: 'failed',
      exitCode: 1,
    });
    expect(failure?.command?.name).toBe('tide');
  });

  it('is the member of a chain that ends with a word of its own', () => {
    const failure = judgeShell('tide sync && wick trim && lampctl up', 'synced\nwick: nothing to trim here', {
      outcome: 'failed',
      exitCode: 1,
    });
    expect(failure?.command?.name).toBe('wick');
  });

  it('is the main one of a chain of the same program', () => {
    const failure = judgeShell('git fetch origin && git status', 'fatal: repository not found', {
      outcome: 'failed',
      exitCode: 128,
    });
    expect(failure?.command?.subcommand).toBe('fetch');
  });
});

describe('a program that nobody typed', () => {
  it('is named where it speaks in place of the one that was typed', () => {
    const output = "error: unexpected argument '-C' found\n\nUsage: brief git [OPTIONS] <COMMAND>";
    expect(judgeShell('git -C lib status', output, { outcome: 'failed', exitCode: 2 })).toMatchObject({
      wrapper: 'brief',
    });
    expect(judgeShell('git -C lib status | head', output)).toMatchObject({ wrapper: 'brief', masked: true });
    expect(judgeShell('brief git -C lib status', output, { outcome: 'failed', exitCode: 2 })).not.toHaveProperty(
      'wrapper',
    );
  });
});

describe('an edit that does not fit', () => {
  const words = [
    'String to replace not found in file.\nString: let a',
    'Could not find the exact text in src/a.ts. The old text must match exactly including all whitespace and newlines.',
    'Could not find oldString in the file. It must match exactly, including whitespace, indentation, and line endings.',
    'Failed to edit, 0 occurrences found for old_string in /srv/orchard/src/a.ts. Ensure you are not escaping content incorrectly.',
    "Could not find an exact match for 'old_string'",
    'apply_patch verification failed: Failed to find expected lines in /srv/orchard/src/a.ts:\nlet a',
    'No replacement was performed, old_str `let a\nlet b` did not appear verbatim in /srv/orchard/src/a.ts.',
    'The SEARCH block:\nlet a\n...does not match anything in the file.',
    'No sufficiently similar match found at line: 4 (27% similar, needs 100%)',
    'Found 3 matches of the string to replace, but replace_all is false.',
    'Failed to edit, Expected 1 occurrence but found 2 for old_string in file: /srv/orchard/src/a.ts',
  ];

  it.each(words)('is the same failure in the words of every agent: %s', (output) => {
    const call: Partial<Call> = {
      tool: 'edit',
      name: 'edit',
      input: { path: '/srv/orchard/src/a.ts' },
      outcome: 'failed',
    };
    expect(judgeShell('', output, call)).toMatchObject({
      kind: 'edit-mismatch',
      signature: 'edit-mismatch||/srv/orchard/src/a.ts',
    });
  });
});
