import { type ShellCommand, scriptOf } from '../../shell/index.ts';
import type { Step } from '../recovery/session-view.ts';

/** Whether a command installs what the project declares: `bun install`, `uv sync`. With the name of a package it adds one, which is work. */
export function isInstaller(command: ShellCommand): boolean {
  if (command.nested) return false;
  const { name, operands, flags } = command;
  const verb = command.subcommand ?? '';
  if (name === 'pip' || name === 'pip3' || (name === 'uv' && verb === 'pip install'))
    return /install$/.test(verb) && flags.some((flag) => /^(?:-r|-e|--requirement|--editable)$/.test(flag));
  if (installs.get(name)?.test(verb) === true) return operands.length === 0;
  const script = scriptOf(command);
  return script !== undefined && /^(?:install|setup|bootstrap|deps|dependencies)$/.test(script.name);
}

const installs: ReadonlyMap<string, RegExp> = new Map([
  ['npm', /^(?:install|i|ci|clean-install)$/],
  ['pnpm', /^(?:install|i)$/],
  ['yarn', /^(?:install)?$/],
  ['bun', /^(?:install|i)$/],
  ['uv', /^sync$/],
  ['poetry', /^install$/],
  ['pdm', /^(?:install|sync)$/],
  ['pipenv', /^(?:install|sync)$/],
  ['bundle', /^(?:install)?$/],
  ['composer', /^install$/],
  ['go', /^mod download$/],
  ['mix', /^deps\.get$/],
  ['pod', /^install$/],
  ['dotnet', /^(?:restore|tool restore)$/],
  ['flutter', /^pub get$/],
  ['dart', /^pub get$/],
]);

/** Whether a call changed what the project declares to need: who declares a new package has to install it, which is work. */
export function declaresPackage({ call: { tool, input }, outcome }: Step): boolean {
  if (outcome !== 'worked' || (tool !== 'edit' && tool !== 'write')) return false;
  return manifest.test(input.path ?? '');
}

const manifest =
  /(?:^|[\\/])(?:package\.json|pyproject\.toml|requirements[\w-]*\.txt|Gemfile|composer\.json|go\.mod|mix\.exs|Podfile|pubspec\.yaml)$/;

/** Whether a command builds or generates what other parts of the project run on. */
export function isBuilder(command: ShellCommand): boolean {
  if (command.nested) return false;
  const script = scriptOf(command);
  if (script !== undefined)
    return /(?:^|[:._ -])(?:build|compile|generate|gen|codegen|bundle|prebuild|dist)(?:$|[:._ -])/.test(script.name);
  const verb = command.subcommand ?? command.operands[0] ?? '';
  if (/^(?:go|cargo|buf|prisma|sqlc|dotnet|ng|next|nx|turbo|bazel|swift|gradle|mvn)$/.test(command.name))
    return /^(?:build|generate|run build)$/.test(verb);
  return /^(?:tsc|tsup|tsdown|rollup|webpack|esbuild|protoc|bun)$/.test(command.name)
    ? !command.flags.includes('--noEmit') && (command.name !== 'bun' || verb === 'build' || filtersBuild(command))
    : false;
}

/** `bun --filter @harbour/core build` */
function filtersBuild(command: ShellCommand): boolean {
  return command.args.at(-1) === 'build' || command.subcommand === 'build';
}
