import { makeTable, type Table } from './table.ts';
import { wordSet } from './word-set.ts';

/** How the subcommand of a program is found. */
export interface SubcommandGrammar {
  /** First words that have a second level: `remote` in `git remote add`; `*` where nearly all have. */
  readonly second: ReadonlySet<string>;
  /** With `*`: first words that stand alone. */
  readonly single: ReadonlySet<string>;
  /** First words that have a third level. */
  readonly third: ReadonlySet<string>;
  /** Global flags before the subcommand that take the next word. */
  readonly values: ReadonlySet<string>;
  /** Of these, the ones that set the directory. */
  readonly dirs: ReadonlySet<string>;
}

interface Row {
  second?: string;
  single?: string;
  third?: string;
  values?: string;
  dirs?: string;
}

function grammar(row: Row): SubcommandGrammar {
  return {
    second: wordSet(row.second ?? ''),
    single: wordSet(row.single ?? ''),
    third: wordSet(row.third ?? ''),
    values: wordSet(`${row.values ?? ''} ${row.dirs ?? ''}`),
    dirs: wordSet(row.dirs ?? ''),
  };
}

const DOCKER = {
  second:
    'compose image container network volume system builder buildx context manifest plugin swarm stack service secret node config trust model mcp',
  values:
    '--context -H --host --config -l --log-level -f --file -p --project-name --profile --env-file --ansi --progress --parallel',
  dirs: '--project-directory',
};
const APT = { values: '-o -c -t' };
const NPM = {
  second: 'config cache pkg token team access audit',
  values: '-w --workspace --registry --loglevel',
  dirs: '--prefix -C',
};

/** Programs whose first plain words say what they do, and the global flags that may stand before. */
export const SUBCOMMANDS: Table<SubcommandGrammar> = makeTable<Row, SubcommandGrammar>(
  {
    git: {
      second: 'remote stash worktree submodule bisect notes lfs sparse-checkout bundle maintenance flow subtree',
      values: '-c --git-dir --work-tree --namespace --exec-path',
      dirs: '-C',
    },
    gh: {
      second: '*',
      single: 'api browse status help version completion co',
      values: '-R --repo --hostname',
    },
    glab: { second: '*', single: 'api help version', values: '-R --repo' },
    jj: { second: 'git bookmark op operation workspace config file', values: '-R --repository' },
    npm: NPM,
    pnpm: { second: 'config store env', values: '-F --filter --workspace-concurrency --loglevel', dirs: '-C --dir' },
    yarn: { second: 'config cache workspaces plugin npm', dirs: '--cwd' },
    bun: { second: 'pm', dirs: '--cwd', values: '--filter -c --config --env-file' },
    deno: {},
    lerna: {},
    nx: { values: '-p --projects' },
    turbo: { values: '--filter -F', dirs: '--cwd' },
    docker: DOCKER,
    podman: DOCKER,
    nerdctl: DOCKER,
    'docker-compose': { values: DOCKER.values, dirs: DOCKER.dirs },
    kubectl: {
      second: 'config rollout set auth certificate top create-token krew',
      values: '-n --namespace --context --kubeconfig --cluster --user -s --server --as',
    },
    oc: { second: 'config rollout set auth adm', values: '-n --namespace --context --kubeconfig' },
    minikube: { second: 'addons config image profile service', values: '-p --profile' },
    kind: { second: '*', single: 'version' },
    k3d: { second: '*', single: 'version' },
    colima: {},
    helm: { second: 'repo dependency dep plugin registry get show search', values: '-n --namespace --kube-context --kubeconfig' },
    cargo: { second: 'nextest', values: '--color --config -Z', dirs: '-C' },
    rustup: { second: 'target toolchain component override self' },
    go: { second: 'mod work tool telemetry', dirs: '-C' },
    mise: { second: 'tasks settings plugins config cache', values: '-E --env', dirs: '-C --cd' },
    asdf: { second: 'plugin' },
    uv: { second: 'pip tool python cache self', values: '--cache-dir --config-file', dirs: '--directory' },
    poetry: { second: 'env self cache source config', values: '-P --project', dirs: '-C --directory' },
    pdm: { second: 'venv cache self plugin' },
    pipenv: {},
    pip: { second: 'cache config index' },
    pipx: {},
    conda: { second: 'env config' },
    hatch: { second: 'env dep version' },
    brew: { second: 'services bundle' },
    apt: APT,
    'apt-get': APT,
    'apt-cache': APT,
    yum: {},
    dnf: {},
    apk: {},
    snap: {},
    choco: {},
    winget: {},
    scoop: { second: 'bucket' },
    systemctl: {},
    launchctl: {},
    terraform: { second: 'state workspace providers', values: '-chdir', dirs: '-chdir' },
    tofu: { second: 'state workspace providers', values: '-chdir', dirs: '-chdir' },
    pulumi: { second: 'stack config plugin', values: '-s --stack', dirs: '-C --cwd' },
    vault: { second: 'kv auth secrets token policy' },
    aws: { second: '*', values: '--profile --region --output --endpoint-url --query' },
    az: {
      second: '*',
      single: 'login logout version upgrade',
      third: 'aks acr vm network webapp functionapp storage keyvault ad sql',
      values: '--subscription',
    },
    gcloud: {
      second: '*',
      single: 'init info version',
      third: 'compute container iam sql secrets artifacts services projects functions builds',
      values: '--project --account --configuration',
    },
    gsutil: { values: '-o' },
    firebase: { values: '-P --project' },
    supabase: { second: 'db migration functions secrets gen projects' },
    wrangler: { second: 'd1 kv r2 pages secret deployments', values: '-c --config -e --env' },
    vercel: { second: 'env domains' },
    fly: { second: 'secrets apps postgres volumes scale ssh', values: '-a --app -c --config' },
    flyctl: { second: 'secrets apps postgres volumes scale ssh', values: '-a --app -c --config' },
    heroku: { values: '-a --app' },
    railway: {},
    stripe: {},
    bundle: {},
    gem: {},
    rails: {},
    composer: { dirs: '-d --working-dir' },
    dotnet: { second: 'tool nuget ef sln new workload' },
    flutter: { second: 'pub' },
    dart: { second: 'pub' },
    swift: { second: 'package' },
    pod: { second: 'repo' },
    mix: {},
    stack: {},
    cabal: {},
    nix: { second: 'flake profile store' },
    devbox: {},
    direnv: {},
    nvm: {},
    fnm: {},
    volta: {},
    corepack: {},
    rbenv: {},
    pyenv: {},
    prisma: { second: 'migrate db' },
    alembic: { values: '-c --config -x -n' },
    'drizzle-kit': {},
    playwright: {},
    cypress: {},
    'pre-commit': {},
    lefthook: {},
    husky: {},
    ruff: {},
    biome: {},
    'golangci-lint': { second: 'cache config' },
    buf: {},
    goreleaser: {},
    tmux: {},
    screen: {},
    openssl: {},
    ollama: {},
    ansible: {},
    vagrant: { second: 'box plugin snapshot' },
    zig: {},
    bazel: {},
    bazelisk: {},
    buck2: {},
  },
  grammar,
);

/** Other programs whose flag sets the directory they work in. */
export const DIRECTORY_FLAGS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['make', wordSet('-C --directory')],
  ['ninja', wordSet('-C')],
  ['gradle', wordSet('-p --project-dir')],
  ['just', wordSet('-d --working-directory')],
  ['task', wordSet('-d --dir')],
  ['tox', wordSet('--workdir')],
  ['ctest', wordSet('--test-dir')],
  ['meson', wordSet('-C')],
]);
