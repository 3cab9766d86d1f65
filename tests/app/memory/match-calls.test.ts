import { describe, expect, it } from 'vitest';
import { CallMatcher, type Matchable, type MatchSource } from '../../../src/app/memory/match-calls.ts';

function lesson(
  id: string,
  rule: string,
  more: { when?: string; failed?: number; succeeded?: number } = {},
): Matchable {
  const { failed = 2, succeeded = 0, ...rest } = more;
  return {
    id,
    title: `title of ${id}`,
    guidance: `do ${id}`,
    confidence: 'medium',
    trigger: { rule, failed, succeeded, ...rest },
  };
}

const harbour: MatchSource = {
  root: '/home/ada/harbour',
  folders: ['/home/ada/harbour', 'C:\\code\\harbour'],
  lessons: [
    lesson('L-001', 'Bash(python3 *)'),
    lesson('L-002', 'Edit(**)', { when: 'file not read', failed: 1, succeeded: 5 }),
    lesson('L-003', 'Read(src/old/**)'),
  ],
};
const orchard: MatchSource = {
  root: '/home/ada/harbour/orchard',
  folders: ['/home/ada/harbour/orchard'],
  lessons: [lesson('L-009', 'Bash(python3 *)')],
};

function ask(matcher: CallMatcher, record: unknown): string[] {
  const answer = matcher.answer(typeof record === 'string' ? record : JSON.stringify(record));
  return 'error' in answer ? [answer.error] : answer.lessons.map(({ id }) => id);
}

const shell = (command: string, cwd = '/home/ada/harbour') => ({
  id: 1,
  tool_name: 'Bash',
  tool_input: { command },
  cwd,
});

describe('CallMatcher', () => {
  it('takes the folder that a session starts in for the top of a worktree that nobody worked in before', () => {
    const inRoot = lesson('L-005', 'Bash(make *)', { when: 'cwd below .' });
    const matcher = new CallMatcher([{ ...harbour, lessons: [inRoot] }]);
    const worktree = '/home/ada/harbour/.worktrees/ada/deeper-berths';
    expect(ask(matcher, { ...shell('make', worktree), session_id: 's' })).toEqual([]);
    expect(ask(matcher, { ...shell('make', `${worktree}/web`), session_id: 's' })).toEqual(['L-005']);
  });

  it.each([
    ['as text', '     1\u2192const a = 1;\n     2\u2192const b = 2;'],
    ['in fields', { type: 'text', file: { content: 'const a = 1;\nconst b = 2;', startLine: 1 } }],
  ])('knows the text of a file that a read showed %s', (_, shown) => {
    const copy = lesson('L-004', 'Edit(**)', { when: 'old text is not in the file' });
    const matcher = new CallMatcher([{ ...harbour, lessons: [copy] }]);
    const file = { cwd: '/home/ada/harbour', session_id: 's' };
    const path = '/home/ada/harbour/a.ts';
    expect(ask(matcher, { ...file, tool_name: 'Read', tool_input: { file_path: path }, tool_response: shown })).toEqual(
      [],
    );
    const edit = (text: string) => ({
      ...file,
      tool_name: 'Edit',
      tool_input: { file_path: path, old_string: text, new_string: 'x' },
    });
    expect(ask(matcher, { ...edit('const c = 3;'), is_error: true })).toEqual(['L-004']);
    expect(ask(matcher, edit('const b = 2;'))).toEqual([]);
  });

  it('tells lesson, words and mode', () => {
    const matcher = new CallMatcher([harbour]);
    expect(matcher.answer(JSON.stringify({ ...shell('python3 a.py'), id: 'c-1' }))).toEqual({
      id: 'c-1',
      lessons: [{ id: 'L-001', title: 'title of L-001', guidance: 'do L-001', confidence: 'medium', mode: 'warn' }],
    });
    const edit = {
      id: 2,
      tool_name: 'Edit',
      tool_input: { file_path: '/home/ada/harbour/a.ts' },
      cwd: '/home/ada/harbour',
    };
    expect(matcher.answer(JSON.stringify(edit))).toMatchObject({ lessons: [{ id: 'L-002', mode: 'note' }] });
  });

  it.each(['bash', 'exec_command', 'run_shell_command'])('knows the tool %s', (name) => {
    const matcher = new CallMatcher([harbour]);
    expect(
      ask(matcher, { tool_name: name, tool_input: { command: 'python3 a.py' }, cwd: '/home/ada/harbour' }),
    ).toEqual(['L-001']);
  });

  it('chooses the project by the folder of the call, the deepest one', () => {
    const matcher = new CallMatcher([harbour, orchard]);
    expect(ask(matcher, shell('python3 a.py'))).toEqual(['L-001']);
    expect(ask(matcher, shell('python3 a.py', '/home/ada/harbour/orchard/src'))).toEqual(['L-009']);
    expect(ask(matcher, shell('python3 a.py', '/home/ada/elsewhere'))).toEqual([]);
    expect(ask(matcher, { ...shell('python3 a.py'), cwd: undefined })).toEqual([]);
  });

  it('needs no folder where there is one project', () => {
    expect(ask(new CallMatcher([harbour]), { ...shell('python3 a.py'), cwd: undefined })).toEqual(['L-001']);
  });

  it('sees paths of every checkout alike', () => {
    const matcher = new CallMatcher([harbour]);
    const read = (file_path: string, cwd: string) =>
      ask(matcher, { tool_name: 'Read', tool_input: { file_path }, cwd });
    expect(read('C:\\code\\harbour\\src\\old\\a.ts', 'C:\\code\\harbour')).toEqual(['L-003']);
    expect(
      read('/home/ada/harbour/.claude/worktrees/fix/src/old/a.ts', '/home/ada/harbour/.claude/worktrees/fix'),
    ).toEqual(['L-003']);
    expect(read('old/a.ts', '/home/ada/harbour/src')).toEqual(['L-003']);
  });

  it('never looks at how the call itself ended', () => {
    for (const end of [{}, { is_error: true }, { is_error: false, tool_response: 'fine' }])
      expect(ask(new CallMatcher([harbour]), { ...shell('python3 a.py'), ...end })).toEqual(['L-001']);
  });

  it('remembers what a session read, each on its own; a read that failed is none', () => {
    const matcher = new CallMatcher([harbour]);
    const file = (name: string, session: string, end = {}) =>
      ask(matcher, {
        tool_name: name,
        tool_input: { file_path: '/home/ada/harbour/a.ts' },
        cwd: '/home/ada/harbour',
        session_id: session,
        ...end,
      });
    expect(file('Read', 'one')).toEqual([]);
    expect(file('Edit', 'one')).toEqual([]);
    expect(file('Read', 'two', { is_error: true })).toEqual([]);
    expect(file('Edit', 'two', { is_error: true })).toEqual(['L-002']);
    expect(file('Edit', 'three', { agent_id: 'helper' })).toEqual(['L-002']);
    expect(file('Edit', 'three')).toEqual(['L-002']);
    expect(file('Edit', 'three')).toEqual([]);
  });

  it('forgets sessions that were silent for long', () => {
    const matcher = new CallMatcher([harbour]);
    const edit = (session: string) =>
      ask(matcher, {
        tool_name: 'Edit',
        tool_input: { file_path: '/home/ada/harbour/a.ts' },
        cwd: '/home/ada/harbour',
        session_id: session,
      });
    edit('first');
    expect(edit('first')).toEqual([]);
    for (let number = 0; number < 499; number++) edit(`other ${number}`);
    expect(edit('first')).toEqual([]);
    for (let number = 0; number < 500; number++) edit(`another ${number}`);
    expect(edit('first')).toEqual(['L-002']);
  });

  it.each([
    ['{', 'not JSON'],
    ['[]', 'not an object'],
    ['null', 'not an object'],
    ['{}', 'no tool_name'],
    ['{"tool_name": 5}', 'no tool_name'],
    ['{"tool_name": "Bash", "cwd": 5}', 'cwd is not a string'],
  ])('%s is answered with an error', (line, error) => {
    expect(new CallMatcher([harbour]).answer(line)).toEqual({ id: null, error });
  });

  it.each([
    { tool_name: 'Bash' },
    { tool_name: 'Bash', tool_input: { command: 5 } },
    { tool_name: 'Bash', tool_input: { command: `echo ${'('.repeat(10_000)}` } },
    { tool_name: 'Edit', tool_input: { file_path: '\0', __proto__: { x: 1 } } },
    { tool_name: 'toString', tool_input: [] },
    { tool_name: 'Bash', tool_input: { command: 'cd \uD800' }, session_id: { a: 1 } },
  ])('%j breaks nothing', (record) => {
    expect(ask(new CallMatcher([harbour]), { ...record, cwd: '/home/ada/harbour' })).not.toContain('L-001');
  });

  it('says which triggers cannot be read', () => {
    const matcher = new CallMatcher([
      { ...harbour, lessons: [lesson('L-004', 'Bash'), lesson('L-005', 'Bash(x)', { when: 'it rains' })] },
    ]);
    expect(matcher.unreadable).toEqual(['L-004', 'L-005']);
  });
});
