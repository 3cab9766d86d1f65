import { createHash } from 'node:crypto';
import { refuseAdvice } from '../lessons/guard/refuse-advice.ts';
import type { Lesson, LessonKind, Reach } from '../lessons/lesson.ts';
import { readTrigger } from '../lessons/triggers/compile.ts';
import { cleanPrivate, type OwnMachine } from '../lifecycle/sharing/private-text.ts';
import { LESSON_KINDS } from '../memory/lesson-kinds.ts';

/** The part of a lesson that others are told: no counts, no calls, nothing of a machine. */
export interface TeamWords {
  kind: LessonKind;
  title: string;
  guidance: string;
  scope: string[];
  reach: Extract<Reach, 'project' | 'general' | 'machine'>;
  trigger?: { rule: string; when?: string };
}

/** Why words are not sent, or not accepted: the end of a sentence that begins with "it". */
export type RefusedWords = { refused: string };

/** Prints words in one way, so that two machines that say the same send the same. */
export function printWords({ kind, title, guidance, scope, reach, trigger }: TeamWords): { id: string; text: string } {
  const text = JSON.stringify({
    kind,
    title,
    guidance,
    scope: [...scope].sort(),
    reach,
    ...(trigger ? { trigger: { rule: trigger.rule, ...(trigger.when === undefined ? {} : { when: trigger.when }) } } : {}),
  });
  return { id: hashWords(text), text };
}

function hashWords(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Returns the words of a lesson that may leave this machine, or why they may not. */
export async function wordsToSend(
  lesson: Pick<Lesson, 'kind' | 'title' | 'guidance' | 'scope' | 'reach' | 'trigger'>,
  machine: OwnMachine & { user: string },
): Promise<TeamWords | RefusedWords> {
  const { kind, title, guidance, scope, reach, trigger } = lesson;
  if (reach === 'user' || kind === 'preference') return { refused: 'is a preference of one person' };
  // A trigger that needs the error would match too much without it.
  const rule = trigger?.error === undefined ? trigger : undefined;
  const words: TeamWords = {
    kind,
    title: withoutCounts(title),
    guidance: withoutCounts(guidance),
    scope: [...scope],
    reach,
    ...(rule ? { trigger: { rule: rule.rule, ...(rule.when === undefined ? {} : { when: rule.when }) } } : {}),
  };
  const texts = textsOf(words);
  if (texts.some((text) => text.includes('[redacted'))) return { refused: 'contains a secret or a private name' };
  for (const text of texts) {
    const [found] = (await cleanPrivate(text, machine)).lines;
    if (found) return { refused: `contains a ${found.kinds.join(' and a ')}` };
  }
  if (isName(machine.user) && texts.some((text) => mentions(text, machine.user))) return { refused: 'contains your user name' };
  return checkForm(words) ?? words;
}

/**
 * Reads words that somebody in the team sent. They are as trustworthy as the text of a session: they must have the form of a lesson,
 * recommend nothing dangerous, and contain nothing that a lesson of this program never contains.
 */
export async function acceptWords(id: string, text: string): Promise<TeamWords | RefusedWords> {
  if (hashWords(text) !== id) return { refused: 'is not what it was sent as' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refused: 'is no lesson' };
  }
  const words = readWords(value);
  if (!words) return { refused: 'is no lesson' };
  const wrong = checkForm(words);
  if (wrong) return wrong;
  const danger = refuseAdvice(words.guidance) ?? refuseAdvice(words.title);
  if (danger) return { refused: danger.reason };
  for (const each of textsOf(words)) {
    // No folder of this machine is meant: every home folder and every address is private.
    const [found] = (await cleanPrivate(each, { checkouts: [], home: '', hasFolder: () => false })).lines;
    if (found) return { refused: `contains a ${found.kinds.join(' and a ')}` };
  }
  return words;
}

function textsOf({ title, guidance, scope, trigger }: TeamWords): string[] {
  return [title, guidance, ...scope, ...(trigger ? [trigger.rule, trigger.when ?? ''] : [])];
}

function readWords(value: unknown): TeamWords | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, title, guidance, scope, reach, trigger } = value as Record<string, unknown>;
  const known = LESSON_KINDS.find((each) => each === kind);
  if (known === undefined || known === 'preference') return undefined;
  if (typeof title !== 'string' || typeof guidance !== 'string' || title === '' || guidance === '') return undefined;
  if (!Array.isArray(scope) || scope.length > 50 || !scope.every((path) => typeof path === 'string')) return undefined;
  if (reach !== 'project' && reach !== 'general' && reach !== 'machine') return undefined;
  const words: TeamWords = { kind: known, title, guidance, scope: scope as string[], reach };
  if (trigger === undefined) return words;
  if (typeof trigger !== 'object' || trigger === null) return undefined;
  const { rule, when } = trigger as Record<string, unknown>;
  if (typeof rule !== 'string' || (when !== undefined && typeof when !== 'string')) return undefined;
  return { ...words, trigger: { rule, ...(when === undefined ? {} : { when }) } };
}

/** Says what no lesson of ours looks like. The limits are well above the longest that mining words. */
function checkForm({ title, guidance, scope, trigger, ...rest }: TeamWords): RefusedWords | undefined {
  const all = textsOf({ title, guidance, scope, ...rest, ...(trigger ? { trigger } : {}) });
  if (title.length > 200 || guidance.length > 1_500 || all.some((text) => text.length > 2_000)) return { refused: 'is too long' };
  // Line breaks, control characters, invisible characters and those that change the direction of writing.
  if (all.some((text) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text))) return { refused: 'contains characters that nobody sees' };
  if (all.some((text) => /<!--|-->|```|<\/?[a-z][^>]*>.*<\/[a-z]/i.test(text))) return { refused: 'contains markup' };
  if (scope.some((path) => /^(?:[/\\~]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)))
    return { refused: 'is about files outside the project' };
  if (trigger && !readTrigger(trigger)) return { refused: 'has a trigger that cannot be read' };
  return undefined;
}

/** Removes counts such as `(15 of 18)`: they differ between machines that otherwise say the same. */
function withoutCounts(text: string): string {
  return text.replace(/ \(\d+ of \d+\)/g, '');
}

/** A login that is no name of a person tells nothing. */
function isName(user: string): boolean {
  return user.length >= 3 && !['root', 'user', 'admin', 'runner', 'ubuntu', 'node', 'dev', 'test', 'app', 'git'].includes(user);
}

function mentions(text: string, user: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .includes(user.toLowerCase());
}
