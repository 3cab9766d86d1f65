import type { Ailment } from '../programs/program.ts';
import { type ParameterSources, refineSources } from './parameters.ts';
import type { Remedy } from './remedy.ts';

/** A ready-made choice of what to heal for a kind of tools. The user still names the remedies. */
export interface Preset {
  name: string;
  /** The problems of such tools. */
  heals: readonly Ailment[];
  /** Where calls of such tools contain values for remedies; a remedy that declares the parameter gets it from there. */
  parameters?: ParameterSources;
  /** The description for people. */
  about: string;
}

/** Returns the parameters of tools that always work on one cluster. */
function on(cluster: string): ParameterSources {
  return { cluster: { default: cluster } };
}

/** Every preset: add new ones here. */
export const presets: readonly Preset[] = [
  {
    name: 'ephemeral',
    heals: ['network', 'auth'],
    parameters: on('ephemeral'),
    about: 'tools for short-lived namespaces',
  },
  {
    name: 'konflux',
    heals: ['network', 'auth'],
    parameters: on('konflux'),
    about: 'tools for build pipelines on a cluster',
  },
  {
    name: 'k8s',
    heals: ['network', 'auth'],
    parameters: { cluster: { from: ['cluster', 'context', 'environment'] } },
    about: 'kubectl and its like',
  },
  { name: 'stage', heals: ['network', 'auth'], parameters: on('stage'), about: 'monitoring and logs of a stage' },
  { name: 'jira', heals: ['auth'], about: 'issue trackers: a login runs out' },
  { name: 'git', heals: ['network'], about: 'git and its hosts: tokens cannot be renewed, the network can' },
  { name: 'docker', heals: ['service'], about: 'the daemon is not running' },
  { name: 'cloud', heals: ['auth'], about: 'command line tools of clouds: a login runs out' },
  { name: 'packages', heals: ['registry', 'network'], about: 'npm, pip and their like: a registry does not answer' },
];

/** Waits a moment, which is all that a registry in trouble needs. */
export const waitRemedy: Remedy = {
  name: 'wait',
  heals: ['registry', 'network'],
  cooldownMs: 0,
  timeoutMs: 30_000,
  run: ({ signal }) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, 5_000);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    }),
};

/**
 * Limits remedies to the problems of a preset, and adds the sources of their parameters from it or from the tool's configuration.
 */
export function narrowRemedies(
  remedies: readonly Remedy[],
  preset: Preset | undefined,
  fixed?: Readonly<Record<string, string>>,
): Remedy[] {
  return remedies
    .map(({ parameters, ...remedy }) => ({
      ...remedy,
      parameters: parameters === undefined ? undefined : refineSources(parameters, preset?.parameters, fixed),
      heals: preset === undefined ? remedy.heals : remedy.heals.filter((ailment) => preset.heals.includes(ailment)),
    }))
    .filter(({ heals }) => heals.length > 0);
}
