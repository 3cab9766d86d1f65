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
  command: (text, id) => ({
    steps: [call(id, { tool: 'shell', command: `cat <<'END' > notes\n${text}\nEND` }, failing)],
  }),
  output: (text, id) => ({
    steps: [call(id, { tool: 'shell', command: 'make load' }, { how: 'exit', code: 2, prints: text })],
  }),
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
  path: (text, id) => ({ steps: [call(id, { tool: 'read', path: `/srv/harbour/${text}` }, { how: 'missing' })] }),
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
  glob: (text, id) => ({ steps: [call(id, { tool: 'search', pattern: 'x', glob: text }, { how: 'ok', prints: '' })] }),
  address: (text, id) => ({ steps: [call(id, { tool: 'web', url: `https://orchard.test/?q=${text}`, prompt: text })] }),
  argument: (text, id) => ({ steps: [named(id, { text })] }),
  'nested argument': (text, id) => ({ steps: [named(id, { request: { headers: [{ line: text }] } })] }),
  refusal: (text, id) => ({
    steps: [call(id, { tool: 'shell', command: 'make clean' }, { how: 'rejected', words: text })],
  }),
  branch: (text) => ({ branch: text, steps: [{ user: 'Go on.' }] }),
  folder: (text, id) => ({ cwd: `/home/ada/harbour/${text}`, steps: [call(id, { tool: 'shell', command: 'ls' })] }),
  'tool name': (text, id) => ({ steps: [named(id, { text: 'x' }, `mcp__lantern__${text}`)] }),
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

/** As many secrets are told of in one session; a folder or a branch is that of one session. */
const TOGETHER = 40;

/** Sessions that tell of each of the secrets in each field. */
export function plantEverywhere(
  secrets: readonly PlantedSecret[],
  fields = Object.keys(FIELDS) as Field[],
): DescribedSession[] {
  return fields.flatMap((field) => {
    const told = secrets
      .flatMap((secret) => (NAMES.includes(field) ? formsOfName(secret) : [secret.text]))
      .map((text, index): ReturnType<Tell> => FIELDS[field](text, `${field} ${index}`));
    return pack(told).map((session, index) => {
      const [minute, hour] = [index % 60, Math.floor(index / 60) % 24].map((part) => String(part).padStart(2, '0'));
      return { start: `2026-03-09T${hour}:${minute}:00Z`, cwd: '/home/ada/harbour', branch: 'main', ...session };
    });
  });
}

/** The steps of several sessions in one, where that is all they tell. */
function pack(sessions: readonly ReturnType<Tell>[]): ReturnType<Tell>[] {
  const packed: ReturnType<Tell>[] = [];
  for (const session of sessions) {
    const last = packed.at(-1);
    const isAlike = last?.cwd === session.cwd && last?.branch === session.branch;
    if (last !== undefined && isAlike && last.steps.length < TOGETHER) last.steps.push(...session.steps);
    else packed.push({ ...session, steps: [...session.steps] });
  }
  return packed;
}

/** Writes those of the steps that an agent's log can tell of. */
export async function writePlanted(
  home: string,
  writer: LogWriter,
  sessions: readonly DescribedSession[],
): Promise<WrittenLogs> {
  const possible = sessions
    .map((session) => ({
      ...session,
      steps: session.steps.filter((step) => writer.lacks?.([{ ...session, steps: [step] }]) === undefined),
    }))
    .filter(({ steps }) => steps.length > 0);
  return writer.write(home, possible);
}

const NAMES: readonly Field[] = ['path', 'folder', 'glob', 'branch', 'tool name', 'address'];

/** A text as a name or an address, in every form in which it may arrive: as it was written, in one line, and as a path without empty parts. */
function formsOfName({ text, secret }: PlantedSecret): string[] {
  // A token that was broken in the middle is two words in one line, and no longer that token.
  const line = text.includes(secret) ? text.replace(/\s+/g, ' ') : text;
  return [...new Set([text, line, line.replace(/\/{2,}/g, '/')])];
}

/** A text without the folders that agents name after that of a project: the index must know where a log is. */
export function hideLogFolders(text: string): string {
  return text.replace(/home-ada-harbour-[^/\\]{1,400}/g, '');
}
