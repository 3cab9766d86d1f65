import { askMemory } from '../../../heal/ask-memory.ts';
import type { FailureCase, LearnedRule, Teacher, Teaching } from '../../failure-case.ts';
import { changedFiles } from './changed-files.ts';
import { ruleOfReport } from './own-words.ts';
import { ruleOfCause } from './rule-of-cause.ts';
import { ruleOfRecovery } from './rule-of-recovery.ts';
import { ruleOfTests } from './rule-of-tests.ts';

/** Where memories are that the teacher may ask. */
export interface MemoryRoots {
  /** The root of the project. */
  root: string;
  /** The folder of the user's own memory. */
  userRoot: string;
}

/**
 * The teacher that needs no model and no network. It knows what memory holds, what common errors mean, what tests say they expect and in
 * what a failed attempt differs from one that passed, and puts what a person said into the form of a rule. It says so where that is not enough: a rule that is made up is worse than none.
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

/** Tests that are gone let the rest pass. */
function ruleOfLostTests({ lostTests = 0 }: FailureCase): (Teaching & { rule: LearnedRule }) | undefined {
  if (lostTests === 0) return undefined;
  return {
    analysis: `${lostTests === 1 ? 'A test that ran' : `${lostTests} tests that ran`} before ${lostTests === 1 ? 'does' : 'do'} not run any more: a task is not done by that.`,
    rule: {
      rule: 'Leave the tests that there are as they are: change the code until they pass, and do not remove, rename or skip any of them.',
      when: 'Tests fail after a change.',
      why: 'Tests that do not run any more say nothing of the change, and do not count as passed.',
      category: 'testing',
    },
  };
}

function ofResults(failure: FailureCase): ({ analysis: string; rule: LearnedRule } | undefined)[] {
  return [ruleOfTests(failure), ruleOfCause(failure.errorLogs)];
}

/** A fix that memory knows for this very error. */
async function ruleOfMemory(
  failure: FailureCase,
  { root, userRoot }: MemoryRoots,
): Promise<(Teaching & { rule: LearnedRule }) | undefined> {
  const error = [failure.errorLogs, ...failure.failures.map(({ message }) => message)].join('\n').trim();
  if (error === '') return undefined;
  const { issues } = await askMemory({ error }, root, userRoot).catch(() => ({ issues: [] }));
  // A lesson that names no error fits every one.
  const issue = issues.find(({ pattern, confidence }) => pattern !== undefined && confidence !== 'low');
  if (!issue) return undefined;
  const files = changedFiles(failure.diff).slice(0, 3);
  return {
    analysis: `This is known as ${issue.id}: ${issue.rootCause || issue.fix}`,
    rule: {
      rule: [issue.fix, ...issue.commands.map((command) => `\`${command}\``)].join(' '),
      when:
        files.length > 0 ? `Working on ${files.map((file) => `\`${file}\``).join(', ')}.` : `\`${issue.tool}\` fails like this.`,
      why: issue.rootCause,
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
