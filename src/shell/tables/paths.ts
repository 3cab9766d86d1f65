import { wordSet } from './word-set.ts';

/** Programs whose every operand is a file or folder. */
export const PATH_OPERANDS: ReadonlySet<string> = wordSet(
  'cat ls cd chdir pushd rm rmdir mkdir touch head tail wc cp mv ln stat file du tree less more source open code vim vi nano emacs realpath ' +
    'readlink diff cmp comm tee nl sort uniq xxd hexdump od md5 md5sum sha1sum sha256sum shasum cksum bat unzip gunzip gzip zip zcat strings ' +
    'shred truncate rsync scp install gofmt goimports gofumpt prettier shfmt shellcheck black isort rustfmt dir copy del move xcopy ' +
    'get-content get-childitem get-item set-location push-location test-path remove-item copy-item move-item new-item set-content ' +
    'add-content out-file rename-item resolve-path invoke-item gc gci cpi mi ri ni sl cut paste tac rev column fold realpath chflags ' +
    'tokei cloc scc open xdg-open start nm ldd otool objdump readelf jar patch',
);

/** Programs whose first operand is a pattern, a program or a mode, and the rest files. */
export const PATTERN_FIRST: ReadonlySet<string> = wordSet(
  'grep rg ag ack sed awk jq yq fd perl chmod chown chgrp select-string findstr sls',
);

/** Flags that give the pattern themselves, so that every operand is a file. */
export const PATTERN_FLAGS: ReadonlySet<string> = wordSet('-e -f --regexp --expression --file --from-file --files --reference');

/** Programs that run the file named by their first operand. */
export const SCRIPT_FIRST: ReadonlySet<string> = wordSet('python node bash sh zsh dash ruby php tsx deno bun lua sqlite3 duckdb');

/** Programs whose operands never are files: messages, names, addresses, revisions, packages. */
export const NO_PATHS: ReadonlySet<string> = wordSet(
  'echo printf kill pkill killall pgrep sleep export set unset read exit return trap alias which whereis command hash man info gh glab ' +
    'ssh curl wget brew apt apk yum dnf snap choco winget scoop systemctl service launchctl psql mysql redis-cli claude codex gemini aider ' +
    'osascript date seq tr expr mise asdf nvm fnm volta pyenv rbenv kubectl oc aws gcloud az helm terraform true false wait ping dig ' +
    'nslookup host nc lsof ps id sudo su env printenv basename dirname ollama vault heroku fly vercel tmux write-host write-output poetry ' +
    'pip pipx conda gem composer rustup direnv npm-check-updates doppler op',
);

/** Programs whose operands are targets or packages unless they begin like a path. */
export const EXPLICIT_ONLY: ReadonlySet<string> = wordSet(
  'make ninja just task rake gradle mvn docker docker-compose cargo npm pnpm yarn bun nx turbo lerna uv go bazel rails jj dotnet swift test',
);

/** Flags whose value is a file or folder, in any program. */
export const PATH_FLAGS: ReadonlySet<string> = wordSet(
  '--config --env-file --file --files --tsconfig --project-file --output --out --outfile --out-dir --outDir --rootDir --root --rootdir ' +
    '--manifest-path --body-file --notes-file --input --requirement --requirements --ignore-path --init-file --key-file --cacert --cert ' +
    '--mcp-config --plugin-dir --add-dir --settings --git-dir --work-tree --values --var-file --kubeconfig --script --schema --cov-config ' +
    '--junitxml --path -path -literalpath -filepath -coverprofile -o --target-dir --justfile --taskfile --from-file --rcfile --gitignore',
);

/** The same where a flag means a file in one program only. */
export const PROGRAM_PATH_FLAGS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['docker', wordSet('-f')],
  ['docker-compose', wordSet('-f')],
  ['kubectl', wordSet('-f -k --filename --kustomize')],
  ['helm', wordSet('-f')],
  ['make', wordSet('-f')],
  ['tar', wordSet('-f -xzf -xf -czf -tzf -cf -xvf -zxvf -xvzf -czvf -C')],
  ['psql', wordSet('-f')],
  ['pip', wordSet('-r -c -e -t')],
  ['uv', wordSet('-r -c')],
  ['tsc', wordSet('-p --project -b')],
  ['eslint', wordSet('-c')],
  ['vitest', wordSet('-c')],
  ['jest', wordSet('-c')],
  ['playwright', wordSet('-c')],
  ['ssh', wordSet('-i -F')],
  ['gh', wordSet('-F')],
  ['git', wordSet('-F')],
  ['wget', wordSet('-O -P')],
  ['cmake', wordSet('-S -B --build')],
  ['golangci-lint', wordSet('-c')],
  ['pytest', wordSet('-c --ignore')],
  ['node', wordSet('-r --require --import')],
  ['java', wordSet('-jar')],
  ['xcodebuild', wordSet('-project -workspace')],
  ['sqlite3', wordSet('-init')],
  ['just', wordSet('-f')],
]);

/** What git's operands are, by subcommand: all files. The others mix revisions and files, or have none. */
export const GIT_PATHS: ReadonlySet<string> = wordSet(
  'add rm mv restore clean check-ignore check-attr ls-files apply am stage update-index hash-object',
);

/** Subcommands of git whose operands are revisions first, then files. */
export const GIT_MIXED: ReadonlySet<string> = wordSet(
  'diff log show checkout reset ls-tree grep blame shortlog rev-list difftool archive annotate whatchanged',
);

/** File name endings that make a word without a slash a file. */
export const FILE_EXTENSIONS: ReadonlySet<string> = wordSet(
  'ts tsx js jsx mjs cjs mts cts d.ts json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf env lock md mdx rst txt log csv tsv xml html ' +
    'htm css scss sass less svg png jpg jpeg gif webp ico pdf py pyi ipynb go mod sum rs java kt kts groovy gradle scala clj ex exs erl rb ' +
    'rake gemspec php c h cc cpp cxx hpp hh m mm swift cs fs vb sln csproj fsproj vcxproj lua pl pm r jl dart zig nim hs ml mli elm vue ' +
    'svelte astro sql db sqlite sqlite3 sh bash zsh fish ps1 psm1 bat cmd exe dll so dylib a o jar war whl gz tgz tar zip bz2 xz 7z dmg ' +
    'pkg deb rpm wasm proto graphql gql prisma tf tfvars hcl nix dockerfile mk cmake patch diff pem crt key pub tmpl tpl hbs ejs j2 snap ' +
    'plist xcodeproj xcworkspace storyboard bak orig tmp out pid sock example sample local lockb editorconfig gitignore npmrc nvmrc',
);
