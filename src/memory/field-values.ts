import { createHash } from 'node:crypto';
import { type Evidence, evidenceKey, type Trigger } from '../lessons/lesson.ts';
import { parseTrigger, printTrigger, type TriggerText } from '../lessons/triggers/trigger-text.ts';

/**
 * The maximum number of evidence pointers that are written; the rest is in the session logs, and the count says how many there
 * were.
 */
const EVIDENCE_KEPT = 20;

/**
 * Fits a text into one line of the file. It may come from a session, so it must not start a heading, a field or a comment, nor
 * hide letters: line breaks become spaces, control and invisible characters are removed, and comment marks are written out.
 */
export function encodeText(text: string): string {
  return text
    .replace(/\s/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .replaceAll('<!--', '&lt;!--')
    .replaceAll('-->', '--&gt;')
    .trim();
}

/** Writes paths and globs separated by commas; one that contains a comma is put in backticks. */
export function encodeScope(scope: readonly string[]): string {
  const items = scope.map((item) => encodeText(item.replaceAll('`', ''))).filter((item) => item !== '');
  if (items.length === 0) return '(everywhere)';
  return items.map((item) => (needsTicks(item) ? `\`${item}\`` : item)).join(', ');
}

/** Reads a scope; a remark in round brackets is not a part of it. */
export function decodeScope(value: string): string[] {
  return splitScope(value)
    .filter((item) => !isRemark(item))
    .map((item) => item.replaceAll('`', '').trim())
    .filter((item) => item !== '');
}

/** Writes `Bash(python3 *) when cwd is web [failed 5, succeeded 1]`, with `, error "…"` if one is known. */
export function encodeTrigger(trigger: Trigger): string {
  const error = trigger.error === undefined ? '' : `, error ${quote(trigger.error)}`;
  return `${encodeCondition(trigger)} [failed ${trigger.failed}, succeeded ${trigger.succeeded}${error}]`;
}

/** Reads a trigger; a bare rule, as a person would write it, has no counts yet. */
export function decodeTrigger(value: string): Trigger | undefined {
  if (value === '') return undefined;
  const [whole, failed, succeeded, error] =
    /\s\[failed (\d{1,9}), succeeded (\d{1,9})(?:, error ("(?:[^"\\]|\\.)*"))?\]$/.exec(value) ?? [];
  const condition = decodeCondition(whole === undefined ? value : value.slice(0, -whole.length));
  const trigger: Trigger = { ...condition, failed: Number(failed ?? 0), succeeded: Number(succeeded ?? 0) };
  const text = error === undefined ? undefined : unquote(error);
  return text === undefined ? trigger : { ...trigger, error: text };
}

/** Writes a condition as people do, or in quotes if it could not be read back. */
function encodeCondition({ rule, when }: TriggerText): string {
  const plain = printTrigger(when === undefined ? { rule } : { rule, when });
  const back = isPlain(plain) ? decodeCondition(plain) : undefined;
  if (back?.rule === rule && back.when === when) return plain;
  return when === undefined ? quote(rule) : `${quote(rule)} when ${quote(when)}`;
}

function decodeCondition(text: string): TriggerText {
  const [, quoted, condition] = /^("(?:[^"\\]|\\.)*")(?: when ("(?:[^"\\]|\\.)*"))?$/.exec(text) ?? [];
  const rule = quoted === undefined ? undefined : unquote(quoted);
  const when = condition === undefined ? undefined : unquote(condition);
  if (rule !== undefined) return when === undefined ? { rule } : { rule, when };
  return parseTrigger(text) ?? { rule: text };
}

/**
 * Writes a count, then `agent/session#call>fix@time` on one line each, with `!message` for a person's words: the newest ones, the
 * oldest first, so that a new one adds a line at the end.
 */
export function encodeEvidence(evidence: readonly Evidence[], occurrences: number): string {
  const kept = newestEvidence(evidence);
  const all = Math.max(occurrences, evidence.length);
  const noun = kept.length > 0 && kept.every(({ call }) => call === undefined) ? 'message' : 'call';
  const head =
    all > kept.length ? `the newest ${kept.length} of ${all} ${noun}s` : `${all} ${noun}${all === 1 ? '' : 's'}`;
  return [head, ...kept.map(encodePointer)].join('\n');
}

/** Reads the pointers; anything else in the value is skipped. */
export function decodeEvidence(value: string): Evidence[] {
  return value.split(/[\s,]+/).flatMap((word) => decodePointer(word) ?? []);
}

/** Returns the newest evidence, the oldest first. */
function newestEvidence(evidence: readonly Evidence[]): Evidence[] {
  const order = (a: Evidence, b: Evidence) =>
    compare(a.at, b.at) || compare(a.session, b.session) || compare(evidenceKey(a), evidenceKey(b));
  return [...evidence].sort(order).slice(-EVIDENCE_KEPT);
}

/** Returns a short hash by which a later run sees whether a value was edited; it is not meant for security. */
export function hashValue(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 6);
}

/** Splits at commas, except within braces or backticks. */
function splitScope(value: string): string[] {
  const items: string[] = [];
  let start = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '`') at = Math.max(at, value.indexOf('`', at + 1));
    if (value[at] === '{') at = endOfBraces(value, at);
    if (value[at] !== ',') continue;
    items.push(value.slice(start, at));
    start = at + 1;
  }
  return [...items, value.slice(start)].map((item) => item.trim());
}

/** Returns the position where the brace at `start` is closed; `start` itself if it is not. */
function endOfBraces(value: string, start: number): number {
  let depth = 0;
  // No glob that a person wrote is longer, and in a file full of braces the search for each must not run to the end.
  for (let at = start; at < Math.min(value.length, start + 500); at++) {
    if (value[at] === '{') depth++;
    if (value[at] === '}' && --depth === 0) return at;
  }
  return start;
}

function needsTicks(item: string): boolean {
  return splitScope(item).length > 1 || isRemark(item) || item.split('{').length !== item.split('}').length;
}

function isRemark(item: string): boolean {
  return item.startsWith('(') && item.endsWith(')');
}

function encodePointer({ agent, session, call, message, fix, at }: Evidence): string {
  const source = `${call === undefined ? '' : encodePart(call)}${message === undefined ? '' : `!${encodePart(message)}`}`;
  const target = fix === undefined ? '' : `>${encodePart(fix)}`;
  return `${encodePart(agent)}/${encodePart(session)}#${source}${target}@${encodePart(at).replaceAll('%3A', ':').replaceAll('%2B', '+')}`;
}

function decodePointer(word: string): Evidence | undefined {
  const [, agent, session, call, message, fix, at] =
    /^([^/#>@]+)\/([^/#>@]+)#([^/#>@!]+)?(?:!([^/#>@!]+))?(?:>([^/#>@]+))?@([^/#>@]+)$/.exec(word) ?? [];
  if (agent === undefined || session === undefined || at === undefined || (call ?? message) === undefined)
    return undefined;
  try {
    return {
      agent: decodeURIComponent(agent),
      session: decodeURIComponent(session),
      ...(call === undefined ? {} : { call: decodeURIComponent(call) }),
      ...(message === undefined ? {} : { message: decodeURIComponent(message) }),
      ...(fix === undefined ? {} : { fix: decodeURIComponent(fix) }),
      at: decodeURIComponent(at),
    };
  } catch {
    return undefined;
  }
}

/** Percent-encodes the separators; a dash before `>` would end an HTML comment. */
function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Cs}/gu, ''))
    .replaceAll('!', '%21')
    .replace(/-$/, '%2D');
}

function isPlain(rule: string): boolean {
  return rule === encodeText(rule) && !rule.startsWith('"') && !/\s\[failed/.test(rule);
}

/** Returns JSON that contains nothing that a line of the file cannot hold. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]|[<>]/gu, (sign) =>
    sign === ' ' ? sign : escapeUnits(sign),
  );
}

function escapeUnits(sign: string): string {
  return sign
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

function unquote(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
