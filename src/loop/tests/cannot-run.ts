import { programs } from '../../programs/index.ts';
import type { TestRun } from '../test-run.ts';

/**
 * Returns why the tests cannot be run at all: their program, script or configuration is missing or wrong. Undefined if they can
 * be run.
 */
export function findObstacle({
  outcome,
  exitCode,
  passed,
  failed,
  failures,
  output,
  parsed,
}: TestRun): string | undefined {
  // For a command that reports no test results, only the exit code shows that they failed.
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
