import { dirname, join } from 'node:path';
import { readRegularSync } from '../shared/regular-file.ts';
import type { ExaminationFinding, Patient } from './examination.ts';

/**
 * Whether Codex was told that it may run the hooks of a file. It keeps that in its `config.toml`, in a section for each hook that begins
 * with the path of the file; what it takes for the same hook is up to it, so more than a sign of it cannot be told.
 */
export function examineTrust(agent: string, path: string, { home, env }: Patient): ExaminationFinding[] {
  if (agent !== 'codex') return [];
  const settings = join(env.CODEX_HOME || join(home, '.codex'), 'config.toml');
  const sections = readQuietly(settings)
    .split(/^(?=\[)/m)
    .filter((section) => section.startsWith('[hooks.state.') && section.includes(path.replaceAll('\\', '\\\\')));
  if (sections.some((section) => /^trusted_(?:content_)?hash\s*=/m.test(section))) return [];
  return [
    {
      state: 'note',
      says: `Codex: nothing in ${join(dirname(settings), 'config.toml')} says that the hooks in ${path} are trusted; if so, Codex does not run them.`,
      fix: 'Start codex and choose "Trust all and continue", or type /hooks',
    },
  ];
}

function readQuietly(path: string): string {
  try {
    return readRegularSync(path).toString('utf8');
  } catch {
    return '';
  }
}
