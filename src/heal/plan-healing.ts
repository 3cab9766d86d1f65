import { namesOfTool } from '../agents/mcp-name.ts';
import type { HealConfig, RemedyConfig } from '../config/config.ts';
import { didYouMean } from '../shared/did-you-mean.ts';
import { AppError } from '../shared/errors.ts';
import type { HealOptions } from './auto-heal.ts';
import { narrowRemedies, presets, waitRemedy } from './presets.ts';
import { commandRemedy, type Remedy } from './remedy.ts';

/** The settings for healing in a configuration. */
export interface HealSettings {
  remedies: Readonly<Record<string, RemedyConfig>>;
  heal: Readonly<Record<string, HealConfig>>;
  /** The folder in which remedies are run. */
  cwd: string;
}

/**
 * Plans how failures of a tool are healed. A tool that the configuration does not name has no remedies, because each must be
 * enabled.
 */
export function planHealing(
  tool: string,
  settings: HealSettings,
): Pick<HealOptions, 'remedies' | 'retries' | 'backoffMs'> {
  const name = namesOfTool(tool).find((each) => Object.hasOwn(settings.heal, each));
  const rule = name === undefined ? undefined : settings.heal[name];
  if (rule === undefined) return { remedies: [] };
  const remedies = (rule.with ?? []).map((name) => findRemedy(name, tool, settings));
  return {
    remedies: narrowRemedies(
      remedies,
      rule.preset === undefined ? undefined : findPreset(rule.preset, tool),
      rule.parameters,
    ),
    retries: rule.retries,
    backoffMs: rule.backoff === undefined ? undefined : rule.backoff * 1000,
  };
}

/** Finds a remedy of the configuration by its name; `wait` is built in. */
export function findRemedy(name: string, tool: string, { remedies, cwd }: HealSettings): Remedy {
  const remedy = remedies[name];
  if (remedy) {
    const { run, heals, timeout, cooldown, parameters } = remedy;
    return commandRemedy(name, run, {
      heals,
      cwd,
      parameters,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      cooldownMs: cooldown === undefined ? undefined : cooldown * 1000,
    });
  }
  if (name === waitRemedy.name) return waitRemedy;
  const near = didYouMean(name, [...Object.keys(remedies), waitRemedy.name]);
  throw new AppError('broken-file', `The configuration heals ${tool} with ${name}, but there is no such remedy.`, {
    hint: near
      ? `Did you mean ${near}?`
      : 'Remedies are named under "remedies"; those of a project count only if you trust it.',
  });
}

function findPreset(name: string, tool: string) {
  const preset = presets.find((each) => each.name === name);
  if (preset) return preset;
  const known = presets.map((each) => each.name);
  const near = didYouMean(name, known);
  throw new AppError(
    'broken-file',
    `The configuration heals ${tool} with the preset ${name}, but there is no such preset.`,
    {
      hint: near ? `Did you mean ${near}?` : `Presets: ${known.join(', ')}.`,
    },
  );
}
