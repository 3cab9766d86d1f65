import { wordSet } from './word-set.ts';

/** Where packages are published. `tools` are those of a machine: Homebrew, apt, mise. */
export type Ecosystem = 'npm' | 'pypi' | 'cargo' | 'go' | 'gem' | 'composer' | 'nuget' | 'tools';

/** A runner that fetches what it runs. */
export interface Fetcher {
  readonly ecosystem: Ecosystem;
  /** Its words, flags left out. */
  readonly words: readonly string[];
  /** Whether the program behind it is fetched. */
  readonly runsProgram: boolean;
  /** Flags that name packages. */
  readonly packageFlags: ReadonlySet<string>;
}

/** A command that installs what it names. */
export interface Installer {
  readonly ecosystem: Ecosystem;
  readonly programs: ReadonlySet<string>;
  /** Its sub-commands, each as words; a flag where there are none. */
  readonly verbs: readonly (readonly string[])[];
  /** What the package's name begins with: `npm create x` fetches `create-x`. */
  readonly prefix?: string;
}

const fetcher = (ecosystem: Ecosystem, words: string, packageFlags = '', runsProgram = true): Fetcher => {
  return { ecosystem, words: words.split(' '), packageFlags: wordSet(packageFlags), runsProgram };
};

/** `pnpm exec`, `yarn exec`, `poetry run` and `bundle exec` run what is installed, and are not here. */
export const FETCHERS: readonly Fetcher[] = [
  ...['npx', 'pnpx', 'bunx', 'npm exec', 'npm x', 'bun x', 'pnpm dlx', 'yarn dlx'].map((words) =>
    fetcher('npm', words, '-p --package'),
  ),
  fetcher('pypi', 'uvx', '--from --with'),
  fetcher('pypi', 'uv tool run', '--from --with'),
  fetcher('pypi', 'uv run', '--with --with-editable', false),
  fetcher('pypi', 'pipx run', '--spec'),
];

const installer = (ecosystem: Ecosystem, programs: string, verbs: string, prefix?: string): Installer => {
  const split = verbs.split(', ').map((verb) => verb.split(' '));
  return { ecosystem, programs: wordSet(programs), verbs: split, ...(prefix === undefined ? {} : { prefix }) };
};

/** The longer words first: `uv pip install` before `uv add`. */
export const INSTALLERS: readonly Installer[] = [
  installer('npm', 'npm pnpm yarn bun', 'create, init', 'create-'),
  installer('npm', 'npm pnpm yarn bun', 'global add, install, i, add, link, update, upgrade, isntall'),
  installer('npm', 'deno', 'install, add'),
  installer('npm', 'volta', 'install'),
  installer('pypi', 'uv', 'pip install, tool install, add'),
  installer('pypi', 'pip pipx', 'install, inject'),
  installer('pypi', 'poetry pdm pipenv rye pixi hatch', 'add, install'),
  installer('pypi', 'conda', 'install, create'),
  installer('pypi', 'easy_install', ''),
  installer('cargo', 'cargo', 'install, add, binstall'),
  installer('go', 'go', 'install, get, run'),
  installer('gem', 'gem', 'install'),
  installer('gem', 'bundle', 'add'),
  installer('composer', 'composer', 'global require, require'),
  installer('nuget', 'dotnet', 'tool install, add package, tool update'),
  installer('nuget', 'install-package install-module', ''),
  installer(
    'tools',
    'brew apt aptitude dnf yum zypper port snap flatpak choco winget scoop mise asdf guix emerge',
    'install, add, use, plugin add, tap',
  ),
  installer('tools', 'apk', 'add'),
  installer('tools', 'pacman yay paru', '-S'),
  installer('tools', 'nix', 'run, shell, profile install'),
  installer('tools', 'nix-env', '-i'),
  installer('tools', 'code codium cursor', '--install-extension'),
  installer('tools', 'gh', 'extension install'),
  installer('tools', 'helm kubectl', 'plugin install, krew install'),
  installer('tools', 'claude', 'plugin install, plugin marketplace add, mcp add'),
];
