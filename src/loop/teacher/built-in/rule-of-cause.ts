import { findShellCause } from '../../../failures/cause/find-cause.ts';
import { code, fixed, quotable, quotablePath, type Sentence, say } from '../../../lessons/quotable.ts';
import type { FailureKind } from '../../../programs/cause-rule.ts';
import type { WordedRule, WordedTeaching } from './worded-rule.ts';

type Telling = (subject: Sentence, suggestion: Sentence | undefined) => Pick<WordedRule, 'rule' | 'why'>;

/** The rules for known causes, in fixed sentences. Causes that need no rule, or about which too little is known, are missing. */
const SENTENCES: Partial<Record<FailureKind, Telling>> = {
  'module-missing': (module) => ({
    rule: say`Do not import ${module} before it is declared as a dependency of this project and installed: check its manifest first.`,
    why: say`${module} is not installed here, so nothing that imports it can run.`,
  }),
  'file-missing': (path) => ({
    rule: say`Look up ${path} before it is used: it is not there. List its folder, and use the path that exists.`,
    why: say`${path} does not exist, and what reads it fails.`,
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
    rule: say`Do not use the fixed port ${port} in tests: ask for port 0, and read the one that was given.`,
    why: say`${port} may be taken by something else.`,
  }),
};

/** Derives a rule from the error at the end of logs, if its cause is known and names something. */
export function ruleOfCause(errorLogs: string): WordedTeaching | undefined {
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
