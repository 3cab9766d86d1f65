import { existsSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Agent } from '../../agents/agent.ts';
import { findAgent } from '../../agents/find-agent.ts';
import { findPlugins, listHookPlaces } from '../../agents/find-hooks.ts';
import { startHook } from '../../agents/hook-command.ts';
import type { HookInstaller, HookScope, InstalledStart } from '../../agents/hook-installer.ts';
import { agents } from '../../agents/registry.ts';
import { installHooks } from '../../app/install/install-hooks.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { type PlannedHooks, planHooks } from '../../delivery/hooks/plan-hooks.ts';
import { OWN_NAME } from '../../delivery/journal/entry.ts';
import { readJournal } from '../../delivery/journal/read-journal.ts';
import { describeAge } from '../../shared/clock.ts';
import { findOnPath } from '../../shared/find-on-path.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';
import { findPluginStart, isOwnStart, isPartOf } from '../plugin-start.ts';
import { openProbe, type Probe, type ProbeAnswer } from '../probe.ts';

/**
 * Examines the hooks of each agent: where they are, whether they are those that `install` writes for this program, and whether
 * the program answers. No line of a settings file is ever run: a file may have come with a repository, and only this program is
 * started, by its path.
 */
export const hooksExamination: Examination = {
  name: 'hooks',
  title: 'Hooks',
  async examine(patient) {
    const probe = await openProbe(patient);
    try {
      const hooked = patient.known.filter((agent): agent is HookedAgent => agent.hooks !== undefined);
      const found = await Promise.all(hooked.map((agent) => examineAgent(agent, patient, probe)));
      const findings = found.flat();
      const spoken = findings.length > 0 ? examineJournal(patient) : [];
      if (findings.length > 0) return [...findings, ...spoken];
      return [
        { state: 'note', says: 'No agent has hardwon hooks: lessons are only in files.', fix: 'hardwon install' },
      ];
    } finally {
      await probe.close();
    }
  },
};

type HookedAgent = Agent & { hooks: HookInstaller };

async function examineAgent(agent: HookedAgent, patient: Installation, probe: Probe): Promise<ExaminationFinding[]> {
  const installed: { path: string; scope: HookScope }[] = [];
  const findings: ExaminationFinding[] = [];
  for (const scope of ['user', 'project'] as const) {
    const { path, finding } = await examineScope(agent, scope, patient, probe);
    if (path !== undefined) installed.push({ path, scope });
    findings.push(...finding);
  }
  const plugins = findPlugins(listHookPlaces(agent, { home: patient.home, env: patient.env }, patient.root));
  const [first, second] = installed;
  if (plugins[0] !== undefined && !first) findings.push(await tryPlugin(agent, plugins[0], patient, probe));
  if (plugins[0] !== undefined && !first && isAsking(patient))
    findings.push({
      state: 'note',
      says: `${agent.title}: live.stop is ask, and the plugin has no hooks for it. The agent does not ask what to keep.`,
      fix: `hardwon install ${agent.name} --apply`,
    });
  if (first && second)
    findings.push({
      state: 'problem',
      says: `${agent.title} has hooks in ${first.path} and in ${second.path}: everything is said twice.`,
      fix: 'hardwon uninstall --project --apply',
    });
  if (first && plugins.length > 0)
    findings.push({
      state: 'note',
      says: `${agent.title} has hooks in its settings and the plugin: those of the plugin stay silent. One of the two is enough.`,
      fix: 'hardwon uninstall --apply',
    });
  return findings;
}

async function tryPlugin(
  agent: Agent,
  settings: string,
  patient: Installation,
  probe: Probe,
): Promise<ExaminationFinding> {
  const { name, title } = agent;
  const start = await findPluginStart(name, patient);
  if (start === undefined)
    return {
      state: 'problem',
      says: `${title} has the hardwon plugin switched on in ${settings}, and no copy of it.`,
      fix: PLUGIN_FIX,
    };
  const folder = dirname(start);
  const { program, env, platform } = patient;
  if (!isOwnStart(start, program.hook)) {
    const says = `${title}: the plugin in ${folder} is not the one of this release; it was not started.`;
    return { state: 'note', says, fix: PLUGIN_FIX };
  }
  // A copy of the plugin takes the program from the PATH.
  if (!isPartOf(start, program.hook) && findOnPath('hardwon-hook', env, platform) === undefined) {
    const says = `${title}: the plugin in ${folder} cannot find hardwon, and is silent.`;
    return { state: 'problem', says, fix: 'npm install --global hardwon' };
  }
  const answer = await probe.start(startOwn(agent, patient));
  if (answer.tells)
    return { state: 'ok', says: `${title}: hooks of the plugin in ${folder} answer (${Math.round(answer.ms)} ms).` };
  const says = `${title}: what the plugin in ${folder} starts does not answer (${whyMute(answer)}).`;
  return { state: 'problem', says, fix: 'npm install --global hardwon' };
}

/** Whether agents ask the user what to keep, which needs additional events. */
function isAsking({ config }: Installation): boolean {
  return !('broken' in config) && config.config.live?.stop === 'ask';
}

/** Returns the command that starts this program for the event of a session start. */
function startOwn({ name, hooks }: Agent, { program }: Installation): string[] {
  // An agent that reads no answer at that event gets none: the program is called as if for another agent.
  return [program.node, program.hook, 'session-start', hooks?.isDeafAtStart ? DEFAULTS.agent : name];
}

function whyMute({ complaint, code }: ProbeAnswer): string {
  return complaint === '' ? `it ended with ${code ?? 'nothing'}` : (complaint.split('\n').at(-1) ?? '');
}

const PLUGIN_FIX = 'Install it again: docs/plugin.md says how.';

interface ScopeResult {
  /** The file, if there are hooks in it. */
  path?: string;
  finding: ExaminationFinding[];
}

async function examineScope(
  agent: HookedAgent,
  scope: HookScope,
  patient: Installation,
  probe: Probe,
): Promise<ScopeResult> {
  const { home, env, root, folders, platform, program } = patient;
  const windowsShell = agent.hooks.windowsShell ?? 'bash';
  const { node, hook } = program;
  const start = startHook({ scope, agent: agent.name, node, hook, platform, windowsShell, asks: isAsking(patient) });
  const around = { home, env, projectRoot: root, dataDir: folders.data };
  const planned = await planHooks({ hooks: agent.hooks, start, action: 'install' }, around);
  const { path, isInstalled, isOff, refusal } = planned;
  if (refusal && path !== undefined && existsSync(path))
    return {
      finding: [{ state: 'problem', says: `${refusal.message}.`, fix: refusal.hint }],
    };
  if (path === undefined) return { finding: [] };
  const foreign = tellForeign(agent, path, planned.foreign);
  if (!isInstalled) return { finding: foreign };
  const again = `hardwon install ${agent.name}${scope === 'project' ? ' --project' : ''} --apply`;
  const finding = await tryHooks({ agent, scope, path, again, start, planned }, patient, probe);
  const off: ExaminationFinding[] = isOff
    ? [
        {
          state: 'problem',
          says: `${agent.title} runs no hooks at all: they are switched off in ${path}.`,
          fix: `Switch them on there.`,
        },
      ]
    : [];
  const doctor = await findAgent(agent.name, agents)?.doctor?.();
  const doubts = doctor?.doubtHooks?.(path, { home, env }) ?? [];
  return {
    path,
    finding: [...finding, ...foreign, ...off, ...doubts.map((doubt) => ({ state: 'note' as const, ...doubt }))],
  };
}

interface Tried {
  agent: HookedAgent;
  scope: HookScope;
  path: string;
  again: string;
  /** How `install` currently makes the hooks of this installation start the program. */
  start: InstalledStart;
  planned: PlannedHooks;
}

async function tryHooks(tried: Tried, patient: Installation, probe: Probe): Promise<ExaminationFinding[]> {
  const { agent, scope, path, again, start, planned } = tried;
  const isCurrent = planned.change === undefined;
  const other = planned.programs.find((program) => !isDeepStrictEqual(program, start.program));
  if (other) return [tellOther(other, tried, patient)];
  // A plugin of an earlier release, or a format that does not show what it starts.
  if (!isCurrent && planned.programs.length === 0) return [outdated(agent, path, again)];
  const missing = start.program.find(
    (file) => findOnPath(file, patient.env, patient.platform) === undefined && !existsSync(file),
  );
  if (missing !== undefined) return [tellMissing(missing, tried, patient)];
  const answer = await probe.start(startOwn(agent, patient));
  if (answer.tells) {
    const found: ExaminationFinding = {
      state: 'ok',
      says: `${agent.title}: hooks in ${path} answer (${Math.round(answer.ms)} ms).`,
    };
    return isCurrent ? [found] : [found, outdated(agent, path, again)];
  }
  const says = `${agent.title}: the hooks in ${path} do not answer (${whyMute(answer)}).`;
  return [{ state: 'problem', says, fix: again, repair: scope === 'user' ? reinstall(tried, patient) : undefined }];
}

/**
 * Reports hooks of another installation: a second one on this machine, one that is gone, or one named by someone else's
 * repository.
 */
function tellOther(program: readonly string[], tried: Tried, patient: Installation): ExaminationFinding {
  const { agent, scope, path, again } = tried;
  // For a path that a project names, not even its existence is checked: on Windows a path may lead to another machine.
  const missing = scope === 'user' ? program.find((file) => isAbsolute(file) && !existsSync(file)) : undefined;
  if (missing !== undefined) return tellMissing(missing, tried, patient);
  const says = `${agent.title}: the hooks in ${path} were written by another installation, and start ${program.at(-1)}; it was not started.`;
  return { state: 'note', says, fix: again };
}

function tellMissing(missing: string, tried: Tried, patient: Installation): ExaminationFinding {
  const { agent, scope, path, again } = tried;
  return {
    state: 'problem',
    says: `${agent.title}: the hooks in ${path} start ${missing}, which does not exist. They are silent.`,
    fix: scope === 'project' ? 'npm install --global hardwon' : again,
    repair: scope === 'project' ? undefined : reinstall(tried, patient),
  };
}

function tellForeign({ title }: Agent, path: string, count: number): ExaminationFinding[] {
  if (count === 0) return [];
  const what = count === 1 ? 'a hook that names hardwon and was' : `${count} hooks that name hardwon and were`;
  const says = `${title}: ${path} has ${what} not written by it. Nothing of that was started.`;
  return [{ state: 'note', says, fix: `Look at ${path}: hardwon neither runs nor removes them.` }];
}

function outdated({ title }: Agent, path: string, again: string): ExaminationFinding {
  return { state: 'note', says: `${title}: the hooks in ${path} differ from what this release writes.`, fix: again };
}

function reinstall(
  { agent, scope }: Pick<Tried, 'agent' | 'scope'>,
  { cwd, home, env, now, platform, program }: Installation,
) {
  const { node, hook } = program;
  return {
    does: `install hooks that start this program in the settings of ${agent.title}`,
    run: async () => {
      const request = { cwd, home, env, now, platform, node, hook, names: [agent.name], scope, apply: true };
      const { refusals } = await installHooks({ ...request, action: 'install' });
      if (refusals[0] !== undefined) throw new Error(refusals[0]);
    },
  };
}

/** Reports when a hook last had something to say; empty if the journal is off. */
function examineJournal({ folders, now, config }: Installation): ExaminationFinding[] {
  if (!('broken' in config) && config.config.live?.journal === false) return [];
  let last = '';
  for (const entry of readJournal(folders.data))
    if (entry.what === 'shown' && entry.agent !== OWN_NAME && entry.as !== 'asked' && entry.at > last) last = entry.at;
  if (last !== '') return [{ state: 'ok', says: `A lesson was last shown ${describeAge(new Date(last), now)}.` }];
  return [
    {
      state: 'note',
      says: 'According to the journal, no hook has shown a lesson yet. That is normal if none applied.',
    },
  ];
}
