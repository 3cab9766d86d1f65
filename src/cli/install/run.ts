import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SHARED_SKILL_FOLDERS } from '../../agents/skill-folders.ts';
import { installHooks } from '../../app/install/install-hooks.ts';
import type { InstallReport } from '../../app/install/install-report.ts';
import { type Host, printJson, resolvePath, surroundingsOf } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import { chooseCanvas, quoteWord } from '../views/text.ts';
import { chooseNode } from './choose-node.ts';
import type { InstallFlags } from './command.ts';
import { viewInstall } from './view.ts';

/** Runs `hardwon install` and `hardwon uninstall`. */
export async function runInstall(
  action: 'install' | 'uninstall',
  names: readonly string[],
  flags: InstallFlags,
  here: Host,
): Promise<void> {
  if (flags.user && flags.project)
    throw new AppError('usage', '--user and --project cannot be combined.', { hint: 'Run the command once for each.' });
  const report = await installHooks({
    ...surroundingsOf(here),
    action,
    scope: flags.project ? 'project' : 'user',
    names,
    apply: flags.apply ?? false,
    node: chooseNode(process.execPath, here.env, process.platform),
    hook: join(here.dist, 'hook.js'),
    platform: process.platform,
    configPath: flags.config === undefined ? undefined : resolvePath(flags.config, here),
  });
  const again = [
    `hardwon ${action}`,
    ...names.map(quoteWord),
    ...(flags.project ? ['--project'] : []),
    ...(flags.config === undefined ? [] : [`--config ${quoteWord(flags.config)}`]),
    '--apply',
  ].join(' ');
  const skill = action === 'install' && report.agents.length > 0 ? offerSkill(report, here) : undefined;
  if (flags.json) printJson(here, report);
  else here.stdout.write(viewInstall(report, { ...chooseCanvas(here.stdout, here), again, skill: skill || undefined }));
  const isNothing = report.agents.every(({ state }) => state === 'none');
  here.exitCode = report.refusals.length > 0 || isNothing ? 1 : 0;
}

/**
 * Returns the command that adds the skill. Hooks show known lessons; the skill tells an agent when to ask, and what to keep.
 */
function offerSkill({ scope, root }: InstallReport, here: Host): string | undefined {
  const base = scope === 'project' ? root : here.home;
  const missing = SHARED_SKILL_FOLDERS.filter((folder) => !existsSync(join(base, folder, SKILL, 'SKILL.md')));
  if (missing.length === 0) return undefined;
  const source = quoteWord(join(dirname(here.dist), 'skills', SKILL));
  const folders = missing.map((folder) => (scope === 'project' ? quoteWord(folder) : `~/${folder}`));
  return `mkdir -p ${folders.join(' ')} && ${folders.map((folder) => `cp -R ${source} ${folder}/`).join(' && ')}`;
}

const SKILL = 'harness-learnings';
