import type { LiveConfig } from '../config/config.ts';
import { AppError } from '../shared/errors.ts';
import type { HealOptions } from './auto-heal.ts';
import { planHealing } from './plan-healing.ts';
import { narrowRemedies, type Preset, presets } from './presets.ts';

/**
 * Returns the healing that the user's own configuration enables for a tool. An unreadable configuration heals nothing, and does
 * not hide the failure.
 */
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

/** Returns the user's settings for the journal; undefined if their configuration cannot be read. */
export async function readLive({ root, home }: { root: string; home: string }): Promise<LiveConfig | undefined> {
  const { loadConfig } = await import('../config/load-config.ts');
  const loaded = await loadConfig({ cwd: root, home, env: process.env }).catch(() => undefined);
  return loaded?.config.live;
}

/** Returns a preset by its name; undefined if none is named. */
export function choosePreset(name: string | undefined): Preset | undefined {
  const preset = presets.find((each) => each.name === name);
  if (name === undefined || preset !== undefined) return preset;
  throw new AppError('usage', `There is no preset ${name}.`, {
    hint: `Presets: ${presets.map((each) => each.name).join(', ')}.`,
  });
}
