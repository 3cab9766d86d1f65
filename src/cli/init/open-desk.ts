import { join } from 'node:path';
import { describeAgents } from '../../app/agents/describe-agents.ts';
import type { LearnRequest } from '../../app/configured-request.ts';
import { findProjectRoot } from '../../app/find-project-root.ts';
import { type InstallRequest, installHooks } from '../../app/install/install-hooks.ts';
import { learn } from '../../app/learn/learn.ts';
import { isUnshared } from '../../app/learn/next-steps.ts';
import { type Host, surroundingsOf } from '../../app/surroundings.ts';
import { shareMemory } from '../../lifecycle/sharing/share.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { chooseNode } from '../install/choose-node.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import type { InitFlags } from './command.ts';
import type { InitDesk } from './set-up.ts';

/** Returns the work behind the steps of `hardwon init`: the same that the commands do one by one. */
export function openDesk({ project }: InitFlags, here: Host): InitDesk {
  const asked = project === undefined ? {} : { project };
  const root = findProjectRoot(asked, here);
  const read = async (how: Partial<Pick<LearnRequest, 'apply' | 'rejected'>>) => {
    const progress = new Progress(here);
    const onProgress = (done: number, total: number) => progress.reading(done, total);
    return learn({ ...requestOf(asked, here), ...how, onProgress }).finally(() => progress.clear());
  };
  const hooks = (apply: boolean) => installHooks({ ...hookRequest(here), apply });
  return {
    root,
    async agents() {
      const { agents } = await describeAgents(requestOf(asked, here));
      return agents
        .filter(({ found }) => found)
        .map(({ name, title, project: own }) => ({ name, title, sessions: own?.sessions ?? 0 }));
    },
    learn: () => read({}),
    async write(rejected) {
      const shown = await read({});
      const ids = shown.projects.flatMap(({ lessons }) =>
        lessons.filter(({ fingerprint }) => rejected.includes(fingerprint)),
      );
      const { projects } = await read({ apply: true, ...(rejected.length > 0 ? { rejected } : {}) });
      const refusals = projects.flatMap((each) => each.refusals);
      return { rejected: refusals.length > 0 ? [] : ids.map(({ id }) => id), refusals };
    },
    async missingHooks() {
      const { agents } = await hooks(false);
      return agents.filter(({ state }) => state === 'new' || state === 'updated').map(({ title }) => title);
    },
    install: async () => (await hooks(true)).refusals,
    canShare: async () => openDisk().findGit(root) !== undefined && (await isUnshared(root)),
    async share() {
      const { home, now } = here;
      const request = { root, dataDir: findOwnFolders(here).data, home, now, apply: true };
      const machine = { checkouts: [root, ...(openDisk().findGit(root)?.worktrees ?? [])], home };
      const { outcome } = await shareMemory(request, 'refuse', machine);
      return outcome.refused.length === 0
        ? []
        : ['The lessons are not shared: they contain private text. hardwon share shows it, and what to do about it.'];
    },
  };
}

function hookRequest(here: Host): InstallRequest {
  return {
    ...surroundingsOf(here),
    action: 'install',
    scope: 'user',
    names: [],
    apply: false,
    node: chooseNode(process.execPath, here.env, process.platform),
    hook: join(here.dist, 'hook.js'),
    platform: process.platform,
  };
}
