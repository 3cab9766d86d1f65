import { namesOfTool } from '../../agents/mcp-name.ts';
import type { LessonMode } from '../../config/config.ts';
import { AT_ONCE, type Exchange, isImported, type Lesson, type Trigger } from '../../lessons/lesson.ts';
import { anchorsOf, anchorsOfWords, needsOf } from '../../lessons/triggers/anchors.ts';
import { type ParsedTrigger, readTrigger } from '../../lessons/triggers/compile.ts';
import type { Glob } from '../../lessons/triggers/glob.ts';
import { parseErrorPattern } from '../../lessons/triggers/match-error.ts';
import { modeOf } from '../../lessons/triggers/mode.ts';
import { isProven, lowestPrecision, type ReplayedTrigger } from '../../lessons/triggers/proven.ts';
import { isAnyWords, type TriggerRule } from '../../lessons/triggers/rule.ts';
import { hashText } from '../../shared/hash.ts';
import type { Tellable, Verified } from '../../verify/verified.ts';
import { warnedAgents } from '../context-files/audience.ts';
import { toFramedLine } from '../markdown-safe.ts';
import type { Keyed } from './encode.ts';
import { ANY_ERROR, errorKey, nameKey, toolKey, wordKey } from './keys.ts';

/** Facts about a lesson besides its text: known on this machine only, except for the cause. */
export interface OwnRecord {
  /** The result of this machine's own sessions for its trigger. */
  replayed?: ReplayedTrigger;
  /** The exchange of words that it recommends. */
  exchange?: Exchange;
  isContradicted?: boolean;
  /** The user's mode for it. */
  own?: LessonMode;
  /** The reason why the tool fails, for a saved fix; without secrets. */
  cause?: string;
}

/** Compiles a lesson for hooks, with the keys by which it is found. `text` is its guidance without secrets. */
export function compileLesson(
  lesson: Tellable<Lesson>,
  text: Verified,
  { replayed, exchange, isContradicted = false, own, cause = '' }: OwnRecord,
): Keyed {
  const { id, kind, guidance, confidence, trigger, scope } = lesson;
  const parsed = trigger && readTrigger(trigger);
  const error = trigger?.error === undefined ? undefined : parseErrorPattern(trigger.error);
  const agents = warnedAgents(lesson);
  const mayRewrite = own === 'rewrite' && replayed !== undefined && !isContradicted;
  const rewrite = mayRewrite && parsed && exchange ? findRewrite(exchange, trigger, parsed.rule, replayed) : undefined;
  // A trigger with an unreadable half never matches.
  const isUsable = parsed !== undefined && (trigger?.error === undefined || error !== undefined);
  return {
    lesson: {
      id,
      kind,
      text: toFramedLine(text),
      ...(cause === '' ? {} : { cause: toFramedLine(cause) }),
      ...(lesson.status === 'ready' || lesson.told === AT_ONCE ? {} : { isUnconfirmed: true }),
      hash: hashText(guidance),
      confidence,
      seen: isImported(lesson) ? 0 : lesson.occurrences,
      mode: modeOf(trigger),
      failed: trigger?.failed ?? 0,
      succeeded: trigger?.succeeded ?? 0,
      ...(isUsable ? compileTrigger(parsed, error) : {}),
      ...(scope.length > 0 ? { scope } : {}),
      ...(agents ? { agents } : {}),
      ...(replayed ? { replayed: { ...replayed, precision: Number(lowestPrecision(replayed).toFixed(3)) } } : {}),
      ...(exchange ? { exchange } : {}),
      ...(isContradicted ? { isContradicted } : {}),
      ...(own === undefined ? {} : { own }),
      ...(rewrite ? { rewrite } : {}),
    },
    keys: isUsable ? keysOf(parsed.rule, trigger, error) : [],
  };
}

function compileTrigger({ rule, conditions }: ParsedTrigger, error: Glob | undefined) {
  const needs = needsOf(rule);
  return {
    rule,
    ...(conditions.length > 0 ? { conditions } : {}),
    ...(needs.length > 0 ? { needs } : {}),
    ...(error ? { error } : {}),
  };
}

/** Returns the keys of a lesson: one about an error message is found by the error, all others by the call. */
function keysOf(rule: TriggerRule, trigger: Trigger | undefined, error: Glob | undefined): string[] {
  if (trigger && error)
    return (error.forms.length === 0 ? undefined : anchorsOfWords([error]))?.map(errorKey) ?? [ANY_ERROR];
  const anchors = anchorsOf(rule);
  if (anchors) return anchors.map(wordKey);
  switch (rule.tool) {
    case 'Bash':
      return [toolKey('shell')];
    case 'Edit':
      return [toolKey('edit')];
    case 'Search':
    case 'Pattern':
      return [toolKey('search')];
    case 'Tool':
      return isPlain(rule.name)
        ? rule.name.forms.flatMap(([name = '']) => namesOfTool(name).map(nameKey))
        : [toolKey('any')];
    default:
      return [toolKey('any')];
  }
}

/** Whether a name has no star: then it is looked up directly. */
function isPlain({ forms }: Glob): boolean {
  return forms.every((form) => form.length === 1 && !/\s/.test(form[0] ?? ''));
}

/**
 * Returns the exchange of a lesson that hooks may make by themselves: its trigger is exactly the wrong words, has proved itself
 * in the user's own sessions, and never matched a call that went well. Undefined if one of these does not hold.
 */
export function findRewrite(
  { wrong, right }: Exchange,
  trigger: Trigger,
  rule: TriggerRule,
  replayed: ReplayedTrigger,
): { from: string; to: string } | undefined {
  if (trigger.succeeded > 0 || !isProven(replayed)) return undefined;
  if (rule.tool !== 'Bash' || rule.or || trigger.when !== undefined || trigger.error !== undefined) return undefined;
  return startsWith(rule, wrong) ? { from: wrong, to: right } : undefined;
}

/** Whether the rule is these words followed by anything. */
function startsWith(rule: Extract<TriggerRule, { tool: 'Bash' }>, words: string): boolean {
  const last = rule.words.at(-1);
  const plain = rule.words.slice(0, -1);
  if (!last || !isAnyWords(last) || plain.some(({ forms }) => forms.length !== 1 || forms[0]?.length !== 1))
    return false;
  return plain.map(({ forms }) => forms[0]?.[0]).join(' ') === words;
}
