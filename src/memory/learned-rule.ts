import type { Lesson } from '../lessons/lesson.ts';
import { trimEndOf } from '../shared/trim-end.ts';

/** A rule as learning loops write it. */
export interface RuleText {
  /** What to do. */
  rule: string;
  /** Where it applies. */
  when?: string;
  /** What goes wrong otherwise. */
  why?: string;
  /** Where it comes from: `Learned on 2026-03-09 from test failure`. */
  source: string;
  /** What it is about, in a word. */
  category?: string;
}

const ORIGIN = /^learned on \d{4}-\d{2}-\d{2} from [a-z ]{1,40}(?: \(([\w -]{1,40})\))?/i;

/** What the origin of a rule says: `learned on 2026-03-09 from test failure (error-handling)`. */
export function ruleOrigin(day: string, kind: string, category?: string): string {
  const about = category
    ?.toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-');
  return `learned on ${day} from ${kind.replaceAll('_', ' ')}${about ? ` (${about.slice(0, 40)})` : ''}`;
}

/** What a lesson says as a rule: what to do, and where. */
export function ruleGuidance(rule: string, when: string): string {
  return when === '' ? rule : `${trimEndOf(rule, '.')}. When: ${when}`;
}

/** The rule that a lesson is, or nothing where no teacher made it of a failure. */
export function readRule({ origin, guidance, pattern }: Pick<Lesson, 'origin' | 'guidance' | 'pattern'>): RuleText | undefined {
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
