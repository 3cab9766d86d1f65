import type { Claim } from './claim.ts';
import { findEmptySearches } from './empty-searches.ts';
import type { FailedStep, Relation } from './relation.ts';
import { argumentRule } from './relations/argument-rule.ts';
import { autoFix } from './relations/auto-fix.ts';
import { callSetting } from './relations/call-setting.ts';
import { environmentVariable } from './relations/environment-variable.ts';
import { gateStage } from './relations/gate-stage.ts';
import { hookRule } from './relations/hook-rule.ts';
import { longerTimeout } from './relations/longer-timeout.ts';
import { missingFlag } from './relations/missing-flag.ts';
import { missingInstall } from './relations/missing-install.ts';
import { missingProgram } from './relations/missing-program.ts';
import { otherArgument } from './relations/other-argument.ts';
import { otherCheckout } from './relations/other-checkout.ts';
import { otherDirectory } from './relations/other-directory.ts';
import { otherEndpoint } from './relations/other-endpoint.ts';
import { otherFlag } from './relations/other-flag.ts';
import { otherPath } from './relations/other-path.ts';
import { otherProgram } from './relations/other-program.ts';
import { otherQuoting } from './relations/other-quoting.ts';
import { otherRunner } from './relations/other-runner.ts';
import { otherScript } from './relations/other-script.ts';
import { otherValue } from './relations/other-value.ts';
import { permissionRule } from './relations/permission-rule.ts';
import { prerequisite } from './relations/prerequisite.ts';
import { repositoryRule } from './relations/repository-rule.ts';
import { rewrittenFile } from './relations/rewritten-file.ts';
import { secondRun } from './relations/second-run.ts';
import { smallerRead } from './relations/smaller-read.ts';
import { staleBuild } from './relations/stale-build.ts';
import { tooSoon } from './relations/too-soon.ts';
import { toolHabit } from './relations/tool-habit.ts';
import { transient } from './relations/transient.ts';
import { userRejection } from './relations/user-rejection.ts';
import { wholePackage } from './relations/whole-package.ts';
import type { ThreadView } from './session-view.ts';
import { findSilentBackticks } from './silent-backticks.ts';
import { findSilentCheckouts } from './silent-checkouts.ts';
import { findSilentFolders } from './silent-folders.ts';
import { findSilentMistakes } from './silent-mistakes.ts';

/**
 * The relations, in the order in which they are tried: the first that explains a failure wins, so the more exact ones come first.
 * Add a new relation where its evidence is weaker than the one above and stronger than the one below.
 */
export const relations: readonly Relation[] = [
  userRejection,
  permissionRule,
  hookRule,
  repositoryRule,
  callSetting,
  otherQuoting,
  smallerRead,
  rewrittenFile,
  toolHabit,
  otherArgument,
  otherFlag,
  argumentRule,
  otherScript,
  staleBuild,
  missingInstall,
  otherRunner,
  longerTimeout,
  otherProgram,
  otherCheckout,
  otherDirectory,
  otherPath,
  environmentVariable,
  missingFlag,
  otherEndpoint,
  otherValue,
  wholePackage,
  secondRun,
  autoFix,
  gateStage,
  tooSoon,
  prerequisite,
  transient,
  missingProgram,
];

/** Joins each failure of a thread to its fix. Failures that no relation explains yield no claim. */
export function findRecoveries(view: ThreadView): Claim[] {
  return [
    ...view.steps.flatMap((step) => (isFailed(step) ? explain(step, view) : [])),
    ...findSilentMistakes(view),
    ...findSilentBackticks(view),
    ...findSilentFolders(view),
    ...findSilentCheckouts(view),
    ...findEmptySearches(view),
  ];
}

function explain(step: FailedStep, view: ThreadView): Claim[] {
  // Another program spoke in place of the typed one, so its message says nothing about the typed command.
  if (step.failure.wrapper !== undefined) return [];
  for (const relation of relations) {
    const claims = relation.explain(step, view);
    if (claims.length > 0) return claims;
  }
  return [];
}

function isFailed(step: ThreadView['steps'][number]): step is FailedStep {
  return step.failure !== undefined;
}
