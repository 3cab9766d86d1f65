import type { LiveConfig } from '../config/config.ts';
import { AppError } from '../shared/errors.ts';
import type { HealOptions } from './auto-heal.ts';
import { planHealing } from './plan-healing.ts';
import { narrowRemedies, type Preset, presets } from './presets.ts';

/** What the user's own configuration opts into for a tool. One that cannot be read heals nothing, and does not hide the failure. */
export async function planConfigured(
  tool: string,
  preset: Preset | undefined,
  { root, home, complain }: { root: string; home: string; complain(problem: string): void },
): Promise<Pick<HealOptions, 'remedies' | 'retries' | 'backoffMs'>> {
  try {
    const { loadConfig } = await import('../config/load-config.ts');
    const { config, remedies = {} } = await loadConfig({ cwd: root, home, env: process.env });
    const plan = planHealing(tool, { remedies, heal: config.heal ?? {}, cwd: root });
    return { ...plan, remedies: narrowRemedies(plan.remedies, preset) };
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return { remedies: [] };
  }
}

/** What the user says of the journal; nothing where their configuration cannot be read. */
export async function readLive({ root, home }: { root: string; home: string }): Promise<LiveConfig | undefined> {
  const { loadConfig } = await import('../config/load-config.ts');
  const loaded = await loadConfig({ cwd: root, home, env: process.env }).catch(() => undefined);
  return loaded?.config.live;
}

/** A ready-made choice by its name; nothing where none is named. */
export function choosePreset(name: string | undefined): Preset | undefined {
  const preset = presets.find((each) => each.name === name);
  if (name === undefined || preset !== undefined) return preset;
  throw new AppError('usage', `There is no preset ${name}.`, {
    hint: `Presets: ${presets.map((each) => each.name).join(', ')}.`,
  });
}
