import { familyOf, holdsFor, programOf } from '../../programs/lookup.ts';
import { type ShellCommand, scriptOf } from '../../shell/index.ts';
import type { Step } from '../recovery/session-view.ts';

/**
 * Whether a command installs the declared packages of the project: `bun install`, `uv sync`. With the name of a package it adds
 * one, which is work.
 */
export function isInstaller(command: ShellCommand): boolean {
  if (command.nested) return false;
  const restores = programOf(familyOf(command.name))?.restores;
  if (typeof restores === 'function' && restores(command)) return true;
  if (typeof restores === 'string' && holdsFor(restores, command.subcommand)) return command.operands.length === 0;
  const script = scriptOf(command);
  return script !== undefined && /^(?:install|setup|bootstrap|deps|dependencies)$/.test(script.name);
}

/**
 * Whether a call changed the declared dependencies of the project: a newly declared package has to be installed, which is work.
 */
export function declaresPackage({ call: { tool, input }, outcome }: Step): boolean {
  if (outcome !== 'worked' || (tool !== 'edit' && tool !== 'write')) return false;
  return manifest.test(input.path ?? '');
}

const manifest =
  /(?:^|[\\/])(?:package\.json|pyproject\.toml|requirements[\w-]*\.txt|Gemfile|composer\.json|go\.mod|mix\.exs|Podfile|pubspec\.yaml)$/;

/** Whether a command builds or generates files on which other parts of the project depend. */
export function isBuilder(command: ShellCommand): boolean {
  if (command.nested) return false;
  const script = scriptOf(command);
  if (script !== undefined)
    return /(?:^|[:._ -])(?:build|compile|generate|gen|codegen|bundle|prebuild|dist)(?:$|[:._ -])/.test(script.name);
  const builds = programOf(familyOf(command.name))?.builds;
  return typeof builds === 'function' ? builds(command) : holdsFor(builds, command.subcommand ?? command.operands[0]);
}
