import { programs } from '../../programs/index.ts';
import type { TestRun } from '../test-run.ts';

/** Why the tests cannot be run at all: their program, script or configuration is not as it must be. Nothing where they can. */
export function findObstacle({ outcome, exitCode, passed, failed, failures, output, parsed }: TestRun): string | undefined {
  // Of a command that tells nothing of its tests, only the exit code says that they failed.
  if (outcome !== 'errored' && (outcome !== 'failed' || parsed)) return undefined;
  if (exitCode === 126 || exitCode === 127) return lastLine(failures[0]?.message ?? '');
  if (passed + failed > 0) return undefined;
  const signs = programs.flatMap(({ obstacles = [] }) => obstacles);
  const found = signs.map((sign) => sign.exec(output)?.[0]).find((line) => line !== undefined);
  return found === undefined ? undefined : lastLine(found);
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(0, 300);
}
