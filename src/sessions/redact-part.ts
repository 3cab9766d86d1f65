import type { ReadPart, SessionFacts } from '../agents/agent.ts';
import type { Call, CallInput } from '../agents/call.ts';
import { LIMITS, settleClip, settleExcerpt } from '../agents/excerpt.ts';

/** Takes secrets out of texts and gives them back in the same order. Called once for many texts, as each call has its price. */
export type Redact = (texts: readonly string[]) => readonly string[] | Promise<readonly string[]>;

/**
 * Redacts every text of calls, messages and titles in place, and then cuts it to size. Readers cut with a margin before (see
 * `agents/excerpt.ts`), so no secret that could show in the end was cut in half before it was looked for.
 */
export async function redactPart(part: ReadPart, sessions: readonly SessionFacts[], redact: Redact): Promise<void> {
  const texts: string[] = [];
  visit(part, sessions, (text) => {
    texts.push(text);
    return text;
  });
  const redacted = await redact(texts);
  if (redacted.length !== texts.length) throw new Error('redaction gave back another number of texts');
  // The second visit meets the same texts in the same order.
  let next = 0;
  visit(part, sessions, (_, settle) => settle(redacted[next++] ?? ''));
}

type Visitor = (text: string, settle: (text: string) => string) => string;

function visit(part: ReadPart, sessions: readonly SessionFacts[], change: Visitor): void {
  for (const call of part.calls) visitCall(call, change);
  for (const message of part.messages) message.text = change(message.text, settleMessage);
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
    if (typeof value === 'string') rest[key] = change(value, settleArgument);
  }
}

const settleCommand = (text: string): string => settleClip(text, LIMITS.command);
const settleArgument = (text: string): string => settleClip(text, LIMITS.argument);
const settleEdit = (text: string): string => settleClip(text, LIMITS.edit);
const settleMessage = (text: string): string => settleClip(text, LIMITS.message);
