import { wordSet } from './word-set.ts';

/** How a runner is recognised and where its own words end. */
export interface RunnerGrammar {
  /** The words that must follow the program, other flags between them aside: `run`, `compose exec`. */
  readonly lead: readonly string[];
  /** Flags of the runner that take the next word. */
  readonly values: ReadonlySet<string>;
  /** How many plain words belong to the runner: the service of `docker compose exec web`. */
  readonly positionals: number;
  /** The command begins behind `--`, and only there. */
  readonly dashes: boolean;
}

function runner(lead: string, values = '', positionals = 0, dashes = false): RunnerGrammar {
  return { lead: lead.split(' ').filter((word) => word !== ''), values: wordSet(values), positionals, dashes };
}

const UV_VALUES =
  '--with --with-editable --with-requirements --python -p --extra --no-extra --group --no-group --only-group --package --project ' +
  '--directory --env-file --index --default-index --index-url --extra-index-url --cache-dir --config-file --refresh-package --from -C';
const COMPOSE_VALUES =
  '-f --file -p --project-name --profile --env-file --project-directory --ansi --progress --parallel --index';
const EXEC_VALUES = '-e --env -u --user -w --workdir --env-file --detach-keys';
const COMPOSE_RUN_VALUES = `${EXEC_VALUES} ${COMPOSE_VALUES} --name -v --volume --entrypoint -l --label --publish --pull`;

/** Programs that start another one in an environment of their own: `uv run pytest` is about pytest, but is not the same as `pytest`. */
export const RUNNERS: ReadonlyMap<string, readonly RunnerGrammar[]> = new Map([
  ['uv', [runner('run', UV_VALUES), runner('tool run', UV_VALUES)]],
  ['uvx', [runner('', UV_VALUES)]],
  ['pipx', [runner('run', '--spec --python --pip-args --index-url')]],
  ['poetry', [runner('run', '-C --directory -P --project')]],
  ['pipenv', [runner('run')]],
  ['pdm', [runner('run', '-p --project --site-packages')]],
  ['rye', [runner('run')]],
  ['pixi', [runner('run', '-e --environment --manifest-path')]],
  ['conda', [runner('run', '-n --name -p --prefix --cwd')]],
  ['mamba', [runner('run', '-n --name -p --prefix --cwd')]],
  ['npx', [runner('', '-p --package -c --call -w --workspace --prefix')]],
  [
    'npm',
    [runner('exec', '-p --package -c --call -w --workspace --prefix -C'), runner('x', '-p --package -w --workspace --prefix')],
  ],
  ['pnpm', [runner('exec', '-C --dir --filter -F'), runner('dlx', '--package -C --dir --filter -F')]],
  ['pnpx', [runner('', '--package')]],
  ['yarn', [runner('exec', '--cwd'), runner('dlx', '-p --package --cwd')]],
  ['bun', [runner('x', '--cwd')]],
  ['bunx', [runner('', '-p --package --cwd')]],
  ['lerna', [runner('exec', '--scope --ignore', 0, true)]],
  ['bundle', [runner('exec', '--gemfile')]],
  ['rbenv', [runner('exec')]],
  ['pyenv', [runner('exec')]],
  ['asdf', [runner('exec')]],
  ['mise', [runner('exec', '-C --cd -E --env -j --jobs', 0, true), runner('x', '-C --cd -E --env -j --jobs', 0, true)]],
  ['rtx', [runner('exec', '', 0, true), runner('x', '', 0, true)]],
  ['volta', [runner('run', '--node --npm --pnpm --yarn')]],
  ['fnm', [runner('exec', '--using')]],
  ['nvm', [runner('exec', '', 1)]],
  ['rustup', [runner('run', '', 1)]],
  ['xcrun', [runner('', '--sdk --toolchain')]],
  ['direnv', [runner('exec', '', 1)]],
  ['dotenv', [runner('', '-e -f -v -c', 0, true)]],
  ['dotenvx', [runner('run', '-f --env-file -e --env', 0, true)]],
  ['doppler', [runner('run', '-p --project -c --config -t --token', 0, true)]],
  ['infisical', [runner('run', '--env --path --projectId', 0, true)]],
  ['op', [runner('run', '--env-file --account', 0, true)]],
  ['aws-vault', [runner('exec', '-d --duration -n --no-session', 1, true)]],
  ['nix', [runner('develop -c', '--impure'), runner('develop --command'), runner('shell -c'), runner('shell --command')]],
  [
    'docker',
    [runner('compose exec', COMPOSE_RUN_VALUES, 1), runner('compose run', COMPOSE_RUN_VALUES, 1), runner('exec', EXEC_VALUES, 1)],
  ],
  ['docker-compose', [runner('exec', COMPOSE_RUN_VALUES, 1), runner('run', COMPOSE_RUN_VALUES, 1)]],
  ['podman', [runner('compose exec', COMPOSE_RUN_VALUES, 1), runner('exec', EXEC_VALUES, 1)]],
  ['nerdctl', [runner('exec', EXEC_VALUES, 1)]],
  ['kubectl', [runner('exec', '-n --namespace -c --container --context --kubeconfig --cluster', 1, true)]],
  ['oc', [runner('exec', '-n --namespace -c --container', 1, true)]],
]);

/** Python interpreters, whose `-m module` is a runner; the flags beside it that take a word. */
export const PYTHON_NAME = /^(?:python|pypy)[\d.]*$|^py$/;

/** Python's own flags that take the next word. */
export const PYTHON_VALUES: ReadonlySet<string> = wordSet('-W -X -Q');
