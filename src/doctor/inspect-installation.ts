import { join } from 'node:path';
import { agents } from '../agents/registry.ts';
import { withConfig } from '../app/configured-request.ts';
import { loadConfig } from '../config/load-config.ts';
import { tellIgnored } from '../config/trust.ts';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { findOwnFolders } from '../shared/folders.ts';
import type { Installation } from './examination.ts';

/** The place to examine, and the program that runs there. */
interface InstallationRequest extends Pick<Installation, 'cwd' | 'home' | 'env' | 'now' | 'platform'> {
  /** A folder of the project. Default: the working directory. */
  project?: string;
  configPath?: string;
  /** The Node that settings should name. */
  node: string;
  /** The folder with the built program. */
  dist: string;
}

/** Gathers the data that examinations need. A broken configuration is one of the things to report, and no reason to stop. */
export async function inspectInstallation(request: InstallationRequest): Promise<Installation> {
  const { cwd, home, env, now, platform, node, dist } = request;
  const folder = request.project ?? cwd;
  const places = {
    cwd: folder,
    home,
    env,
    configPath: request.configPath,
  };
  const common = {
    ...{ cwd: folder, home, env, now, platform },
    root: findRepository(folder),
    folders: findOwnFolders({ env, home, platform }),
    program: { node, hook: join(dist, 'hook.js'), cli: join(dist, 'cli.mjs') },
  };
  try {
    const { explicitPath, ...rest } = { ...places, explicitPath: request.configPath };
    const config = await loadConfig({ ...rest, explicitPath });
    const { known, folders, problems } = await withConfig({ ...places, folders: {} });
    // Ignored settings are reported with the configuration.
    const ignored = config.ignored ? tellIgnored(config.ignored) : [];
    return {
      ...common,
      config,
      known,
      agentFolders: folders,
      problems: problems.filter((each) => !ignored.includes(each)),
    };
  } catch (broken) {
    return { ...common, config: { broken }, known: agents, agentFolders: {}, problems: [] };
  }
}
