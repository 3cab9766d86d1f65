import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestsConfig } from '../../config/loop-config.ts';
import { programs } from '../../programs/index.ts';
import type { DetectedTests, TestCommand, TestFramework } from '../../programs/test-runner.ts';
import { testRunners } from '../../programs/test-runners.ts';
import { asJson, asText, type Json } from '../../shared/json-values.ts';
import { readRegular } from '../../shared/regular-file.ts';
import { wordsOf } from '../../shared/word-set.ts';
import { readPackage, recogniseRunner, runnerNamedIn } from './recognise.ts';

/** The default time limit of a run, unless the configuration says otherwise. */
const TIMEOUT_SECONDS = 600;

/**
 * Finds the command that runs the tests of a project: as configured, else from the files of the project. Undefined if none is
 * found.
 */
export async function detectTests(root: string, configured: TestsConfig = {}): Promise<TestCommand | undefined> {
  const timeoutMs = (configured.timeout ?? TIMEOUT_SECONDS) * 1000;
  if (configured.command !== undefined) {
    const framework =
      configured.framework ?? (await recogniseRunner(configured.command, root))?.framework ?? 'exit-code';
    return { framework, command: configured.command, cwd: root, timeoutMs, source: 'configured' };
  }
  for (const detect of detectors()) {
    const found = await detect(root);
    if (found && (configured.framework === undefined || found.framework === configured.framework))
      return { ...found, cwd: root, timeoutMs };
  }
  const usual = usualOf(configured.framework);
  return (
    usual && {
      framework: configured.framework as TestFramework,
      command: usual,
      cwd: root,
      timeoutMs,
      source: 'configured',
    }
  );
}

/** Returns the command of a runner that is named in the configuration, if no file of the project says more. */
function usualOf(framework: TestFramework | undefined): readonly string[] | undefined {
  return framework === undefined || framework === 'exit-code'
    ? undefined
    : testRunners.find((runner) => runner.framework === framework)?.usual;
}

/**
 * Returns the detectors in order: a project's own statement about its tests comes first, and a make target, which does not show
 * what it runs, last.
 */
function detectors(): ((root: string) => Promise<DetectedTests | undefined>)[] {
  return [detectPackage, ...testRunners.flatMap(({ detect }) => detect ?? []), detectMake];
}

async function detectPackage(root: string): Promise<DetectedTests | undefined> {
  const manifest = await readPackage(root);
  if (!manifest) return undefined;
  const script = asText(asJson(manifest.scripts).test);
  if (script !== undefined && !/no test specified/.test(script)) {
    const manager = packageManager(root, manifest);
    // `bun test` is a runner of its own, and `pnpm test` takes options for itself.
    const command = [manager, ...(manager === 'bun' || manager === 'pnpm' ? ['run', 'test'] : ['test'])];
    const framework = (await recogniseRunner(command, root))?.framework ?? runnerNamedIn(script) ?? 'exit-code';
    return { framework, command, source: 'package.json' };
  }
  const installed = { ...asJson(manifest.dependencies), ...asJson(manifest.devDependencies) };
  const runner = testRunners.find(({ npmPackage }) => npmPackage !== undefined && npmPackage in installed);
  return runner?.usual && { framework: runner.framework, command: runner.usual, source: 'package.json' };
}

function packageManager(root: string, manifest: Json): string {
  const [named = ''] = /^\w+(?=@)/.exec(asText(manifest.packageManager) ?? '') ?? [];
  const managers = programs.filter(({ managesPackageJson }) => managesPackageJson);
  const used =
    managers.find(({ names }) => names === named) ??
    managers.find((manager) =>
      [...wordsOf(manager.managesPackageJson?.locks)].some((lock) => existsSync(join(root, lock))),
    );
  return used?.names ?? 'npm';
}

/**
 * Detects a make target as the last resort: a target does not show what it runs, so its recipe is searched for the name of a
 * runner.
 */
async function detectMake(root: string): Promise<DetectedTests | undefined> {
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) {
    const lines = (await readRegular(join(root, name)).catch(() => '')).toString().split(/\r?\n/);
    const at = lines.findIndex((line) => /^test\s*:(?!=)/.test(line));
    if (at < 0) continue;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((line) => line.trim() !== '' && !line.startsWith('\t'));
    const recipe = rest.slice(0, end < 0 ? rest.length : end).join('\n');
    return { framework: runnerNamedIn(recipe) ?? 'exit-code', command: ['make', 'test'], source: name };
  }
  return undefined;
}
