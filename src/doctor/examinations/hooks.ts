import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import { findPlugins, listHookPlaces } from '../../agents/find-hooks.ts';
import { startHook } from '../../agents/hook-command.ts';
import type { HookInstaller, HookScope } from '../../agents/hook-installer.ts';
import { planHooks } from '../../delivery/hooks/plan-hooks.ts';
import { readJournal } from '../../delivery/journal/read-journal.ts';
import { installHooks } from '../../install-hooks.ts';
import { describeAge } from '../../shared/clock.ts';
import { findOnPath } from '../../shared/find-on-path.ts';
import { examineTrust } from '../codex-trust.ts';
import type { Examination, Finding, Patient } from '../examination.ts';
import { type HookLine, readHookLine } from '../hook-line.ts';
import { findPluginStart } from '../plugin-start.ts';
import { openProbe, type Probe } from '../probe.ts';

/** Hooks of each agent: where they are, whether what they name is there, and whether it answers when it is started as the agent would. */
export const hooks: Examination = {
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
      return [{ state: 'note', says: 'No agent has hooks of hardwon: lessons are only told in files.', fix: 'hardwon install' }];
    } finally {
      await probe.close();
    }
  },
};

type HookedAgent = Agent & { hooks: HookInstaller };

async function examineAgent(agent: HookedAgent, patient: Patient, probe: Probe): Promise<Finding[]> {
  const installed: { path: string; scope: HookScope }[] = [];
  const findings: Finding[] = [];
  for (const scope of ['user', 'project'] as const) {
    const { path, finding } = await examineScope(agent, scope, patient, probe);
    if (path !== undefined) installed.push({ path, scope });
    findings.push(...finding);
  }
  const plugins = findPlugins(listHookPlaces(agent, { home: patient.home, env: patient.env }, patient.root));
  const [first, second] = installed;
  if (plugins[0] !== undefined && !first) findings.push(await tryPlugin(agent, plugins[0], patient, probe));
  if (first && second)
    findings.push({
      state: 'problem',
      says: `${agent.title} has hooks in ${first.path} and in ${second.path}: everything is said twice.`,
      fix: 'hardwon uninstall --project --apply',
    });
  if (first && plugins.length > 0)
    findings.push({
      state: 'note',
      says: `${agent.title} has hooks in its settings and the plugin: the plugin's keep silent. One of the two is enough.`,
      fix: 'hardwon uninstall --apply',
    });
  return findings;
}

async function tryPlugin({ name, title }: Agent, settings: string, patient: Patient, probe: Probe): Promise<Finding> {
  const start = findPluginStart(name, patient);
  if (start === undefined)
    return {
      state: 'problem',
      says: `${title} has the hardwon plugin switched on in ${settings}, and no copy of it.`,
      fix: PLUGIN_FIX,
    };
  const { tells, ms } = await probe.start([patient.program.node, start, 'hook', 'session-start', name]);
  if (tells) return { state: 'ok', says: `${title}: hooks of the plugin in ${dirname(start)} answer (${Math.round(ms)} ms).` };
  const says = `${title}: the plugin in ${dirname(start)} does not find the program, and is silent.`;
  return { state: 'problem', says, fix: 'npm install --global hardwon' };
}

const PLUGIN_FIX = 'Install it again: docs/plugin.md tells how.';

interface ScopeResult {
  /** The file, where hooks are in it. */
  path?: string;
  finding: Finding[];
}

async function examineScope(agent: HookedAgent, scope: HookScope, patient: Patient, probe: Probe): Promise<ScopeResult> {
  const { home, env, root, folders, platform, program } = patient;
  const windowsShell = agent.hooks.windowsShell ?? 'bash';
  const start = startHook({ scope, agent: agent.name, node: program.node, hook: program.hook, platform, windowsShell });
  const around = { places: { home, env }, projectRoot: root, dataDir: folders.data };
  const planned = await planHooks({ hooks: agent.hooks, start, action: 'install' }, around);
  const { path, isInstalled, isOff, change, refusal } = planned;
  if (refusal && path !== undefined && existsSync(path))
    return {
      finding: [{ state: 'problem', says: `${refusal.message}.`, ...(refusal.hint === undefined ? {} : { fix: refusal.hint }) }],
    };
  if (path === undefined || !isInstalled) return { finding: [] };
  const line = change?.before === undefined && change ? undefined : readHookLine(agent.hooks, path, start);
  const again = `hardwon install ${agent.name}${scope === 'project' ? ' --project' : ''} --apply`;
  const finding = line
    ? await tryLine(line, { agent, scope, path, again, isCurrent: change === undefined }, patient, probe)
    : [outdated(agent, path, again)];
  const off: Finding[] = isOff
    ? [
        {
          state: 'problem',
          says: `${agent.title} runs no hooks at all: they are switched off in ${path}.`,
          fix: `Switch them on there.`,
        },
      ]
    : [];
  return { path, finding: [...finding, ...off, ...examineTrust(agent.name, path, patient)] };
}

interface Tried {
  agent: HookedAgent;
  scope: HookScope;
  path: string;
  again: string;
  isCurrent: boolean;
}

async function tryLine(line: HookLine, tried: Tried, patient: Patient, probe: Probe): Promise<Finding[]> {
  const { agent, scope, path, again, isCurrent } = tried;
  const missing = line.files.find((file) => findOnPath(file, patient.env, patient.platform) === undefined && !existsSync(file));
  if (missing !== undefined)
    return [
      {
        state: 'problem',
        says: `${agent.title}: the hooks in ${path} start ${missing}, which is not there. They are silent.`,
        fix: scope === 'project' ? 'npm install --global hardwon' : again,
        ...(scope === 'project' ? {} : { repair: reinstall(tried, patient) }),
      },
    ];
  // A file that came with a repository may name any program: only the one on the PATH is started.
  if (scope === 'project' && line.files.some((file) => file !== 'hardwon-hook'))
    return [
      {
        state: 'note',
        says: `${agent.title}: the hooks in ${path} name a program of their own; it was not started.`,
        fix: again,
      },
    ];
  const { tells, code, ms, complaint } = await probe.start(line.command, line.shell);
  if (tells) {
    const found: Finding = { state: 'ok', says: `${agent.title}: hooks in ${path} answer (${Math.round(ms)} ms).` };
    return isCurrent ? [found] : [found, outdated(agent, path, again)];
  }
  const why = complaint === '' ? `it ended with ${code ?? 'nothing'}` : complaint.split('\n').at(-1);
  const says = `${agent.title}: the hooks in ${path} do not answer (${why}).`;
  return [{ state: 'problem', says, fix: again, ...(scope === 'user' ? { repair: reinstall(tried, patient) } : {}) }];
}

function outdated({ title }: Agent, path: string, again: string): Finding {
  return { state: 'note', says: `${title}: the hooks in ${path} are not as this release writes them.`, fix: again };
}

function reinstall({ agent, scope }: Tried, { cwd, home, env, now, platform, program }: Patient) {
  const { node, hook } = program;
  return {
    does: `put hooks that start this program into the settings of ${agent.title}`,
    run: async () => {
      const request = { cwd, home, env, now, platform, node, hook, names: [agent.name], scope, apply: true };
      const { refusals } = await installHooks({ ...request, action: 'install' });
      if (refusals[0] !== undefined) throw new Error(refusals[0]);
    },
  };
}

/** When a hook last had something to say; nothing where the journal is off. */
function examineJournal({ folders, now, config }: Patient): Finding[] {
  if (!('broken' in config) && config.config.live?.journal === false) return [];
  let last = '';
  for (const { at, what } of readJournal(folders.data)) if (what === 'shown' && at > last) last = at;
  if (last !== '') return [{ state: 'ok', says: `A lesson was last shown ${describeAge(new Date(last), now)}.` }];
  return [{ state: 'note', says: 'No hook has shown a lesson yet, by the journal. That is as it should be where none applied.' }];
}
