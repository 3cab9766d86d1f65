import { planHealing } from '../../heal/plan-healing.ts';
import { AppError } from '../../shared/errors.ts';
import { findOnPath } from '../../shared/find-on-path.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';

/** Examines the remedies in the configuration: whether each one that is named exists, and can be started. Nothing is run. */
export const remedies: Examination = {
  name: 'remedies',
  title: 'Remedies',
  async examine(patient) {
    if ('broken' in patient.config) return [];
    const { config, remedies: known = {} } = patient.config;
    const findings = Object.entries(known).map(([name, { run }]) => examineRemedy(name, run, patient));
    const settings = { remedies: known, heal: config.heal ?? {}, cwd: patient.root };
    for (const tool of Object.keys(settings.heal)) {
      try {
        planHealing(tool, settings);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        findings.push({
          state: 'problem',
          says: error.message,
          fix: error.hint,
        });
      }
    }
    return findings.length > 0 ? findings : [{ state: 'ok', says: 'None are configured; docs/heal.md explains them.' }];
  },
};

function examineRemedy(
  name: string,
  run: string | readonly string[],
  { env, platform }: Installation,
): ExaminationFinding {
  // Only the shell can interpret a text.
  if (typeof run === 'string') return { state: 'ok', says: `${name} is a shell command; it was not tried.` };
  const [word = ''] = run;
  if (findOnPath(word, env, platform) !== undefined) return { state: 'ok', says: `${name} starts ${word}.` };
  const says = `${name} starts ${word}, but there is no such program: nothing is healed.`;
  return { state: 'problem', says, fix: `Install ${word}, or correct remedies.${name} in the configuration.` };
}
