import { makeTable, type Table } from './table.ts';
import { subcommandSet, wordSet } from './word-set.ts';

/** Programs that change the state of machine, checkout or services, whatever their arguments: each could be what another one needed first. */
export const CHANGING_PROGRAMS: ReadonlySet<string> = wordSet(
  'mkdir rmdir chmod chown chgrp cp mv ln touch rm install rsync tar unzip zip gunzip export source unset nohup kill pkill killall service ' +
    'createdb dropdb createuser pg_restore pg_ctl initdb redis-server mongod postgres mysqld mysql_install_db ssh-add ssh-keygen ssh-agent ' +
    'ssh-copy-id open xcode-select cmake ninja meson tsc webpack rollup esbuild vite swiftc gcc g++ clang cc javac protoc sqlc mockgen ' +
    'stringer wire flyway liquibase goose dbmate atlas knex sequelize typeorm ansible-playbook prettier gofmt goimports gofumpt black ' +
    'isort rustfmt shfmt clang-format autopep8 dprint autoflake set-executionpolicy new-item copy-item move-item remove-item start-service ' +
    'restart-service stop-service start-process install-module setx npm-check-updates ncu degit virtualenv wget ngrok cloudflared launchctl',
);

/** Subcommands that do so, a slash between two levels; `*` for all. */
export const CHANGING_SUBCOMMANDS: Table<ReadonlySet<string>> = makeTable(
  {
    git: 'checkout switch pull fetch merge rebase stash reset restore clone init clean add commit push rm mv cherry-pick revert am apply tag gc prune stash/push stash/pop stash/apply stash/drop submodule/update submodule/init submodule/add worktree/add worktree/remove worktree/prune lfs/install lfs/pull lfs/fetch remote/add remote/set-url remote/remove bisect/start bisect/reset sparse-checkout/set',
    gh: 'auth/login auth/refresh auth/switch auth/setup-git repo/clone repo/create repo/fork repo/sync repo/set-default pr/checkout pr/create pr/edit pr/merge pr/close pr/ready issue/create issue/edit release/create workflow/run run/rerun run/download label/create extension/install secret/set co',
    npm: 'install i ci add uninstall remove rm update up rebuild link dedupe prune login adduser logout init create publish version config/set cache/clean audit/fix start pack',
    pnpm: 'install i add remove rm update up rebuild link import store/prune config/set env/use login init create start dedupe approve-builds',
    yarn: 'install add remove upgrade up link init create set start config/set cache/clean import dedupe',
    bun: 'install i add remove update link init create build',
    deno: 'install cache add compile',
    docker:
      'build run start stop restart rm rmi pull push login logout tag cp create kill load save import commit network/create network/rm volume/create volume/rm system/prune container/prune image/prune volume/prune builder/prune buildx/build buildx/create context/use compose/up compose/down compose/build compose/pull compose/start compose/stop compose/restart compose/rm compose/create compose/run',
    'docker-compose': 'up down build pull start stop restart rm create run',
    kubectl:
      'apply create delete scale patch edit label annotate expose run port-forward cordon drain replace config/use-context config/set-context rollout/restart rollout/undo set/image',
    helm: 'install upgrade uninstall rollback repo/add repo/update dependency/update dependency/build dep/update plugin/install',
    minikube: 'start stop delete addons/enable',
    kind: 'create/cluster delete/cluster load/docker-image',
    colima: 'start stop restart delete',
    go: 'build install get generate mod/tidy mod/download mod/init mod/vendor mod/edit work/sync work/init work/use clean fmt fix',
    cargo: 'build install add remove update fetch clean generate-lockfile new init fmt fix vendor b',
    rustup: 'update default install target/add component/add toolchain/install override/set',
    uv: 'sync lock add remove venv init build pip/install pip/sync pip/compile pip/uninstall tool/install tool/upgrade python/install python/pin cache/clean self/update',
    poetry: 'install add remove update lock build init env/use env/remove self/add config',
    pdm: 'install add sync lock update',
    pipenv: 'install sync lock',
    pip: 'install uninstall download wheel config/set cache/purge',
    pipx: 'install inject upgrade ensurepath',
    conda: 'install create activate update remove env/create env/update',
    brew: 'install uninstall upgrade update link unlink tap services/start services/stop services/restart bundle reinstall',
    apt: 'install remove update upgrade purge autoremove dist-upgrade',
    yum: 'install update remove',
    dnf: 'install update remove',
    apk: 'add del update',
    snap: 'install',
    choco: 'install upgrade',
    winget: 'install upgrade',
    scoop: 'install update',
    systemctl: 'start stop restart reload enable disable daemon-reload',
    launchctl: 'load unload bootstrap kickstart start stop',
    terraform: 'init apply destroy import refresh get taint workspace/select workspace/new state/mv state/rm',
    pulumi: 'up destroy login stack/select stack/init config/set',
    mise: 'install use trust upgrade up activate settings/set prune reshim plugins/install self-update',
    asdf: 'install local global reshim plugin/add set',
    nvm: 'install use alias',
    fnm: 'install use default',
    volta: 'install pin',
    corepack: 'enable disable prepare install use',
    pyenv: 'install local global shell rehash',
    rbenv: 'install local global rehash',
    gem: 'install update',
    bundle: 'install update add lock config',
    rails: 'db:migrate db:create db:seed db:setup db:reset db:prepare generate server g s',
    composer: 'install update require dump-autoload',
    dotnet: 'restore build publish tool/install tool/restore ef/database add new/install workload/install',
    flutter: 'pub/get build clean create',
    dart: 'pub/get',
    swift: 'build package/resolve package/update',
    pod: 'install update repo/update',
    mix: 'deps.get compile ecto.migrate ecto.create',
    prisma: 'generate migrate/dev migrate/deploy migrate/reset db/push db/pull db/seed',
    'drizzle-kit': 'generate push migrate',
    alembic: 'upgrade downgrade revision stamp',
    playwright: 'install install-deps',
    cypress: 'install',
    'pre-commit': 'install autoupdate install-hooks',
    lefthook: 'install',
    husky: 'install init add',
    direnv: 'allow reload',
    vault: 'login unseal write kv/put',
    aws: 'sso/login configure/set s3/cp s3/sync s3/mb ecr/get-login-password eks/update-kubeconfig',
    az: 'login aks/get-credentials',
    gcloud: 'auth/login auth/application-default auth/configure-docker config/set init components/install',
    firebase: 'login use deploy',
    supabase: 'start stop link login db/push db/reset db/pull gen/types migration/up migration/new init',
    wrangler: 'login deploy d1/execute d1/migrations',
    fly: 'deploy launch secrets/set auth/login',
    vercel: 'link pull login deploy env/pull',
    ollama: 'pull serve run',
    tmux: 'new new-session kill-session kill-server send-keys',
    ruff: 'format',
    biome: 'format',
    buf: 'generate dep',
    bazel: 'build clean run sync',
    nix: 'build develop',
    vagrant: 'up provision halt',
    lerna: 'bootstrap',
    ng: 'build generate add',
    next: 'build dev start',
    nx: 'build reset',
    turbo: 'build prune',
  },
  subcommandSet,
);

/** Words in the name of a script or target that say it makes, starts or prepares something. */
export const CHANGING_SCRIPT =
  /(?:^|[:._-])(?:build|compile|generate|gen|codegen|migrate|migration|migrations|seed|setup|install|bootstrap|prepare|up|down|start|stop|restart|serve|server|dev|deploy|init|clean|reset|sync|login|pull|db|fmt|format|fix|deps|vendor|proto|bundle|package|assemble|publish|release|provision|link|postinstall)(?:$|[:._-])/i;

/** Words in the name of a script or target that say it checks. */
export const CHECKING_SCRIPT =
  /(?:^|[:._-])(?:tests?|spec|specs|lint|check|checks|typecheck|type-check|verify|ci|e2e|unit|integration|coverage|audit|validate|bench)(?:$|[:._-])/i;
