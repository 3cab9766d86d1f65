/** A hook event that no well-behaved client would send. */
export interface HostileEvent {
  /** What is wrong with it. */
  about: string;
  event: string;
  agent: string;
  /** The bytes on stdin. */
  stdin: string;
}

const EVENTS = [
  ...[
    'session-start',
    'user-prompt-submit',
    'pre-tool-use',
    'post-tool-use',
    'post-tool-use-failure',
    'post-tool-batch',
  ],
  ...['subagent-start', 'subagent-stop', 'stop', 'session-end', 'before-tool', 'after-tool', 'no-such-event'],
];
const AGENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'no-such-agent'];

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Bytes that are no event at all. */
const BROKEN: readonly (readonly [about: string, stdin: string])[] = [
  ['nothing', ''],
  ['a word', 'hello'],
  ['half an object', '{"session_id": "s", "tool_input": {'],
  ['a list', '[1, 2, 3]'],
  ['null', 'null'],
  ['a number', '7'],
  ['NUL bytes', '\0'.repeat(5_000)],
  ['a byte order mark', '\ufeff{"session_id":"s"}'],
  ['two objects', '{"session_id":"s"}{"session_id":"t"}'],
  ['a deep object', deep(20_000)],
  ['a long line', `{"session_id":"${'s'.repeat(2_000_000)}"}`],
  ['its own prototype', '{"__proto__":{"cwd":"/"},"constructor":{"prototype":{"x":1}},"session_id":"s"}'],
];

/** Values that do not belong where they stand. */
const FIELDS: readonly (readonly [about: string, fields: object])[] = [
  ['a session that is a path', { session_id: '../../../../etc/passwd' }],
  ['a session that is an object', { session_id: { toString: 'x' } }],
  ['a folder that is not there', { cwd: '/no/such/folder' }],
  ['a folder that is a number', { cwd: 7 }],
  ['a folder with NUL', { cwd: '/tmp/\0/x' }],
  ['a tool that is a list', { tool_name: ['Bash'] }],
  ['an input that is a text', { tool_input: 'rm -rf ~' }],
  ['a command that is an object', { tool_input: { command: { run: 'x' } } }],
  ['a command that substitutes', { tool_input: { command: '$(touch ran); `touch ran`; touch ran' } }],
  ['a command of a megabyte', { tool_input: { command: `python3 ${'a '.repeat(500_000)}` } }],
  ['a command of quotes', { tool_input: { command: `python3 ${'"\''.repeat(20_000)}` } }],
  ['a command of brackets', { tool_input: { command: `python3 ${'$('.repeat(5_000)}` } }],
  ['a file that leads out', { tool_name: 'Read', tool_input: { file_path: '../'.repeat(300) } }],
  ['an error of a megabyte', { error: 'E: '.repeat(400_000) }],
  ['an error that is an object', { error: { message: 'x' } }],
  ['a transcript that is a device', { transcript_path: '/dev/zero' }],
  ['an agent that is a path', { agent_id: '../../x', agent_type: '../..' }],
  ['calls that are no list', { tool_calls: { length: 1e9 } }],
  [
    'a million calls',
    { tool_calls: Array.from({ length: 20_000 }, () => ({ tool_name: 'Bash', tool_input: { command: 'x' } })) },
  ],
];

/** Every broken event, for every event and agent that it could be sent as. */
export function listHostileEvents(cwd: string): HostileEvent[] {
  const usual = {
    session_id: 's',
    cwd,
    tool_name: 'Bash',
    tool_use_id: 'c',
    tool_input: { command: 'python3 load.py' },
    error: 'Exit code 1',
  };
  const places = EVENTS.flatMap((event, index) => ({ event, agent: AGENTS[index % AGENTS.length] ?? '' }));
  return places.flatMap((place) => [
    ...BROKEN.map(([about, stdin]) => ({ ...place, about, stdin })),
    ...FIELDS.map(([about, fields]) => ({ ...place, about, stdin: JSON.stringify({ ...usual, ...fields }) })),
  ]);
}
