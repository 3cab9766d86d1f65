import { signatureOf } from '../../../shell/index.ts';
import { isGreen } from '../../findings/check-run.ts';
import { isFixer, withoutPaths } from '../../findings/fixer.ts';
import { readFindings } from '../../findings/read-findings.ts';
import { claim, isRepeated, type Relation } from '../relation.ts';
import { after, ran, type Step } from '../session-view.ts';
import { toolOf } from '../tool-names.ts';

/**
 * A fixing command that reports what it has just repaired, or a commit whose hook changed the files: the same command passes when
 * it is run again without an edit in between.
 */
export const secondRun: Relation = {
  name: 'second-run',
  explain(step, view) {
    const { failure, call, told } = step;
    const failed = failure.command;
    if (!failed || told !== 'failed') return [];
    const isCommit = failed.name === 'git' && failed.subcommand === 'commit' && failure.rule === 'git.hook-modified';
    if (!isCommit && !(isFixer(failed) && (failure.work || failure.rule === 'git.hook-modified'))) return [];
    for (const later of after(view, step)) {
      if (edits(later)) return [];
      const again = later.parsed?.commands.some((command) => {
        return isCommit ? toolOf(command) === toolOf(failed) : isRepeated(failed, command);
      });
      if (!again) continue;
      if (!isGreen(later)) continue;
      return [
        claim(step, later, {
          relation: 'second-run',
          key: isCommit ? 'git commit' : signatureOf(failed),
          wrong: isCommit ? 'git commit' : withoutPaths(failed),
          facts: { shape: isCommit ? 'commit' : 'fixer' },
          findings: readFindings(call.output),
        }),
      ];
    }
    return [];
  },
};

function edits(step: Step): boolean {
  const { call, parsed } = step;
  if (!ran(step)) return false;
  if (call.tool === 'edit' || call.tool === 'write') return true;
  return (
    parsed?.commands.some(
      ({ name, flags }) => /^(?:sed|perl)$/.test(name) && flags.some((flag) => /^-\w*i/.test(flag)),
    ) ?? false
  );
}
