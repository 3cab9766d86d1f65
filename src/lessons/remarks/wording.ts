import type { LessonWords } from '../lesson-words.ts';
import {
  code,
  countSessions,
  fixed,
  quotable,
  quotablePath,
  quote,
  quoteWords,
  type Sentence,
  say,
  times,
} from '../quotable.ts';
import { commandRule } from '../wording/rules.ts';
import type { Remark, RemarkGroup } from './remark.ts';

/** Remarks as a worded lesson. */
export interface WordedRemarks {
  group: RemarkGroup;
  draft: LessonWords;
  /** Whether it was said often enough to be delivered. */
  isReady: boolean;
}

/** Puts remarks of people into words; undefined if it was said too rarely to be a rule. */
export function wordRemarks(group: RemarkGroup): WordedRemarks | undefined {
  const words = wordings[group.kind](group);
  return words && { group, ...words };
}

type Words = Omit<WordedRemarks, 'group'> | undefined;

const wordings: Readonly<Record<Remark['kind'], (group: RemarkGroup) => Words>> = {
  rule: wordRule,
  wish: wordWish,
  check: wordCheck,
  reminder: wordReminder,
  swap: wordSwap,
};

/**
 * Words a rule in the person's own words, marked as theirs. If said in one session only, it waits for review, unless it was said
 * outright.
 */
function wordRule({ remarks, sessions, messages }: RemarkGroup): Words {
  const isReady = sessions >= 2 || remarks.some(({ isOutright }) => isOutright);
  if (!isReady && !remarks.some(({ isGeneral }) => isGeneral)) return undefined;
  // The shortest version omits what was special about the day; of equal ones the newest is used.
  const quotes = remarks.toReversed().flatMap((remark) => quoteWords(remark.said) ?? []);
  const [said] = quotes.sort((a, b) => a.length - b.length);
  if (said === undefined) return undefined;
  const where = sessions >= 2 ? say` in ${sessions} sessions` : '';
  const [wrong] = remarks.toReversed().flatMap((remark) => quotable(remark.wrong, 80) ?? []);
  return {
    isReady,
    draft: {
      kind: 'preference',
      reach: 'user',
      title: say`The user wants: ${said}`,
      guidance: say`The user said${where}${wrong ? say` after ${code(wrong)}` : ''}: ${said}.`,
      ...(wrong ? { against: [wrong] } : {}),
      pattern: say`Said ${times(messages)} in ${countSessions(sessions)}.`,
      scope: [],
      ...(wrong ? { rule: commandRule(wrong) } : {}),
    },
  };
}

function wordWish({ key, remarks, sessions, messages }: RemarkGroup): Words {
  const text = wishes[key];
  // A request made once or twice belongs to the task, unless a call was refused for it.
  const isReady = sessions >= 2 && messages >= 3;
  if (!text || (messages < 3 && !remarks.some(({ isRefusal, isGeneral }) => isRefusal || isGeneral))) return undefined;
  const pattern = say`Asked for ${times(messages)} in ${countSessions(sessions)}.`;
  return { isReady, draft: { kind: 'preference', reach: 'user', ...text, pattern, scope: [] } };
}

const wishes: Readonly<Record<string, { title: Sentence; guidance: Sentence }>> = {
  'read-whole': {
    title: fixed('Read the files that the user names in full'),
    guidance: fixed(
      'Read the files that the user names in full before changing them, not in slices: the user keeps asking for it.',
    ),
  },
  'commit-when-asked': {
    title: fixed('Commit only when the user asks for it'),
    guidance: fixed(
      'Do not commit unless the user asks for it: show what changed and the results of the checks, and stop there.',
    ),
  },
  'push-when-asked': {
    title: fixed('Push only when the user asks for it'),
    guidance: fixed('Do not push unless the user asks for it.'),
  },
};

function wordCheck({ key, sessions, messages }: RemarkGroup): Words {
  const command = quotable(key, 60);
  // Two sessions may be one piece of work.
  if (!command || sessions < 3) return undefined;
  return {
    isReady: true,
    draft: {
      kind: 'preference',
      reach: 'user',
      title: say`Run ${code(command)} after a change`,
      guidance: say`Run ${code(command)} before you report a change as done: the user asked for it in ${sessions} sessions.`,
      pattern: say`Asked for ${times(messages)} in ${sessions} sessions, and then run.`,
      scope: [],
    },
  };
}

function wordReminder({ key, sessions, messages }: RemarkGroup): Words {
  const path = quotablePath(key, 120);
  if (!path || sessions < 2) return undefined;
  return {
    isReady: true,
    draft: {
      kind: 'preference',
      reach: 'user',
      title: say`Keep ${code(path)} in step with changes`,
      guidance: say`Check whether ${code(path)} has to change, too, before you report a change as done: the user had to ask for it in ${sessions} sessions.`,
      pattern: say`The user asked for it ${times(messages)}.`,
      scope: [path],
    },
  };
}

function wordSwap({ key, sessions, messages }: RemarkGroup): Words {
  const [wrong, right] = key.split('\n').map((text) => quotable(text, 60));
  if (!wrong || !right) return undefined;
  return {
    isReady: sessions >= 2,
    draft: {
      kind: 'preference',
      reach: 'user',
      against: [wrong],
      title: say`Use ${code(right)}, not ${code(wrong)}`,
      guidance: say`Run ${code(right)} instead of ${code(wrong)}: the user asked for it${sessions > 1 ? say` in ${sessions} sessions` : ''}.`,
      pattern: say`The user corrected it ${times(messages)}.`,
      scope: [],
      rule: quote`Bash(${wrong} *)`,
    },
  };
}
