import { makeTable, type Table } from './table.ts';
import { wordSet } from './word-set.ts';

/** Flags that take the next word, by program or by program and subcommand. What is not listed here is taken for a switch. */
export const VALUE_FLAGS: Table<ReadonlySet<string>> = makeTable(
  {
    ansible: '-i -e -m -a -l -u',
    'ansible-playbook': '-i -e -l -u -t',
    awk: '-F -v -f',
    aws: '--profile --region --output --query --endpoint-url --bucket --key --body --function-name --stack-name --cli-input-json',
    bash: '-o -O',
    bat: '-l -r -H --language --line-range --style',
    cargo:
      '-p --package --features -F --bin --example --test --bench --manifest-path --target --target-dir --profile -j --jobs --exclude -Z',
    chown: '--from --reference',
    claude:
      '-p --print --model --permission-mode --append-system-prompt --system-prompt --output-format --input-format --max-turns --settings ' +
      '--plugin-dir --mcp-config --add-dir --allowedTools --disallowedTools --allowed-tools --disallowed-tools --resume -r --session-id',
    codex: '-m --model -c --config -p --profile -s --sandbox -a --ask-for-approval -C --cd -o',
    cmake: '-S -B -G -D -U --build --target -t --preset --config -j --install --prefix',
    ctest: '-R -E -L -j -C --test-dir',
    curl:
      '-X --request -d --data --data-raw --data-binary --data-urlencode --json -H --header -o --output -u --user -A --user-agent -F --form ' +
      '-T --upload-file -b --cookie -c --cookie-jar -e --referer -w --write-out -m --max-time --connect-timeout --retry --retry-delay ' +
      '--cacert --cert --key -x --proxy --resolve --url -K --config -r --range --limit-rate --unix-socket',
    cut: '-d -f -c -b',
    date: '-d -f -r -j -v',
    diff: '-U -C --label -x --exclude -W',
    docker: '--context --host --config --format --filter',
    'docker compose': '--profile --project-name --env-file --scale --timeout',
    'docker build':
      '-t --tag -f --file --build-arg --target --platform --cache-from --cache-to -o --output --secret --ssh --progress',
    'docker buildx build':
      '-t --tag -f --file --build-arg --target --platform --cache-from --cache-to -o --output --secret --ssh --progress',
    'docker run':
      '-e --env -v --volume -p --publish --name --network --net -u --user -w --workdir --entrypoint --env-file --mount --platform -h ' +
      '--hostname -m --memory --cpus --label -l --add-host --restart --gpus --shm-size --ulimit --cap-add --pull --log-driver --ipc',
    'docker logs': '-n --tail --since --until',
    'docker ps': '-f --filter -n --format',
    'docker images': '-f --filter --format',
    'docker inspect': '-f --format --type',
    'docker compose logs': '-n --tail --since --until',
    'docker compose up': '-t --timeout --scale --pull',
    dotnet:
      '-c --configuration -f --framework -r --runtime -o --output -p --project -v --verbosity --filter --logger --startup-project',
    du: '-d --max-depth --exclude',
    eslint:
      '-c --config --ext --rule --format -f -o --max-warnings --ignore-path --ignore-pattern --cache-location --resolve-plugins-relative-to',
    fd: '-e -t -E -d -x -X --extension --type --exclude --max-depth --exec',
    find:
      '-name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -size -mtime -mmin -ctime -cmin -atime -amin -newer ' +
      '-user -group -perm -printf -fprintf -samefile -inum -links',
    ffmpeg: '-i -c -f -ss -t -vf -af -b -r -s -filter_complex -map -codec',
    gh:
      '-R --repo --hostname -t --title -b --body -F --body-file -B --base -H --head -l --label -a --assignee -r --reviewer -m --milestone ' +
      '-L --limit -q --jq --json -s --state -S --search -A --author --template --project -j --job --workflow -u --user --branch --event ' +
      '--subject -n --notes --notes-file --target --created --sort --order --commit',
    'gh api': '-X --method -f --raw-field -F --field -H --header -q --jq -t --template --input --cache --hostname -p --preview',
    'gh pr checkout': '-b --branch -R --repo',
    'gh pr close': '-c --comment -R --repo',
    'gh pr diff': '--color -R --repo',
    'gh pr merge': '-b --body -t --subject --match-head-commit -A --author-email -R --repo -F --body-file',
    'gh pr review': '-b --body -F --body-file -R --repo',
    'gh pr view': '-q --jq --json -t --template -R --repo',
    'gh repo clone': '-u',
    'gh repo create': '-d --description -s --source -r --remote -t --team -g --gitignore -l --license --homepage -p --template',
    'gh run list':
      '-L --limit -b --branch -w --workflow -s --status -u --user -e --event -c --commit -q --jq --json -R --repo -t',
    'gh run view': '-j --job -a --attempt -q --jq --json -R --repo -t',
    'gh workflow run': '-r --ref -f --raw-field -F --field -R --repo',
    git: '-c --git-dir --work-tree --namespace --exec-path',
    'git add': '--chmod --pathspec-from-file',
    'git am': '-C -p --directory',
    'git apply': '-p -C --directory --exclude --include',
    'git archive': '--format -o --output --prefix --remote',
    'git blame': '-L -S -C -M --since',
    'git branch': '-u --set-upstream-to --sort --format --points-at',
    'git checkout': '-b -B --orphan --conflict',
    'git cherry-pick': '-m --mainline -X --strategy-option',
    'git clone': '-b --branch --depth -o --origin --filter -c --config --reference -j --shallow-since --separate-git-dir',
    'git commit':
      '-m --message -F --file -C --reuse-message -c --reedit-message --author --date --fixup --squash -t --template --trailer --cleanup',
    'git config': '--type --file -f --blob',
    'git diff': '-U -S -G -O --diff-filter --output --relative --word-diff-regex',
    'git fetch': '--depth --deepen -j --shallow-since -o --upload-pack',
    'git format-patch': '-o --output-directory --start-number',
    'git grep': '-e -A -B -C --max-depth',
    'git log':
      '-n --max-count --skip -S -G -L -U --since --until --after --before --author --committer --grep --diff-filter --date',
    'git merge': '-m --message -X --strategy-option -s --strategy -F --file --into-name',
    'git pull': '-X --strategy-option -s --strategy --depth -j',
    'git push': '-o --push-option --receive-pack --repo',
    'git rebase': '--onto -X --strategy-option -s --strategy -x --exec',
    'git restore': '-s --source',
    'git rev-list': '-n --max-count --skip --since --until --author --grep',
    'git show': '-U -S -G -n --diff-filter --date',
    'git stash push': '-m --message',
    'git switch': '-c -C --create --force-create --orphan',
    'git tag': '-m --message -F --file -u --local-user --sort --points-at',
    'git worktree add': '-b -B --reason',
    go:
      '-run -count -timeout -tags -bench -benchtime -cpu -parallel -coverprofile -coverpkg -covermode -o -ldflags -gcflags -asmflags -p ' +
      '-mod -modfile -exec -skip -fuzz -fuzztime -cpuprofile -memprofile -f -list -shuffle -blockprofile -trace -vet -overlay -toolexec',
    'golangci-lint':
      '-c --config --timeout -E --enable -D --disable --build-tags -j --concurrency --out-format --new-from-rev --path-prefix',
    gofmt: '-r',
    gradle: '-p --project-dir -x --exclude-task -b --build-file -c -I --init-script --tests',
    grep: '-e -f -A -B -C -m --include --exclude --exclude-dir --exclude-from --regexp --file --max-count --after-context --before-context --context --label -d -D',
    head: '-n -c --lines --bytes',
    helm: '-n --namespace -f --values --set --set-string --set-file --version --kube-context --timeout --repo --kubeconfig',
    java: '-cp -classpath --class-path -jar -p --module-path -m --module --add-opens --add-modules',
    javac: '-cp -classpath -d -source -target --release',
    jest: '-c --config -t --testNamePattern --testPathPattern --testPathPatterns -w --maxWorkers --rootDir --testTimeout --selectProjects --reporters --shard',
    jq: '--arg --argjson --slurpfile --rawfile --indent -L -f --from-file',
    just: '-f --justfile -d --working-directory --set --shell',
    kill: '-s -n',
    kubectl:
      '-n --namespace --context --kubeconfig -f --filename -l --selector -o --output -c --container --replicas --image -p --patch --type --tail --since --timeout --for -k --kustomize --field-selector --dry-run',
    'kubectl logs': '-n --namespace --context --kubeconfig -c --container -l --selector --tail --since --since-time',
    ls: '-I -w --ignore --sort --time --block-size',
    lsof: '-i -p -u -c -s',
    make: '-C --directory -f --file -I -j -l -o -W',
    mise: '-C --cd -E --env -j --jobs',
    mocha: '-g --grep -t --timeout -r --require -R --reporter --config --spec',
    mvn: '-f --file -pl --projects -P -s --settings -T -rf',
    mysql: '-h -u -p -P -D -e --host --user --port --database --execute',
    nc: '-w -p -s -X -x',
    next: '-p --port -H --hostname',
    node: '-e --eval -p --print -r --require --import --loader --experimental-loader --env-file --input-type --test-name-pattern --test-reporter -C --conditions',
    npm: '-w --workspace --prefix --registry --loglevel --tag --otp --omit --include --access --cache --userconfig --before',
    nx: '-p --projects -t --target --targets -c --configuration --parallel --base --head --exclude --runner',
    openssl: '-in -out -key -cert -days -subj -inkey -passin -passout -connect -CA -CAkey',
    osascript: '-e -l',
    patch: '-p -i -d -o -r --input --directory',
    perl: '-e -E -I -M',
    pgrep: '-u -t -g -P',
    pip: '-r --requirement -c --constraint -e --editable -t --target -i --index-url --extra-index-url -f --find-links --prefix --root --python --trusted-host --format',
    pkill: '-u -t -g -P -s --signal',
    playwright: '-c --config -g --grep --grep-invert --project --reporter --workers -j --retries --timeout --output --shard',
    pnpm: '-F --filter -C --dir --workspace-concurrency --loglevel --reporter --registry --store-dir',
    poetry: '-C --directory -P --project -G --group -E --extras --with --without --only --source --python',
    prettier: '--config --ignore-path --parser --plugin --print-width --log-level --cache-location',
    ps: '-o -p -u -C -t --sort',
    psql: '-c -f -h -p -U -d -v -F -o --command --file --host --port --username --dbname --set',
    pytest:
      '-k -m -n -p -c -o -W -r --tb --maxfail --cov --cov-report --cov-config --rootdir --ignore --deselect --junitxml --timeout --durations --basetemp --confcutdir --dist',
    python: '-c -W -X --check-hash-based-pycs',
    read: '-p -n -t -d -u',
    'redis-cli': '-h -p -a -n -u',
    rg:
      '-e -f -g -t -T -A -B -C -m -j -r -M -d --regexp --file --glob --iglob --type --type-not --type-add --after-context --before-context ' +
      '--context --max-count --threads --replace --max-columns --max-depth --sort --sortr --color --colors --encoding --engine --pre',
    rsync: '-e --exclude --include --exclude-from --files-from --rsh --bwlimit --chmod --out-format',
    ruby: '-e -r -I -C',
    ruff: '--config --select --ignore --extend-select --extend-ignore --line-length --target-version --output-format --exclude --per-file-ignores --fixable',
    scp: '-P -i -F -o -l -c -J',
    sed: '-e -f -l --expression --file',
    shellcheck: '-e -f -s -S -o --exclude --format --shell --severity',
    sort: '-k -t -o -S -T',
    sqlite3: '-cmd -separator -init -nullvalue',
    ssh: '-i -p -l -o -F -J -L -R -D -W -b -c -m -e',
    stat: '-f -c -t --format --printf',
    swift: '-c --configuration --package-path --product --target --filter --scratch-path',
    tail: '-n -c --lines --bytes --pid -s',
    tar: '-f -C --file --directory --exclude --strip-components -T -X --transform',
    terraform: '-chdir -var -var-file -target -out -backend-config -lock-timeout -parallelism -state -replace',
    tmux: '-L -S -f -s -t -n -c -x -y',
    touch: '-t -d -r',
    tree: '-L -I -P -o --filelimit',
    tsc: '-p --project -b --outDir --rootDir --target -t --module -m --lib --jsx --declarationDir --tsBuildInfoFile',
    tsx: '-e --eval --tsconfig -r --require --import --env-file',
    turbo: '--filter -F --cwd --concurrency --cache-dir --output-logs --log-order',
    uniq: '-f -s -w',
    uv: '-p --python --extra --group --with --package --project --directory --env-file --index --index-url --default-index --extra-index-url -r --requirement -c --constraint -e --editable --prerelease --upgrade-package -P -o --output-file --target --prefix',
    vite: '-c --config --base --port --host --mode -m --outDir -l --logLevel',
    vitest:
      '-c --config -t --testNamePattern --project --reporter --environment -r --root --dir --pool --testTimeout --shard --outputFile --changed --exclude',
    wget: '-O -o -P -T -t -U --header --output-document --directory-prefix --timeout --tries --user --password --post-data',
    wrangler: '-c --config -e --env --name --command --file',
    xcodebuild:
      '-project -workspace -scheme -configuration -destination -sdk -derivedDataPath -arch -target -only-testing -resultBundlePath',
    xxd: '-l -s -c -g',
    yarn: '--cwd --registry --cache-folder --modules-folder',
    yq: '-o -p -I --output-format --input-format',
    zip: '-x -i',
  },
  wordSet,
);

/** Long flags that take a value in nearly every program: used for programs not listed above. */
export const COMMON_VALUE_FLAGS: ReadonlySet<string> = wordSet(
  '--config --output --file --format --name --port --host --message --title --body --filter --timeout --limit --repo --branch --base ' +
    '--head --project --profile --region --tags --tag --env-file --path --dir --cwd --prefix --user --username --password --token --url ' +
    '--model --description --scope --type --id --key --value --query --input --out --outfile --out-dir --mode --level --log-level --reason ' +
    '--author --label --since --until --from --to --target --namespace --context --database --db --schema --root --summary',
);

/** Programs whose long flags begin with one dash, so that `-run` is not a cluster of `-r -u -n`. */
export const SINGLE_DASH_PROGRAMS: ReadonlySet<string> = wordSet(
  'go terraform tofu find java javac ffmpeg clang gcc g++ cc ld xcodebuild openssl osascript golangci gofmt swiftc kotlinc scalac protoc convert magick dlv vault consul nomad packer',
);
