import type { ShellCommand } from '../../shell/index.ts';

/** Returns the address of a request without its query: `repos/ada/lantern/pulls/4`. */
export function addressOf(command: ShellCommand): string | undefined {
  if (command.name === 'gh' && command.subcommand === 'api') return clean(command.operands[0]);
  if (command.name !== 'curl') return undefined;
  return clean(command.operands.find((operand) => /^https?:\/\//.test(operand)));
}

/** Returns the address without its owner, repository and numbers, as the API documents it. Undefined if it has no fixed words. */
export function templateOf(address: string): string | undefined {
  const parts = address.split('/').filter((part) => part !== '');
  const named = parts.map((part, index) => {
    if (/^\d+$/.test(part)) return '{number}';
    if (parts[0] === 'repos' && index === 1) return '{owner}';
    if (parts[0] === 'repos' && index === 2) return '{repo}';
    return /^[0-9a-f]{7,40}$|[$:{}]|[0-9a-f]{8}-[0-9a-f]{4}/.test(part) ? '{id}' : part;
  });
  const isPlain = named.every((part) => /^(?:\{\w+\}|[\w.-]{1,40})$/.test(part));
  return isPlain && named.length > 1 && named.length <= 12 ? named.join('/') : undefined;
}

/** Returns the method, as requested or implied by a body. */
export function methodOf(command: ShellCommand): string {
  const asked = command.arguments.find(
    ({ text }) => text === '-X' || text === '--method' || text === '--request',
  )?.value;
  if (asked !== undefined) return asked.toUpperCase();
  return command.flags.some((flag) => /^(?:-f|-F|--field|--raw-field|--input|-d|--data.*|--json)$/.test(flag))
    ? 'POST'
    : 'GET';
}

/** Returns the names of the fields that a request sends. */
export function bodyFieldsOf(command: ShellCommand): string[] {
  return command.arguments
    .filter(({ text }) => /^(?:-f|-F|--field|--raw-field)$/.test(text))
    .flatMap(({ value }) => /^([a-z_]{2,30})=/.exec(value ?? '')?.[1] ?? [])
    .slice(0, 4);
}

/** Returns the numbers that identify a thing: a pull request, a comment, a run. */
export function numbersOf(command: ShellCommand): string[] {
  return command.args.flatMap((arg) => arg.match(/(?<![\w.])\d{2,}(?![\w.])/g) ?? []);
}

function clean(address: string | undefined): string | undefined {
  return address
    ?.replace(/[?#].*$/, '')
    .replace(/^\//, '')
    .replace(/\/+$/, '')
    .replace(/^https?:\/\/api\.github\.com\//, '');
}
