import type { TestRun } from '../test-run.ts';

/** How package managers, runners and interpreters say that no test can be run, whatever the code of the project is. */
const SIGNS: readonly RegExp[] = [
  // The script is missing.
  /^npm (?:ERR!|error) Missing script: .*/im,
  /^.*\bERR_PNPM_NO_SCRIPT\b.*/m,
  /^(?:error|Usage Error:) (?:Couldn't find a (?:command|script) named|Command) "[^"\n]{1,100}"(?: not found)?.*/im,
  /^error: Script not found "[^"\n]{1,100}".*/m,
  /^make(?:\[\d+\])?: \*\*\* No rule to make target .{1,200}Stop\..*/m,
  // The runner is not installed.
  /^.*: No module named '?(?:pytest|nose2?|tox|nox|ward)\b.*/m,
  /^Error: Cannot find module '[^'\n]{0,300}\b(?:vitest|jest|mocha|ava|tap)\b[^'\n]{0,200}'.*/m,
  /^npm (?:ERR!|error) could not determine executable to run.*/m,
  /^npm (?:ERR!|error) npx canceled due to missing packages.*/m,
  /^npm (?:ERR!|error) 404 {1,2}The requested resource '[^'\n]{1,200}' could not be found.*/m,
  // Its configuration is broken.
  /^.*\bfailed to load config from .*/im,
  /^.*\bUnknown (?:option|config(?:uration)?) .{0,100}\bin .{0,200}config.*/im,
  /^● Validation Error:?.*/m,
  /^Error: Jest: Failed to (?:parse|read) .*/m,
  /^ERROR: .{0,300}\b(?:pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini)\b.*/m,
  /^.{0,300}\b(?:pytest\.ini|setup\.cfg|tox\.ini):\d+: .*/m,
  // The same of builds: what they say of the build itself, and not of the code.
  /^Could not compile (?:build|settings) file .*/m,
  /^A problem occurred (?:evaluating|configuring) .*(?:\n> .*)?/m,
  /^Task '[^'\n]{1,200}' not found in .*/m,
  /^Could not resolve all (?:files|dependencies|artifacts) for configuration .*(?:\n> .*)?/m,
  /^(?:ERROR: |Error: )?JAVA_HOME is (?:not set|not defined|set to an invalid).*/m,
  /^\[(?:ERROR|FATAL)\] (?:Non-parseable|Malformed) POM .*/m,
  /^\[ERROR\] (?:The goal you specified requires a project to execute|Unknown lifecycle phase) .*/m,
  /^\[ERROR\] Failed to execute goal .{0,300}Could not resolve dependencies .*/m,
  /^go: errors parsing go\.mod:.*(?:\n.*)?/m,
  /^go: .{0,300} requires go >= .*/m,
  /^go: (?:cannot find main module|go\.mod file not found).*/m,
  /^error: failed to parse (?:manifest|lock file) at.*/m,
  /^error: could not find `Cargo\.toml` in .*/m,
];

/** Why the tests cannot be run at all: their program, script or configuration is not as it must be. Nothing where they can. */
export function findObstacle({ outcome, exitCode, passed, failed, failures, output, parsed }: TestRun): string | undefined {
  // Of a command that tells nothing of its tests, only the exit code says that they failed.
  if (outcome !== 'errored' && (outcome !== 'failed' || parsed)) return undefined;
  if (exitCode === 126 || exitCode === 127) return lastLine(failures[0]?.message ?? '');
  if (passed + failed > 0) return undefined;
  const found = SIGNS.map((sign) => sign.exec(output)?.[0]).find((line) => line !== undefined);
  return found === undefined ? undefined : lastLine(found);
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(0, 300);
}
