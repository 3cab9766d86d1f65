import type { ReadPart, SessionFacts } from '../agents/agent.ts';
import type { Call, CallInput } from '../agents/call.ts';
import { LIMITS, settleClip, settleExcerpt } from '../agents/excerpt.ts';
import { findSecretMembers, HIDDEN_MEMBER } from '../redaction/member.ts';
import type { Redacted, RedactedValue } from '../redaction/redacted.ts';
import { hashText } from '../shared/hash.ts';

/** Redacts texts and returns them in the same order. Called once for many texts, because each call has a cost. */
export interface Redact {
  (texts: readonly string[]): readonly Redacted[] | Promise<readonly Redacted[]>;
  /** Texts that are never redacted, however much they look like secrets. */
  allowed?: ReadonlySet<string>;
}

/**
 * Redacts every text of calls, messages and facts in place, and then cuts it to size. Readers cut with a margin before (see
 * `agents/excerpt.ts`), so no secret that could appear in the result was cut in half before the search for it.
 */
export async function redactPart<Part extends ReadPart>(
  part: Part,
  sessions: readonly SessionFacts[],
  redact: Redact,
): Promise<RedactedValue<Part>> {
  for (const { input } of part.calls) hideMembers(input, redact.allowed);
  const texts: string[] = [];
  visit(part, sessions, (text) => {
    texts.push(text);
    return text;
  });
  const labels = collectLabels(part, sessions);
  const ids = [...collectIds(part, sessions)];
  // Ids are hardly ever secrets, and no two are the same, so all of them are checked at once.
  const redacted = await redact([...texts, ...labels, ids.join('\n\n')]);
  if (redacted.length !== texts.length + labels.size + 1)
    throw new Error('redaction gave back another number of texts');
  // The second visit meets the same texts in the same order.
  let next = 0;
  visit(part, sessions, (_, settle) => settle(redacted[next++] ?? ''));
  const changed = new Map<string, string>();
  for (const label of labels) {
    const clean = redacted[next++] ?? '';
    if (clean !== label) changed.set(label, clean);
  }
  const named = findNamedIds(part, changed);
  if (changed.size > 0) changeLabels(part, sessions, (label) => changed.get(label) ?? label);
  if (redacted[next] !== ids.join('\n\n') || named.size > 0) await redactIds(part, sessions, ids, named, redact);
  return part as RedactedValue<Part>;
}

/** Hides members whose name reveals that they are secrets; the rules see no names. */
function hideMembers({ rest }: CallInput, allowed: ReadonlySet<string> | undefined): void {
  if (rest === undefined) return;
  for (const name of findSecretMembers(rest)) if (!allowed?.has(String(rest[name]))) rest[name] = HIDDEN_MEMBER;
}

type Visitor = (text: string, settle: (text: string) => string) => string;

function visit(part: ReadPart, sessions: readonly SessionFacts[], change: Visitor): void {
  for (const call of part.calls) visitCall(call, change);
  for (const message of part.messages)
    message.text = change(message.text, message.thread === undefined ? settleMessage : settleStatement);
  for (const facts of sessions) if (facts.title !== undefined) facts.title = change(facts.title, settleArgument);
}

function visitCall(call: Call, change: Visitor): void {
  visitInput(call.input, change);
  if (call.output !== '') call.output = change(call.output, settleExcerpt);
  if (call.said !== undefined) call.said = change(call.said, settleMessage);
}

function visitInput(input: CallInput, change: Visitor): void {
  if (input.command !== undefined) input.command = change(input.command, settleCommand);
  if (input.path !== undefined) input.path = change(input.path, settleArgument);
  if (input.pattern !== undefined) input.pattern = change(input.pattern, settleArgument);
  if (input.glob !== undefined) input.glob = change(input.glob, settleArgument);
  if (input.url !== undefined) input.url = change(input.url, settleArgument);
  if (input.oldText !== undefined) input.oldText = change(input.oldText, settleEdit);
  if (input.newText !== undefined) input.newText = change(input.newText, settleEdit);
  const { rest } = input;
  if (rest === undefined) return;
  for (const key in rest) {
    const value = rest[key];
    if (typeof value === 'string' && value !== HIDDEN_MEMBER) rest[key] = change(value, settleArgument);
  }
}

const settleCommand = (text: string): string => settleClip(text, LIMITS.command);
const settleArgument = (text: string): string => settleClip(text, LIMITS.argument);
const settleEdit = (text: string): string => settleClip(text, LIMITS.edit);
const settleMessage = (text: string): string => settleClip(text, LIMITS.message);
const settleStatement = (text: string): string => settleClip(text, LIMITS.statement);

/** Returns the names of tools and arguments, folders, branches, remotes: few, and repeated often. */
function collectLabels(part: ReadPart, sessions: readonly SessionFacts[]): Set<string> {
  const labels = new Set<string>();
  changeLabels(part, sessions, (label) => {
    labels.add(label);
    return label;
  });
  return labels;
}

function changeLabels(part: ReadPart, sessions: readonly SessionFacts[], change: (label: string) => string): void {
  for (const call of part.calls) {
    call.name = change(call.name);
    if (call.cwd !== undefined) call.cwd = change(call.cwd);
    if (call.branch !== undefined) call.branch = change(call.branch);
    const { rest } = call.input;
    for (const key in rest) renameMember(rest, key, change(key));
  }
  for (const facts of sessions) {
    facts.cwds = facts.cwds.map(change);
    facts.remotes = facts.remotes.map(change);
    if (facts.branches !== undefined) facts.branches = facts.branches.map(change);
    if (facts.branch !== undefined) facts.branch = change(facts.branch);
    if (facts.version !== undefined) facts.version = change(facts.version);
  }
}

function renameMember(members: NonNullable<CallInput['rest']>, from: string, to: string): void {
  const value = members[from];
  if (from === to || value === undefined) return;
  delete members[from];
  members[to] = value;
}

function collectIds(part: ReadPart, sessions: readonly SessionFacts[]): Set<string> {
  const ids = new Set<string>();
  changeIds(part, sessions, (id) => {
    ids.add(id);
    return id;
  });
  return ids;
}

/**
 * Finds ids that contain the name of a tool, as Gemini's do: the text after the name prevents the rules from recognising a secret
 * in it.
 */
function findNamedIds(part: ReadPart, changed: ReadonlyMap<string, string>): Map<string, string> {
  const named = new Map<string, string>();
  for (const { id, name } of part.calls) {
    const clean = changed.get(name);
    if (clean !== undefined && id.includes(name))
      named.set(
        id,
        id.replaceAll(name, () => clean),
      );
  }
  return named;
}

/**
 * Replaces an id that contains a secret, always by the same one, so that calls that share an id still do. The few characters of
 * its hash reveal nothing.
 */
async function redactIds(
  part: ReadPart,
  sessions: readonly SessionFacts[],
  ids: readonly string[],
  named: ReadonlyMap<string, string>,
  redact: Redact,
): Promise<void> {
  const clean = await redact(ids.map((id) => named.get(id) ?? id));
  const changed = new Map(
    ids.map((id, index) => [id, clean[index] ?? '']).filter(([id, text]) => id !== text) as [string, string][],
  );
  changeIds(part, sessions, (id) => {
    const text = changed.get(id);
    return text === undefined ? id : `${text}-${hashText(id).slice(0, 6)}`;
  });
}

function changeIds(part: ReadPart, sessions: readonly SessionFacts[], change: (id: string) => string): void {
  for (const call of part.calls) {
    call.id = change(call.id);
    call.session = change(call.session);
    if (call.thread !== undefined) call.thread = change(call.thread);
    if (call.turn !== undefined) call.turn = change(call.turn);
    if (call.waiting !== undefined) call.waiting = change(call.waiting);
  }
  for (const message of part.messages) {
    message.session = change(message.session);
    if (message.thread) message.thread = change(message.thread);
    if (message.id !== undefined) message.id = change(message.id);
  }
  for (const facts of sessions) facts.session = change(facts.session);
}
