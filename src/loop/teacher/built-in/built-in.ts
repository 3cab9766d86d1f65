import { toPlainLine } from '../../../delivery/markdown-safe.ts';
import { findShellCause } from '../../../failures/cause/find-cause.ts';
import { askMemory } from '../../../heal/ask-memory.ts';
import {
  code,
  codeOr,
  fixed,
  joinSentences,
  listWords,
  nameLesson,
  quotable,
  quotablePath,
  type Sentence,
  say,
} from '../../../lessons/quotable.ts';
import type { FailureKind } from '../../../programs/cause-rule.ts';
import type { FailureCase, Teacher } from '../../failure-case.ts';
import { changedFiles } from './changed-files.ts';
import { ruleOfReport } from './own-words.ts';
import { ruleOfRecovery } from './rule-of-recovery.ts';
import { ruleOfTests } from './rule-of-tests.ts';
import type { WordedRule, WordedTeaching } from './worded-rule.ts';

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
    analysis: say`${isOne ? 'A test that ran' : say`${lostTests} tests that ran`} before ${isOne ? 'does' : 'do'} not run any more: that does not complete a task.`,
    rule: {
      rule: fixed(
        'Leave the existing tests as they are: change the code until they pass, and do not remove, rename or skip any of them.',
      ),
      when: fixed('Tests fail after a change.'),
      why: fixed('Tests that no longer run say nothing about the change, and do not count as passed.'),
      category: 'testing',
    },
  };
}

function ofResults(failure: FailureCase): (WordedTeaching | undefined)[] {
  return [ruleOfTests(failure), ruleOfCause(failure.errorLogs)];
}

/** Returns a fix from memory for this very error. */
async function ruleOfMemory(
  failure: FailureCase,
  { root, userRoot }: MemoryRoots,
): Promise<WordedTeaching | undefined> {
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
  'The attempt that passed differs from the one that failed in more than the built-in teacher can put into a rule. A model as teacher may find more.';

const ALL_TRIED =
  'Every rule that the built-in teacher can find was tried already, and did not help. A model as teacher may find more.';

function reasonFor({ type, failures, errorLogs }: FailureCase): string {
  if (type !== 'test_failure')
    return 'The built-in teacher can only turn a person’s words into a rule: say what should have been done (--context), or choose a model as teacher.';
  return failures.length === 0 && errorLogs.trim() === ''
    ? 'There is neither a failed test nor an error to learn from.'
    : 'The built-in teacher does not know this error, and the tests do not say what they expected in a form that it can read. A model as teacher may find more.';
}

function normalise(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

type Telling = (subject: Sentence, suggestion: Sentence | undefined) => Pick<WordedRule, 'rule' | 'why'>;

/** The rules for known causes, in fixed sentences. Causes that need no rule, or about which too little is known, are missing. */
const SENTENCES: Partial<Record<FailureKind, Telling>> = {
  'module-missing': (module) => ({
    rule: say`Do not import ${module} before it is declared as a dependency of this project and installed: check its manifest first.`,
    why: say`${module} is not installed here, so nothing that imports it can run.`,
  }),
  'file-missing': (path) => ({
    rule: say`Do not use ${path}: it does not exist. List its folder, and use the path that does.`,
    why: say`${path} does not exist, so everything that reads it fails.`,
  }),
  'command-not-found': (program) => ({
    rule: say`Do not call ${program}: check with ${code('command -v')} that a program is installed, and use what the project's scripts use.`,
    why: say`${program} is not installed here.`,
  }),
  'script-missing': (script, suggestion) => ({
    rule: say`There is no script ${script}: ${suggestion ? say`use ${suggestion}` : 'read the scripts of the manifest first'}.`,
    why: say`The script ${script} does not exist in this project.`,
  }),
  'bad-flag': (flag, suggestion) => ({
    rule: say`Do not use the option ${flag}: ${suggestion ? say`use ${suggestion}` : 'read the help of the installed version first'}.`,
    why: say`The installed version does not know ${flag}.`,
  }),
  'bad-subcommand': (word, suggestion) => ({
    rule: say`There is no command ${word}: ${suggestion ? say`use ${suggestion}` : 'read the help of the installed version first'}.`,
    why: say`The installed version does not know ${word}.`,
  }),
  'port-in-use': (port) => ({
    rule: say`Do not use the fixed port ${port} in tests: ask for port 0, and use the port that is assigned.`,
    why: say`${port} may be taken by something else.`,
  }),
};

/** Derives a rule from the error at the end of logs, if its cause is known and names something. */
function ruleOfCause(errorLogs: string): WordedTeaching | undefined {
  const cause = findShellCause(errorLogs);
  const sentence = cause && SENTENCES[cause.rule.kind];
  const subject = quotablePath(cause?.subject, 120);
  if (!cause || !sentence || subject === undefined) return undefined;
  const suggestion = quotable(cause.suggestion, 80);
  const { rule, why } = sentence(code(subject), suggestion === undefined ? undefined : code(suggestion));
  return {
    analysis: why,
    rule: { rule, when: fixed('Writing or running code that needs it.'), why, category: cause.rule.kind },
  };
}
