import { join } from 'node:path';
import { installHooks } from '../install-hooks.ts';
import { AppError } from '../shared/errors.ts';
import { chooseNode } from './choose-node.ts';
import type { InstallFlags } from './commands/install.ts';
import { type Host, printJson, resolvePath, surroundingsOf } from './surroundings.ts';
import { viewInstall } from './views/install-view.ts';
import { chooseCanvas, quoteWord } from './views/text.ts';

/** Runs `hardwon install` and `hardwon uninstall`. */
export async function runInstall(
  action: 'install' | 'uninstall',
  names: readonly string[],
  flags: InstallFlags,
  here: Host,
): Promise<void> {
  if (flags.user && flags.project)
    throw new AppError('usage', '--user and --project exclude each other.', { hint: 'Run the command once for each.' });
  const report = await installHooks({
    ...surroundingsOf(here),
    action,
    scope: flags.project ? 'project' : 'user',
    names,
    apply: flags.apply ?? false,
    node: chooseNode(process.execPath, here.env, process.platform),
    hook: join(here.dist, 'hook.js'),
    platform: process.platform,
    ...(flags.config === undefined ? {} : { configPath: resolvePath(flags.config, here) }),
  });
  const again = [
    `hardwon ${action}`,
    ...names.map(quoteWord),
    ...(flags.project ? ['--project'] : []),
    ...(flags.config === undefined ? [] : [`--config ${quoteWord(flags.config)}`]),
    '--apply',
  ].join(' ');
  if (flags.json) printJson(here, report);
  else here.stdout.write(viewInstall(report, { ...chooseCanvas(here.stdout, here), again }));
  const isNothing = report.agents.every(({ state }) => state === 'none');
  here.exitCode = report.refusals.length > 0 || isNothing ? 1 : 0;
}
