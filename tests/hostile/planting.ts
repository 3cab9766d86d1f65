import type { CallStep, DescribedSession, Step } from '../support/described-session.ts';
import type { LogWriter, WrittenLogs } from '../support/log-writers/log-writer.ts';
import type { PlantedSecret } from './secrets.ts';

/** A place in a session where a text may stand. */
export type Field = keyof typeof FIELDS;

type Tell = (text: string, label: string) => Partial<DescribedSession> & { steps: Step[] };

const failing = { how: 'exit', code: 1, prints: 'sh: 1: cannot open it' } as const;
const fine = { how: 'ok', prints: 'done' } as const;
const call = (id: string, use: CallStep['use'], end: CallStep['end'] = fine): CallStep => ({ id, use, end });
const named = (id: string, input: Record<string, unknown>, name = 'mcp__lantern__query'): CallStep =>
  call(id, { tool: 'named', name, input });

/** Every field that a log has, with a text in it. */
const FIELDS = {
  message: (text) => ({ steps: [{ user: `Use this:\n${text}` }] }),
  saying: (text) => ({ steps: [{ says: text }] }),
  command: (text, id) => ({ steps: [call(id, { tool: 'shell', command: `cat <<'END' > notes\n${text}\nEND` }, failing)] }),
  output: (text, id) => ({ steps: [call(id, { tool: 'shell', command: 'make load' }, { how: 'exit', code: 2, prints: text })] }),
  'long output': (text, id) => ({
    steps: [
      call(
        id,
        { tool: 'shell', command: 'make all' },
        { how: 'exit', code: 2, prints: `${'work\n'.repeat(1_200)}${text}\n${'rest\n'.repeat(300)}` },
      ),
    ],
  }),
  error: (text, id) => ({ steps: [call(id, { tool: 'read', path: 'notes.txt' }, { how: 'error', text })] }),
  path: (text, id) => ({ steps: [call(id, { tool: 'read', path: `/srv/harbour/${oneLine(text)}` }, { how: 'missing' })] }),
  content: (text, id) => ({
    steps: [call(id, { tool: 'write', path: 'notes.txt', content: text }, { how: 'error', text: 'read-only' })],
  }),
  'old text': (text, id) => ({
    steps: [call(id, { tool: 'edit', path: 'a.ts', old: text, new: 'x' }, { how: 'error', text: 'not found' })],
  }),
  'new text': (text, id) => ({
    steps: [call(id, { tool: 'edit', path: 'a.ts', old: 'x', new: text }, { how: 'error', text: 'not found' })],
  }),
  pattern: (text, id) => ({ steps: [call(id, { tool: 'search', pattern: text }, { how: 'ok', prints: '' })] }),
  glob: (text, id) => ({ steps: [call(id, { tool: 'search', pattern: 'x', glob: oneLine(text) }, { how: 'ok', prints: '' })] }),
  address: (text, id) => ({ steps: [call(id, { tool: 'web', url: `https://orchard.test/?q=${oneLine(text)}`, prompt: text })] }),
  argument: (text, id) => ({ steps: [named(id, { text })] }),
  'nested argument': (text, id) => ({ steps: [named(id, { request: { headers: [{ line: text }] } })] }),
  refusal: (text, id) => ({ steps: [call(id, { tool: 'shell', command: 'make clean' }, { how: 'rejected', words: text })] }),
  branch: (text) => ({ branch: oneLine(text), steps: [{ user: 'Go on.' }] }),
  folder: (text, id) => ({ cwd: `/home/ada/harbour/${oneLine(text)}`, steps: [call(id, { tool: 'shell', command: 'ls' })] }),
  'tool name': (text, id) => ({ steps: [named(id, { text: 'x' }, `mcp__lantern__${oneLine(text)}`)] }),
} satisfies Record<string, Tell>;

/** The names of members that make any value of theirs a secret. */
const MEMBERS = [
  'password',
  'api_key',
  'token',
  'client_secret',
  'apiKey',
  'accessToken',
  'DB_PASSWORD',
  'passphrase',
  'secret',
  'private_key',
  'X-Api-Key',
  'auth_token',
  'dbPassword',
  'refresh_token',
  'secretAccessKey',
  'pwd',
] as const;

/** Arguments that are secrets by the name they are given to, in every shape: beside it, in a pair, in a form. */
export function plantMembers(value: (label: string) => string): Step[] {
  const steps = MEMBERS.map((member) => named(`member ${member}`, { user: 'ann', [member]: value(member) }));
  return [
    ...steps,
    named('nested member', { connection: { credentials: { password: value('nested') } } }),
    named('environment', { env: { GITHUB_TOKEN: value('environment') } }),
    named('headers', { headers: { 'X-Api-Key': value('headers') } }),
    named('list of pairs', { env: [{ name: 'DB_PASSWORD', value: value('list of pairs') }] }),
    named('pair', { name: 'DB_PASSWORD', value: value('pair') }),
    named('key and value', { key: 'api_key', value: value('key and value') }),
    named('form', { element: 'Password field', ref: 'e12', text: value('form') }),
    named('arguments', { args: ['login', '--password', value('arguments')] }),
  ];
}

/** One session for each field, with one of the secrets in it each; several of a field where there are more secrets than fields. */
export function plantEverywhere(secrets: readonly PlantedSecret[], fields = Object.keys(FIELDS) as Field[]): DescribedSession[] {
  return fields.flatMap((field) =>
    secrets
      .filter(({ text }) => fits(field, text))
      .map((secret, index) => {
        const told: ReturnType<Tell> = FIELDS[field](secret.text, `${field} ${index}`);
        const minute = String(index % 60).padStart(2, '0');
        const hour = String(Math.floor(index / 60) % 24).padStart(2, '0');
        return { start: `2026-03-09T${hour}:${minute}:00Z`, cwd: '/home/ada/harbour', branch: 'main', ...told };
      }),
  );
}

/** Writes those of the sessions that an agent's log can tell of. */
export async function writePlanted(home: string, writer: LogWriter, sessions: readonly DescribedSession[]): Promise<WrittenLogs> {
  const possible = sessions.filter((session) => writer.lacks?.([session]) === undefined);
  return writer.write(home, possible);
}

const NAMES: readonly Field[] = ['path', 'folder', 'glob', 'branch', 'tool name', 'address'];

/** Names and addresses have one line, and a path has no empty part: such a text would be another one there. */
function fits(field: Field, text: string): boolean {
  return !NAMES.includes(field) || !/\n|(?<!:)\/\//.test(text);
}

/** Blanks are one in a name. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
