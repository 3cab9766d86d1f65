import { withoutPaths } from '../failures/findings/fixer.ts';
import { isBuilder } from '../failures/findings/installer.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import { parseShell, type ShellCommand } from '../shell/index.ts';
import type { History } from './history.ts';

/** Returns the folder of the repository to which a build writes a file; undefined for other files. */
export function outputFolder(path: string): string | undefined {
  const found = OUTPUT.exec(path);
  return found && !path.startsWith('~') ? path.slice(0, found.index + found[0].length - 1) : undefined;
}

const OUTPUT = /(?:^|(?<=\/))(?:target|dist|build|out|_build|\.next|zig-out)\//;

/** Returns the build that the sessions ran most often and that writes to such a folder. */
export function findBuild(output: string, history: History): string | undefined {
  const name = output.slice(output.lastIndexOf('/') + 1);
  const counts = new Map<string, number>();
  for (const { command: text, name: tool } of history.ranWell('build')) {
    for (const command of parseShell(text, tool).commands) {
      if (!isBuilder(command) || !writesTo(command, name)) continue;
      const build = withoutPaths(command);
      counts.set(build, (counts.get(build) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return most && most[1] >= 2 ? most[0] : undefined;
}

/** Whether a build may write to a folder. Toolchains choose the folder themselves; a script of the project may write anywhere. */
function writesTo({ name }: ShellCommand, folder: string): boolean {
  const own = programOf(familyOf(name))?.buildFolder;
  return own === undefined ? folder !== 'target' : own === folder;
}
