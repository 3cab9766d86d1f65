import type { Sentence } from '../../../lessons/quotable.ts';
import type { LearnedRule } from '../../failure-case.ts';

/** A rule in the fixed sentences of the built-in teacher. */
export interface WordedRule extends LearnedRule {
  rule: Sentence;
  when: Sentence;
  why: Sentence;
}

/** The built-in teacher's result for a failure if nobody said what should have been done. */
export interface WordedTeaching {
  analysis: Sentence;
  rule: WordedRule;
}
