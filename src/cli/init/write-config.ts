import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import { CONFIG_FILE_NAMES } from '../../config/config.ts';
import { renderTemplate } from '../../config/config-template.ts';
import { applyPlan } from '../../delivery/apply.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { refuseBoth } from '../option-values.ts';
import { showText } from '../views/text.ts';
import type { InitFlags } from './command.ts';

/** Runs `hardwon init --config`. */
export async function runWriteConfig(flags: InitFlags, here: Host): Promise<void> {
  refuseBoth(flags);
  const own = findOwnFolders(here);
  const projectRoot = findProjectRoot(flags, here);
  const folder = flags.user ? own.config : projectRoot;
  const found = CONFIG_FILE_NAMES.map((name) => join(folder, name)).find((file) => existsSync(file));
  const path = found ?? join(folder, 'hardwon.config.yaml');
  if (!found) {
    const after = renderTemplate(flags.user ? 'user' : 'project');
    // Like everything else, it is undone from the project of the working directory.
    const changes = [{ path, root: folder, before: undefined, after, kind: 'config' as const }];
    await applyPlan({ projectRoot, changes, refusals: [] }, { dataDir: own.data, now: here.now });
  }
  if (flags.json) printJson(here, { schema: 1, path, created: !found });
  else if (found) here.stdout.write(`${showText(path, here.home)} already exists; it was not touched.\n`);
  else here.stdout.write(`Wrote ${showText(path, here.home)}. hardwon undo removes it.\n`);
  here.exitCode = found ? 1 : 0;
}
