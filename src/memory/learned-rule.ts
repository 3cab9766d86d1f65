import type { Lesson } from '../lessons/lesson.ts';
import { trimEndOf } from '../shared/trim-end.ts';

/** A rule in the format of learning loops. */
interface RuleText {
  /** The instruction. */
  rule: string;
  /** When it applies. */
  when?: string;
  /** The consequence of not following it. */
  why?: string;
  /** Its origin: `Learned on 2026-03-09 from test failure`. */
  source: string;
  /** Its topic, in a word. */
  category?: string;
}

const ORIGIN = /^learned on \d{4}-\d{2}-\d{2} from [a-z ]{1,40}(?: \(([\w -]{1,40})\))?/i;

/** Words the origin of a rule: `learned on 2026-03-09 from test failure (error-handling)`. */
export function ruleOrigin(day: string, kind: string, category?: string): string {
  const about = category
    ?.toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-');
  return `learned on ${day} from ${kind.replaceAll('_', ' ')}${about ? ` (${about.slice(0, 40)})` : ''}`;
}

/** Words the guidance of a rule: what to do, and when. */
export function ruleGuidance(rule: string, when: string): string {
  return when === '' ? rule : `${trimEndOf(rule, '.')}. When: ${when}`;
}

/** Returns the rule that a lesson contains, or undefined if no teacher derived the lesson from a failure. */
export function readRule({
  origin,
  guidance,
  pattern,
}: Pick<Lesson, 'origin' | 'guidance' | 'pattern'>): RuleText | undefined {
  const found = ORIGIN.exec(origin ?? '');
  if (!found) return undefined;
  const at = guidance.lastIndexOf('. When: ');
  const category = found[1];
  return {
    rule: at < 0 ? guidance : guidance.slice(0, at),
    ...(at < 0 ? {} : { when: guidance.slice(at + '. When: '.length) }),
    ...(pattern === '' ? {} : { why: pattern }),
    source: found[0].replace(/ \([^)]*\)$/, '').replace(/^l/, 'L'),
    ...(category === undefined ? {} : { category }),
  };
}
