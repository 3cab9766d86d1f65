import { findShellCause } from '../../../failures/cause/find-cause.ts';
import type { FailureKind } from '../../../failures/failure.ts';
import { code, quotable } from '../../../lessons/draft.ts';
import type { LearnedRule } from '../../failure-case.ts';

type Sentence = (subject: string, suggestion: string | undefined) => { rule: string; why: string };

/** What a known cause teaches, in fixed sentences. A cause that needs no rule, or of which too little is known, is not here. */
const SENTENCES: Partial<Record<FailureKind, Sentence>> = {
  'module-missing': (module) => ({
    rule: `Do not import ${module} before it is declared as a dependency of this project and installed: check its manifest first.`,
    why: `${module} is not installed here, so nothing that imports it can run.`,
  }),
  'file-missing': (path) => ({
    rule: `Look up ${path} before it is used: it is not there. List its folder, and use the path that exists.`,
    why: `${path} does not exist, and what reads it fails.`,
  }),
  'command-not-found': (program) => ({
    rule: `Do not call ${program}: check with ${code('command -v')} that a program is installed, and use what the project's scripts use.`,
    why: `${program} is not installed here.`,
  }),
  'script-missing': (script, suggestion) => ({
    rule: `There is no script ${script}: ${suggestion ? `use ${suggestion}` : 'read the scripts of the manifest first'}.`,
    why: `The script ${script} does not exist in this project.`,
  }),
  'bad-flag': (flag, suggestion) => ({
    rule: `Do not use the option ${flag}: ${suggestion ? `use ${suggestion}` : 'read the help of the installed version first'}.`,
    why: `The installed version does not know ${flag}.`,
  }),
  'bad-subcommand': (word, suggestion) => ({
    rule: `There is no command ${word}: ${suggestion ? `use ${suggestion}` : 'read the help of the installed version first'}.`,
    why: `The installed version does not know ${word}.`,
  }),
  'port-in-use': (port) => ({
    rule: `Do not use the fixed port ${port} in tests: ask for port 0, and read the one that was given.`,
    why: `${port} may be taken by something else.`,
  }),
};

/** A rule from the error that logs end with, where its cause is known and names something. */
export function ruleOfCause(errorLogs: string): { analysis: string; rule: LearnedRule } | undefined {
  const cause = findShellCause(errorLogs);
  const sentence = cause && SENTENCES[cause.rule.kind];
  const subject = quotable(cause?.subject, 120);
  if (!cause || !sentence || subject === undefined) return undefined;
  const suggestion = quotable(cause.suggestion, 80);
  const { rule, why } = sentence(code(subject), suggestion === undefined ? undefined : code(suggestion));
  return {
    analysis: why,
    rule: { rule, when: 'Writing or running code that needs it.', why, category: cause.rule.kind },
  };
}
