import { makeTable, type Table } from './table.ts';
import { subcommandSet, wordSet } from './word-set.ts';

/** Programs that look without changing anything, whatever their arguments (writing to a file is checked apart). */
export const LOOKING_PROGRAMS: ReadonlySet<string> = wordSet(
  'ls cat bat head tail less more wc stat file tree find fd locate which type whereis where man info apropos whatis pwd env printenv echo ' +
    'printf date whoami id groups hostname uname uptime df du free ps top htop pgrep pidof lsof netstat ss ifconfig dig nslookup host ping ' +
    'traceroute jq yq grep rg ag ack sed awk sort uniq cut tr column nl od xxd hexdump strings diff cmp comm md5 md5sum sha1sum sha256sum ' +
    'shasum cksum realpath readlink dirname basename test true false tput locale nproc sw_vers lscpu lsblk history dmesg journalctl getent ' +
    'nm objdump ldd otool readelf size cloc tokei scc xmllint seq sleep wait command pg_isready nc mdfind mdls plutil hash paste tac rev ' +
    'dir findstr tasklist ver systeminfo gci gc sls cal apt-cache zcat compgen jobs arch nvidia-smi',
);

/** Verbs that only look, whatever the program. */
export const LOOKING_VERBS: ReadonlySet<string> = wordSet(
  'capture cat describe diff docs doctor find get help history info inspect list log logs ls print ps query search show stats status tail tree version view wait watch where which whoami',
);

/** Subcommands that only look, a slash between two levels. `x/*` stands for any second word, `*\/x` for any first one. */
export const LOOKING_SUBCOMMANDS: Table<ReadonlySet<string>> = makeTable(
  {
    git: 'status log diff show rev-parse rev-list ls-files ls-tree ls-remote cat-file blame shortlog describe reflog merge-base name-rev for-each-ref show-ref show-branch check-ignore check-attr whatchanged grep count-objects var help version diff-tree diff-index diff-files cherry range-diff fsck verify-commit annotate remote/show remote/get-url stash/list stash/show worktree/list submodule/status notes/list notes/show bisect/log lfs/ls-files lfs/env lfs/status',
    gh: '*/view */list */status */diff */checks */watch */ls status search/* auth/token help version',
    glab: '*/view */list */status',
    docker:
      'ps images logs inspect version info top stats port diff history search events */ls */list */inspect */ps system/df compose/ps compose/logs compose/config compose/images compose/top compose/port compose/version compose/events context/show',
    'docker-compose': 'ps logs config images top port version events',
    kubectl:
      'get describe logs top explain version cluster-info api-resources api-versions events diff top/* config/view config/get-contexts config/current-context config/get-clusters auth/can-i auth/whoami rollout/status rollout/history',
    oc: 'get describe logs status version whoami explain',
    helm: 'list ls status history version env get/* show/* search/* repo/list dependency/list template',
    minikube: 'status ip logs version',
    colima: 'status list version',
    go: 'env list version doc help mod/graph mod/why mod/verify',
    cargo: 'metadata tree search locate-project version help pkgid info',
    rustup: 'show which check toolchain/list target/list component/list',
    npm: 'ls list ll la view info show v outdated root prefix bin ping whoami search explain why help fund doctor config/get config/list config/ls pkg/get cache/ls',
    pnpm: 'ls list la ll view info outdated root bin why licenses audit help store/path store/status config/get config/list env/list',
    yarn: 'list why info versions bin outdated config/get config/list workspaces/list workspaces/info',
    bun: 'pm/ls pm/bin pm/cache outdated',
    pip: 'show list freeze check help debug inspect index/versions config/list config/get cache/list cache/dir',
    uv: 'tree version help pip/list pip/show pip/freeze pip/tree pip/check python/list python/find python/dir tool/list tool/dir cache/dir',
    poetry: 'show check version about search env/info env/list config/list',
    pdm: 'list show info',
    conda: 'list info search env/list',
    pipx: 'list',
    pipenv: 'graph check',
    brew: 'list ls info search config doctor outdated deps uses leaves cat log desc services/list services/info',
    apt: 'list show search policy depends rdepends',
    systemctl: 'status is-active is-enabled is-failed list-units list-unit-files show cat list-timers',
    launchctl: 'list print',
    terraform: 'show output version providers graph state/list state/show workspace/list workspace/show',
    pulumi: 'preview stack/ls stack/output config/get version whoami logs',
    mise: 'ls list current tasks tasks/ls tasks/info tasks/deps which where env doctor version ls-remote latest outdated bin-paths settings/get settings/ls config/ls help',
    asdf: 'list current where which latest plugin/list',
    nvm: 'ls list current which version ls-remote',
    fnm: 'ls list current',
    volta: 'list which',
    pyenv: 'versions version which root',
    rbenv: 'versions version which root',
    gem: 'list search info which env contents',
    bundle: 'list show info outdated check doctor platform',
    composer: 'show why outdated info',
    dotnet: 'tool/list sln/list nuget/list list',
    prisma: 'version migrate/status',
    alembic: 'current history heads show branches',
    tmux: 'ls list-sessions list-windows list-panes capture-pane has-session display-message',
    fly: 'status logs apps/list secrets/list scale/show',
    heroku: 'logs ps config apps releases',
    firebase: 'projects:list',
    supabase: 'status migration/list projects/list',
    vercel: 'ls list inspect logs whoami env/ls',
    wrangler: 'whoami tail d1/list d1/info secret/list deployments/list',
    vault: 'status read list kv/get kv/list token/lookup',
    aws: 's3/ls sts/get-caller-identity configure/list logs/tail',
    gsutil: 'ls cat stat du',
    ollama: 'list ps show',
    openssl: 'version x509 s_client',
    direnv: 'status show_dump',
    flutter: 'doctor devices --version',
    swift: 'package/describe package/show-dependencies',
    stack: 'path ls',
    nix: 'flake/show flake/metadata search',
    jj: 'log st status diff show op/log bookmark/list',
    pod: 'env',
  },
  subcommandSet,
);

/** Programs whose `-h` is a host or a hash option, not help. */
export const OTHER_H_FLAG: ReadonlySet<string> = wordSet(
  'psql mysql mysqldump mysqladmin pg_dump pg_restore pg_isready createdb dropdb redis-cli mongosh mongo influx ls du df grep sort free chown ln docker',
);
