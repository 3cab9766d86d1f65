import { toPlainLine } from '../../../delivery/markdown-safe.ts';
import { askMemory } from '../../../heal/ask-memory.ts';
import { code, codeOr, fixed, joinSentences, listWords, nameLesson, quotable, say } from '../../../lessons/quotable.ts';
import type { FailureCase, Teacher } from '../../failure-case.ts';
import { changedFiles } from './changed-files.ts';
import { ruleOfReport } from './own-words.ts';
import { ruleOfCause } from './rule-of-cause.ts';
import { ruleOfRecovery } from './rule-of-recovery.ts';
import { ruleOfTests } from './rule-of-tests.ts';
import type { WordedTeaching } from './worded-rule.ts';

/** The memories that the teacher may ask. */
export interface MemoryRoots {
  /** The root of the project. */
  root: string;
  /** The folder of the user's own memory. */
  userRoot: string;
}

/**
 * Creates the teacher that needs no model and no network. It uses the memory, the meanings of common errors, the expectations of
 * tests and the differences between a failed attempt and one that passed, and turns a person's words into a rule. If that is not
 * enough it says so, because an invented rule is worse than none.
 */
export function builtInTeacher(roots?: MemoryRoots): Teacher {
  return {
    name: 'builtin',
    leavesMachine: false,
    async teach(failure) {
      if (failure.recovery) return ruleOfRecovery(failure) ?? { analysis: TOO_DIFFERENT };
      const known = roots ? await ruleOfMemory(failure, roots) : undefined;
      const ideas =
        failure.type === 'test_failure'
          ? [ruleOfLostTests(failure), known, ...ofResults(failure), ruleOfReport(failure)]
          : [ruleOfReport(failure), known, ...ofResults(failure)];
      const tried = new Set((failure.tried ?? []).map(normalise));
      const fresh = ideas.find((idea) => idea && !tried.has(normalise(idea.rule.rule)));
      if (fresh) return fresh;
      return { analysis: ideas.some(Boolean) ? ALL_TRIED : reasonFor(failure) };
    },
  };
}

/** Words a rule about removed tests, which let the rest pass. */
function ruleOfLostTests({ lostTests = 0 }: FailureCase): WordedTeaching | undefined {
  if (lostTests === 0) return undefined;
  const isOne = lostTests === 1;
  return {
    analysis: say`${isOne ? 'A test that ran' : say`${lostTests} tests that ran`} before ${isOne ? 'does' : 'do'} not run any more: a task is not done by that.`,
    rule: {
      rule: fixed(
        'Leave the tests that there are as they are: change the code until they pass, and do not remove, rename or skip any of them.',
      ),
      when: fixed('Tests fail after a change.'),
      why: fixed('Tests that do not run any more say nothing of the change, and do not count as passed.'),
      category: 'testing',
    },
  };
}

function ofResults(failure: FailureCase): (WordedTeaching | undefined)[] {
  return [ruleOfTests(failure), ruleOfCause(failure.errorLogs)];
}

/** Returns a fix from memory for this very error. */
async function ruleOfMemory(failure: FailureCase, { root, userRoot }: MemoryRoots): Promise<WordedTeaching | undefined> {
  const error = [failure.errorLogs, ...failure.failures.map(({ message }) => message)].join('\n').trim();
  if (error === '') return undefined;
  const { issues } = await askMemory({ error }, root, userRoot).catch(() => ({ issues: [] }));
  // A lesson that names no error matches every error.
  const issue = issues.find(({ pattern, confidence }) => pattern !== undefined && confidence !== 'low');
  if (!issue) return undefined;
  const files = changedFiles(failure.diff).slice(0, 3);
  // People may have edited the memory: its words are put on one line that cannot break out of its place.
  const [fix, cause] = [toPlainLine(issue.fix), toPlainLine(issue.rootCause)];
  const commands = issue.commands.flatMap((command) => quotable(command) ?? []).map(code);
  return {
    analysis: say`This is known as ${nameLesson(issue)}: ${issue.rootCause === '' ? fix : cause}`,
    rule: {
      rule: joinSentences([say`${fix}`, ...commands], ' '),
      when:
        files.length > 0
          ? say`Working on ${listWords(files.map(code))}.`
          : say`${codeOr(quotable(issue.tool), 'The tool')} fails like this.`,
      why: say`${cause}`,
      category: 'known-issue',
    },
  };
}

const TOO_DIFFERENT =
  'The attempt that passed differs from the one that failed in more than the built-in teacher can put into a rule. A teacher that is a model may see more.';

const ALL_TRIED =
  'Every rule that the built-in teacher can find was tried already, and did not help. A teacher that is a model may see more.';

function reasonFor({ type, failures, errorLogs }: FailureCase): string {
  if (type !== 'test_failure')
    return 'The built-in teacher can only put into a rule what a person says: tell what should have been done (--context), or choose a teacher that is a model.';
  return failures.length === 0 && errorLogs.trim() === ''
    ? 'There is neither a failed test nor an error to learn from.'
    : 'The built-in teacher does not know this error, and the tests do not say what they expected in a form that it can read. A teacher that is a model may see more.';
}

function normalise(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
