import { join } from 'node:path';
import { CONFIG_FILE_NAMES } from '../../config/config.ts';
import { tellIgnored } from '../../config/trust.ts';
import { AppError } from '../../shared/errors.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';
import { describeError } from '../examine.ts';

/** Examines the effective configuration files: whether they are valid, without unknown keys, and which parts are ignored. */
export const configuration: Examination = {
  name: 'configuration',
  title: 'Configuration',
  async examine({ config, folders, env }: Installation) {
    if ('broken' in config) return [tellBroken(config.broken)];
    const findings: ExaminationFinding[] = config.files.map((file) => ({ state: 'ok', says: `${file} is valid.` }));
    if (findings.length === 0)
      findings.push({
        state: 'ok',
        says: `There is no configuration file, and none is needed: ${join(folders.config, CONFIG_FILE_NAMES[0])}.`,
      });
    for (const says of config.ignored ? tellIgnored(config.ignored) : []) findings.push({ state: 'note', says });
    if (config.config.live?.mode === 'off')
      findings.push({
        state: 'note',
        says: 'Hooks are silent: live.mode is off.',
        fix: 'Remove it from the configuration.',
      });
    if (env.HARDWON_LIVE === 'off')
      findings.push({
        state: 'note',
        says: 'Hooks are silent: HARDWON_LIVE is off in the environment.',
        fix: 'unset HARDWON_LIVE',
      });
    return findings;
  },
};

function tellBroken(error: unknown): ExaminationFinding {
  const hint = error instanceof AppError ? error.hint : undefined;
  return { state: 'problem', says: `${describeError(error)}.`, fix: hint };
}
