import { delimiter, join } from 'node:path';
import { canRun, installPackages } from './install-packages.ts';

const SHELLS = ['zsh', 'fish'];

/** Before all tests: installs the shells that completion scripts are tested in, and fails where one is missing. */
export async function setup(): Promise<void> {
  if (findMissing().length > 0) await installPackages(...findMissing());
  const missing = findMissing();
  if (missing.length === 0) return;
  throw new Error(
    `Completion is tested in ${missing.join(' and ')}, which is not here. Install it: apt-get install ${missing.join(' ')}`,
  );
}

function findMissing(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return SHELLS.filter((shell) => !folders.some((folder) => canRun(join(folder, shell))));
}
