import { asNumber, asText, isJson, type Json } from '../shared/json-values.ts';
import type { LogFile, ReadPart, SessionFacts } from './agent.ts';
import type { Call, CallInput, Message, Outcome, ToolKind } from './call.ts';
import { endsInFailure } from './complaint.ts';
import { clip, excerpt, LIMITS } from './excerpt.ts';
import { answersWithFile } from './input.ts';
import { findRemotes } from './remotes.ts';

const TOOLS: readonly ToolKind[] = ['shell', 'read', 'edit', 'write', 'search', 'list', 'web', 'mcp', 'task', 'other'];
const OUTCOMES: readonly Outcome[] = ['ok', 'failed', 'rejected', 'blocked', 'cancelled', 'unknown'];

/** Validates the calls and messages of an adapter for the index; invalid ones are left out and reported. Long texts are cut. */
export function cleanPart(value: unknown, file: LogFile, report: (reason: string) => void): ReadPart {
  const part = isJson(value) ? value : {};
  const keep = <T>(list: unknown, clean: (item: Json) => T | string): T[] =>
    (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
      const cleaned = isJson(item) ? clean(item) : 'the adapter gave no object';
      if (typeof cleaned !== 'string') return [cleaned];
      report(cleaned);
      return [];
    });
  return {
    calls: keep(part.calls, (call) => cleanCall(call, file)),
    messages: keep(part.messages, (message) => cleanMessage(message, file)),
  };
}

/** Returns the facts of those sessions that have the members needed to find them, with the remotes that their calls show. */
export function cleanFacts(value: unknown, calls: readonly Call[]): SessionFacts[] {
  return (Array.isArray(value) ? value : []).filter(isJson).flatMap((facts) => {
    const session = asText(facts.session);
    if (session === undefined) return [];
    const [branches, cwds] = [texts(facts.branches), texts(facts.cwds)];
    const shown = calls.flatMap((call) => (call.session === session ? findRemotes(call, cwds[0]) : []));
    return {
      session,
      cwds,
      remotes: [...new Set([...texts(facts.remotes), ...shown])],
      branches: branches.length > 0 ? branches : undefined,
      ...pick(facts, ['branch', 'version', 'title'], asText),
      ...pick(facts, ['startedAt', 'endedAt'], asNumber),
    };
  });
}

function cleanCall(call: Json, file: LogFile): Call | string {
  const id = asText(call.id);
  const tool = TOOLS.find((kind) => kind === call.tool);
  const outcome = OUTCOMES.find((kind) => kind === call.outcome);
  const at = asNumber(call.at);
  if (id === undefined) return 'the adapter gave a call without an id';
  if (tool === undefined) return 'the adapter gave a call without a tool that is known';
  if (outcome === undefined) return 'the adapter gave a call without an outcome that is known';
  if (at === undefined) return 'the adapter gave a call without a time';
  const isFile = outcome === 'ok' && answersWithFile(tool);
  const output = typeof call.output === 'string' && !isFile ? call.output : '';
  const input = cleanInput(isJson(call.input) ? call.input : {});
  // A log that does not tell how a command ended may show it.
  const isUntold = outcome === 'unknown' && call.waiting === undefined && tool === 'shell';
  const source = isJson(call.source) ? asNumber(call.source.call) : undefined;
  const result = isJson(call.source) ? asNumber(call.source.result) : undefined;
  return {
    id,
    agent: file.agent,
    session: asText(call.session) ?? file.session,
    seq: asNumber(call.seq) ?? 0,
    tool,
    name: clip(asText(call.name) ?? tool, LIMITS.argument),
    input,
    outcome: isUntold && endsInFailure(input.command ?? '', output) ? 'failed' : outcome,
    output: excerpt(output),
    outputLength: isFile ? 0 : (asNumber(call.outputLength) ?? output.length),
    at,
    ...pick(call, ['exitCode', 'endedAt', 'fileLines'], asNumber),
    ...pick(call, ['thread', 'cwd', 'branch', 'turn', 'waiting'], asText),
    ...(asText(call.said) === undefined ? {} : { said: clip(String(call.said), LIMITS.message) }),
    ...(source === undefined ? {} : { source: { call: source, result } }),
  };
}

function cleanInput(input: Json): CallInput {
  const text = (limit: number) => (value: unknown) => {
    const known = asText(value);
    return known === undefined ? undefined : clip(known, limit);
  };
  const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
  const rest = isJson(input.rest)
    ? Object.entries(input.rest).filter((pair): pair is [string, Plain] => isPlain(pair[1]))
    : [];
  const short = rest.map(([key, value]): [string, Plain] => [
    key,
    typeof value === 'string' ? clip(value, LIMITS.argument) : value,
  ]);
  return {
    ...pick(input, ['command'], text(LIMITS.command)),
    ...pick(input, ['path', 'pattern', 'glob', 'url'], text(LIMITS.argument)),
    ...pick(input, ['oldText', 'newText'], text(LIMITS.edit)),
    ...pick(input, ['timeoutMs', 'offset', 'limit'], asNumber),
    ...pick(input, ['background', 'replaceAll'], flag),
    rest: short.length > 0 ? Object.fromEntries(short) : undefined,
  };
}

function cleanMessage(message: Json, file: LogFile): Message | string {
  const text = asText(message.text);
  const at = asNumber(message.at);
  if (text === undefined || at === undefined) return 'the adapter gave a message without a text or a time';
  return {
    session: asText(message.session) ?? file.session,
    seq: asNumber(message.seq) ?? 0,
    at,
    text: clip(text, LIMITS.message),
    ...pick(message, ['id'], asText),
  };
}

type Plain = string | number | boolean;

function isPlain(value: unknown): value is Plain {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '' && value !== false;
}

/** Returns those of the named members that have the right type. */
function pick<K extends string, V>(
  from: Json,
  names: readonly K[],
  read: (value: unknown) => V | undefined,
): { [key in K]?: V } {
  const picked: { [key in K]?: V } = {};
  for (const name of names) {
    const value = read(from[name]);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
