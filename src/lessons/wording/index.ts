import type { RelationName } from '../../failures/recovery/claim.ts';
import type { Wording } from '../lesson-words.ts';
import { wordArgumentRule } from './arguments.ts';
import {
  wordAutoFix,
  wordBuild,
  wordGateStage,
  wordImports,
  wordInstall,
  wordLintRules,
  wordOldFindings,
  wordRewritten,
  wordSecondRun,
  wordWhole,
} from './checks.ts';
import {
  wordDirectory,
  wordPrerequisite,
  wordRunner,
  wordScript,
  wordTimeout,
  wordTransient,
  wordValue,
  wordVariable,
} from './commands.ts';
import { wordHook, wordPermission } from './denials.ts';
import { wordFlag } from './flags.ts';
import { wordHabit } from './habits.ts';
import { wordRejection } from './people.ts';
import { wordEndpoint, wordMissingProgram, wordProgram, wordTooSoon } from './programs.ts';
import { wordSameError } from './recurring.ts';
import { wordRepository } from './repository.ts';
import { wordSearchScope } from './search-scope.ts';
import { wordSetting } from './settings.ts';
import { wordQuoting } from './shell-traps.ts';
import { wordArgument, wordLargeFile, wordSearchForm } from './tools.ts';

/** The wording of each relation; paths are worded separately, because wrong guesses are first joined into folders. */
export const wordings: Readonly<Record<Exclude<RelationName, 'other-path' | 'other-checkout'>, Wording>> = {
  'other-runner': wordRunner,
  'other-flag': wordFlag,
  'other-script': wordScript,
  'other-directory': wordDirectory,
  'other-value': wordValue,
  'other-argument': wordArgument,
  'argument-rule': wordArgumentRule,
  'other-program': wordProgram,
  'missing-program': wordMissingProgram,
  'other-endpoint': wordEndpoint,
  'too-soon': wordTooSoon,
  'other-quoting': wordQuoting,
  'environment-variable': wordVariable,
  prerequisite: wordPrerequisite,
  transient: wordTransient,
  'longer-timeout': wordTimeout,
  'call-setting': wordSetting,
  'auto-fix': wordAutoFix,
  'gate-stage': wordGateStage,
  'second-run': wordSecondRun,
  'rewritten-file': wordRewritten,
  'missing-install': wordInstall,
  'stale-build': wordBuild,
  'whole-package': wordWhole,
  'lint-rule': wordLintRules,
  'import-slip': wordImports,
  'old-findings': wordOldFindings,
  'smaller-read': wordLargeFile,
  'tool-habit': wordHabit,
  'hook-rule': wordHook,
  'permission-rule': wordPermission,
  'user-rejection': wordRejection,
  'repository-rule': wordRepository,
  'search-form': wordSearchForm,
  'search-scope': wordSearchScope,
  'same-error': wordSameError,
};
