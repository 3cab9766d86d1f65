import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestsConfig } from '../../config/loop-config.ts';
import { asJson, asText, type Json } from '../../shared/json-values.ts';
import { readRegular } from '../../shared/regular-file.ts';
import type { TestCommand, TestFramework } from '../test-run.ts';
import { detectPython } from './detect-python.ts';
import { readPackage, recogniseRunner, runnerNamedIn } from './recognise.ts';

/** What may be found in a folder. */
export type DetectedTests = Pick<TestCommand, 'framework' | 'command' | 'source'>;

/** After so long a run is ended, unless the configuration says otherwise. */
const TIMEOUT_SECONDS = 600;

/** How the tests of a project are run: as configured, else as its files say. Nothing where none are found. */
export async function detectTests(root: string, configured: TestsConfig = {}): Promise<TestCommand | undefined> {
  const timeoutMs = (configured.timeout ?? TIMEOUT_SECONDS) * 1000;
  if (configured.command !== undefined) {
    const framework = configured.framework ?? (await recogniseRunner(configured.command, root))?.framework ?? 'exit-code';
    return { framework, command: configured.command, cwd: root, timeoutMs, source: 'configured' };
  }
  for (const detect of DETECTORS) {
    const found = await detect(root);
    if (found && (configured.framework === undefined || found.framework === configured.framework))
      return { ...found, cwd: root, timeoutMs };
  }
  const usual = configured.framework && USUAL[configured.framework];
  return (
    usual && { framework: configured.framework as TestFramework, command: usual, cwd: root, timeoutMs, source: 'configured' }
  );
}

/** The command of a runner that is named in the configuration, where no file of the project says more. */
const USUAL: Partial<Record<TestFramework, readonly string[]>> = {
  pytest: ['python3', '-m', 'pytest'],
  jest: ['npx', '--no-install', 'jest'],
  vitest: ['npx', '--no-install', 'vitest', 'run'],
  'node-test': ['node', '--test'],
  mocha: ['npx', '--no-install', 'mocha'],
  go: ['go', 'test', './...'],
  cargo: ['cargo', 'test'],
};

/** In this order: what a project says of its tests itself comes first. Add yours here. */
const DETECTORS: readonly ((root: string) => Promise<DetectedTests | undefined>)[] = [
  detectPackage,
  detectPython,
  detectGo,
  detectCargo,
  detectJava,
  detectMake,
];

async function detectPackage(root: string): Promise<DetectedTests | undefined> {
  const manifest = await readPackage(root);
  if (!manifest) return undefined;
  const script = asText(asJson(manifest.scripts).test);
  if (script !== undefined && !/no test specified/.test(script)) {
    const manager = packageManager(root, manifest);
    // `bun test` is a runner of its own, and `pnpm test` keeps options for itself.
    const command = [manager, ...(manager === 'bun' || manager === 'pnpm' ? ['run', 'test'] : ['test'])];
    const framework = (await recogniseRunner(command, root))?.framework ?? runnerNamedIn(script) ?? 'exit-code';
    return { framework, command, source: 'package.json' };
  }
  const installed = { ...asJson(manifest.dependencies), ...asJson(manifest.devDependencies) };
  const runner = (['vitest', 'jest', 'mocha'] as const).find((name) => name in installed);
  const command = runner && USUAL[runner];
  return command && { framework: runner, command, source: 'package.json' };
}

function packageManager(root: string, manifest: Json): string {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(asText(manifest.packageManager) ?? '')?.[1];
  if (named !== undefined) return named;
  const locks = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun', 'bun.lockb': 'bun' };
  return Object.entries(locks).find(([lock]) => existsSync(join(root, lock)))?.[1] ?? 'npm';
}

async function detectGo(root: string): Promise<DetectedTests | undefined> {
  return existsSync(join(root, 'go.mod')) ? { framework: 'go', command: ['go', 'test', './...'], source: 'go.mod' } : undefined;
}

async function detectCargo(root: string): Promise<DetectedTests | undefined> {
  return existsSync(join(root, 'Cargo.toml'))
    ? { framework: 'cargo', command: ['cargo', 'test'], source: 'Cargo.toml' }
    : undefined;
}

async function detectJava(root: string): Promise<DetectedTests | undefined> {
  const has = (name: string) => existsSync(join(root, name));
  const wrapper = (name: string) => (process.platform === 'win32' ? `${name}.${name === 'mvnw' ? 'cmd' : 'bat'}` : `./${name}`);
  if (has('pom.xml'))
    return { framework: 'junit', command: [has('mvnw') ? wrapper('mvnw') : 'mvn', '--batch-mode', 'test'], source: 'pom.xml' };
  const build = ['build.gradle', 'build.gradle.kts'].find(has);
  if (!build) return undefined;
  return { framework: 'junit', command: [has('gradlew') ? wrapper('gradlew') : 'gradle', 'test'], source: build };
}

/** The last resort: a target says nothing of what it runs, so its recipe is read for the name of a runner. */
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
