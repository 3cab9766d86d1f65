import { hasExtension, isExplicitPath, isRevision } from '../../shared/path-shape.ts';
import type { ShellCommand } from '../command.ts';
import type { OperandChooser, Program } from '../program.ts';
import type { DangerRule } from '../refusal-rule.ts';

/** Settings whose value git runs, or by which it trusts what it would not. */
const RUN_BY_GIT =
  /^(?:alias\.|core\.(?:sshcommand|pager|editor|fsmonitor|gitproxy|askpass|attributesfile)|credential\.|diff\.external|\w+\.\S*\.(?:textconv|clean|smudge|process|command|cmd)|url\.\S*insteadof|include\.|protocol\.|safe\.directory|http\.\S*proxy|gpg\.)/i;

/** Commands that lose work, send it elsewhere, or change what git runs. The first that fits counts. */
const DANGERS: readonly DangerRule[] = [
  {
    id: 'reset-hard',
    group: 'destruction',
    why: 'changes that nobody saved',
    sample: 'git reset --hard',
    test: ({ subcommand, flags }) => subcommand === 'reset' && flags.includes('--hard'),
  },
  {
    id: 'git-clean',
    group: 'destruction',
    why: 'files that nobody saved',
    sample: 'git clean -fdx',
    test: ({ subcommand, flags }) => subcommand === 'clean' && flags.some((flag) => /^-\w*f|^--force$/.test(flag)),
  },
  {
    id: 'discard-all',
    group: 'destruction',
    why: 'changes that nobody saved',
    sample: 'git checkout -- .',
    test: ({ subcommand = '', operands, flags }) => {
      if (subcommand === 'checkout' && flags.some((flag) => /^(?:-f|--force)$/.test(flag))) return true;
      if (/^(?:checkout|restore)$/.test(subcommand)) return operands.some((operand) => /^(?:\.|:\/|\*)$/.test(operand));
      return (
        /^stash (?:drop|clear)$/.test(subcommand) ||
        (subcommand === 'stash' && operands.some((operand) => /^(?:drop|clear)$/.test(operand)))
      );
    },
  },
  {
    id: 'rewrite-history',
    group: 'destruction',
    why: 'the history',
    sample: 'git filter-branch --all',
    test: ({ subcommand, args }) =>
      /^(?:filter-branch|filter-repo|update-ref)$/.test(subcommand ?? args[0] ?? '') ||
      (subcommand === 'reflog' && args.includes('expire')),
  },
  {
    id: 'delete-branch',
    group: 'destruction',
    why: 'a branch of others',
    sample: 'git push origin --delete main',
    test: ({ subcommand, flags, operands }) =>
      subcommand === 'push' &&
      (flags.some((flag) => /^(?:-d|--delete|--prune)$/.test(flag)) ||
        operands.some((operand) => /^:[^:]/.test(operand))),
  },
  {
    id: 'git-commands',
    group: 'foothold',
    why: 'commands that git runs',
    sample: "git config alias.p '!sh x'",
    test: ({ subcommand, arguments: given }) =>
      (subcommand === 'config' || given.some(({ text }) => text === '-c')) &&
      given.flatMap(({ text, value = '' }) => [text, value]).some((text) => RUN_BY_GIT.test(text)),
  },
  {
    id: 'other-remote',
    group: 'sending',
    why: 'the repository to another machine',
    sample: 'git remote set-url origin https://elsewhere.example/x.git',
    test: ({ subcommand = '', operands }) =>
      /^remote(?: (?:add|set-url))?$/.test(subcommand) &&
      /\b(?:add|set-url)\b/.test([subcommand, operands[0] ?? ''].join(' ')),
  },
];

/** git. */
export const git: Program = {
  names: 'git',
  subcommands: {
    second: 'remote stash worktree submodule bisect notes lfs sparse-checkout bundle maintenance flow subtree',
    values: '-c --git-dir --work-tree --namespace --exec-path',
    dirs: '-C',
  },
  valueFlags: '-c --git-dir --work-tree --namespace --exec-path',
  valueFlagsOf: {
    add: '--chmod --pathspec-from-file',
    am: '-C -p --directory',
    apply: '-p -C --directory --exclude --include',
    archive: '--format -o --output --prefix --remote',
    blame: '-L -S -C -M --since',
    branch: '-u --set-upstream-to --sort --format --points-at',
    checkout: '-b -B --orphan --conflict',
    'cherry-pick': '-m --mainline -X --strategy-option',
    clone: '-b --branch --depth -o --origin --filter -c --config --reference -j --shallow-since --separate-git-dir',
    commit:
      '-m --message -F --file -C --reuse-message -c --reedit-message --author --date --fixup --squash -t --template --trailer ' +
      '--cleanup',
    config: '--type --file -f --blob',
    diff: '-U -S -G -O --diff-filter --output --relative --word-diff-regex',
    fetch: '--depth --deepen -j --shallow-since -o --upload-pack',
    'format-patch': '-o --output-directory --start-number',
    grep: '-e -A -B -C --max-depth',
    log: '-n --max-count --skip -S -G -L -U --since --until --after --before --author --committer --grep --diff-filter --date',
    merge: '-m --message -X --strategy-option -s --strategy -F --file --into-name',
    pull: '-X --strategy-option -s --strategy --depth -j',
    push: '-o --push-option --receive-pack --repo',
    rebase: '--onto -X --strategy-option -s --strategy -x --exec',
    restore: '-s --source',
    'rev-list': '-n --max-count --skip --since --until --author --grep',
    show: '-U -S -G -n --diff-filter --date',
    'stash push': '-m --message',
    switch: '-c -C --create --force-create --orphan',
    tag: '-m --message -F --file -u --local-user --sort --points-at',
    'worktree add': '-b -B --reason',
  },
  pathFlags: '-F',
  operands: chooseOperands,
  role: (subcommand) => (subcommand === 'add' ? 'setup' : 'work'),
  looks:
    'status log diff show rev-parse rev-list ls-files ls-tree ls-remote cat-file blame shortlog describe reflog merge-base ' +
    'name-rev for-each-ref show-ref show-branch check-ignore check-attr whatchanged grep count-objects var help version ' +
    'diff-tree diff-index diff-files cherry range-diff fsck verify-commit annotate remote/show remote/get-url stash/list ' +
    'stash/show worktree/list submodule/status notes/list notes/show bisect/log lfs/ls-files lfs/env lfs/status',
  looksIf: looksByArguments,
  asks: 'check-ignore check-attr grep show-ref',
  asksWith: {
    diff: '--exit-code --quiet --check',
    'diff-index': '--exit-code --quiet',
    config: '--get --get-all --get-regexp',
    'rev-parse': '--verify --is-inside-work-tree -q --quiet --abbrev-ref',
    'merge-base': '--is-ancestor',
    'ls-remote': '--exit-code',
    'ls-files': '--error-unmatch',
    'cat-file': '-e',
    'symbolic-ref': '-q --quiet',
    'remote get-url': '',
  },
  asksIf: readsOneSetting,
  printsTexts: 'show log diff grep blame reflog',
  changes:
    'checkout switch pull fetch merge rebase stash reset restore clone init clean add commit push rm mv cherry-pick revert ' +
    'am apply tag gc prune stash/push stash/pop stash/apply stash/drop submodule/update submodule/init submodule/add ' +
    'worktree/add worktree/remove worktree/prune lfs/install lfs/pull lfs/fetch remote/add remote/set-url remote/remove ' +
    'bisect/start bisect/reset sparse-checkout/set',
  changesIf: ({ subcommand, operands }) => subcommand === 'branch' || (subcommand === 'config' && operands.length > 1),
  bypasses: [
    {
      id: 'commit-n',
      group: 'checks',
      why: 'git hooks',
      sample: 'git commit -nm x',
      subcommands: 'commit',
      letter: 'n',
    },
    {
      id: 'gpg-sign-off',
      group: 'checks',
      why: 'signed commits',
      sample: 'git -c commit.gpgsign=false commit -m x',
      operand: /^commit\.gpgsign=false$/i,
    },
    {
      id: 'force-push',
      group: 'checks',
      why: 'the history others build on',
      sample: 'git push --force origin main',
      subcommands: 'push',
      flags: '--force --mirror',
      letter: 'f',
    },
    {
      id: 'force-refspec',
      group: 'checks',
      why: 'the history others build on',
      sample: 'git push origin +main',
      subcommands: 'push',
      operand: /^\+[^+]/,
    },
    {
      id: 'hooks-path',
      group: 'checks',
      why: 'git hooks',
      sample: 'git config core.hooksPath /tmp/none',
      operand: /^core\.hookspath(?:=|$)/i,
    },
  ],
  dangers: DANGERS,
  causes: [
    {
      id: 'git.protected',
      kind: 'git-rejected',
      has: 'rotected branch',
      line: /Protected branch (?:update failed|hook declined)(?: for refs\/heads\/(?<subject>\S{1,200}?)(?=\.?\s*$))?/i,
    },
    {
      id: 'git.fetch-first',
      kind: 'git-rejected',
      has: 'fetch first',
      line: /! \[rejected\] +(?<subject>\S+) .*\(fetch first\)/,
    },
    {
      id: 'git.non-fast-forward',
      kind: 'git-rejected',
      has: 'non-fast-forward',
      line: /! \[rejected\] +(?<subject>\S+) .*\(non-fast-forward\)/,
    },
    {
      id: 'git.no-upstream',
      kind: 'git-rejected',
      has: 'has no upstream branch',
      line: /The current branch (?<subject>\S+) has no upstream branch/,
    },
    { id: 'git.conflict', kind: 'git-rejected', has: 'CONFLICT', line: /^CONFLICT \(/, work: true },
    {
      id: 'git.overwritten',
      kind: 'git-rejected',
      has: 'would be overwritten',
      line: /local changes to the following files would be overwritten/,
    },
    { id: 'git.lock', kind: 'other', has: 'index.lock', line: /Unable to create '.*index\.lock': File exists/ },
    {
      id: 'git.argument',
      kind: 'bad-flag',
      has: 'unrecognized argument: ',
      line: /^(?:fatal|error): unrecognized argument: (?<subject>\S+)/,
      strict: true,
      general: true,
    },
    {
      id: 'git.option',
      kind: 'bad-flag',
      has: 'unknown option',
      line: /^error: unknown option [`'](?<subject>[^'`]+)'/,
      strict: true,
      general: true,
    },
    {
      id: 'git.switch',
      kind: 'bad-flag',
      has: 'unknown switch',
      line: /^error: unknown switch [`'](?<subject>[^'`]+)'/,
      strict: true,
      general: true,
    },
    {
      id: 'git.command',
      kind: 'bad-subcommand',
      has: 'is not a git command',
      line: /^git: '(?<subject>[^']+)' is not a git command/,
      strict: true,
    },
    {
      id: 'git.pathspec',
      kind: 'bad-argument',
      has: 'did not match any file',
      line: /^(?:error|fatal): pathspec '(?<subject>[^']+)' did not match any file/,
      strict: true,
    },
    {
      id: 'git.revision',
      kind: 'bad-argument',
      has: 'ambiguous argument',
      line: /^fatal: ambiguous argument '(?<subject>[^']+)': unknown revision/,
      strict: true,
    },
    {
      id: 'git.bad-revision',
      kind: 'bad-argument',
      has: 'bad revision',
      line: /^fatal: bad revision '(?<subject>[^']+)'/,
      strict: true,
    },
    {
      id: 'git.object',
      kind: 'bad-argument',
      has: 'invalid object name',
      line: /^fatal: invalid object name '(?<subject>[^']+)'/,
      strict: true,
    },
    {
      id: 'git.path-in',
      kind: 'file-missing',
      has: 'does not exist in',
      line: /^fatal: path '(?<subject>[^']+)' (?:exists on disk, but not|does not exist) in/,
      strict: true,
    },
    {
      id: 'git.no-remote-branch',
      kind: 'bad-argument',
      has: "couldn't find remote ref",
      line: /couldn't find remote ref (?<subject>\S+)/,
      strict: true,
    },
    {
      id: 'git.no-repository',
      kind: 'wrong-cwd',
      has: 'not a git repository',
      line: /^fatal: not a git repository/,
      strict: true,
    },
    {
      id: 'git.ignored',
      kind: 'git-rejected',
      has: 'paths are ignored by one of your',
      line: /The following paths are ignored by one of your \.gitignore files/,
    },
    { id: 'git.sign', kind: 'auth', has: 'sign', line: /(?:gpg failed to sign the data|Couldn't sign message)/ },
    {
      id: 'git.hook-modified',
      kind: 'check-failed',
      has: 'files were modified by this hook',
      line: /files were modified by this hook/,
    },
    {
      id: 'git.hook',
      kind: 'check-failed',
      has: 'hook',
      line: /(?:husky - (?<subject>[\w-]+) (?:script|hook)|pre-commit hook) (?:failed|exited)/,
      weak: true,
    },
    {
      id: 'git.push',
      kind: 'other',
      has: 'failed to push some refs',
      line: /^error: failed to push some refs/,
      general: true,
    },
    { id: 'git.fatal', kind: 'other', has: 'fatal: ', line: /^fatal: (?<subject>.+)$/, general: true },
  ],
  checks: 'commit push',
  rewrites: {
    replaces:
      'checkout switch restore reset pull merge rebase stash stash/push stash/pop stash/apply stash/save apply am cherry-pick ' +
      'revert mv rm',
  },
  isSpokenOf: true,
  guardedInProse: true,
  isNoWord:
    /(?:add|commit|push|pull|fetch|rebase|merge|checkout|switch|restore|reset|stash|tag|clean|cherry-pick|submodule|worktree|revert)\b/,
};

const CHANGES_BRANCH =
  /^(?:-[dDmMcCfu]|--delete|--move|--copy|--force|--set-upstream-to|--unset-upstream|--edit-description)$/;
const LISTS_BRANCHES =
  /^(?:-l|-a|-r|-v|-vv|-av|-avv|-rv|--list|--all|--remotes|--show-current|--(?:no-)?contains|--(?:no-)?merged|--points-at|--format|--sort)$/;
const READS_CONFIG = /^(?:--get|--get-all|--get-regexp|--list|-l|--show-origin|--get-urlmatch)$/;

function looksByArguments({ flags, operands, subcommand }: ShellCommand): boolean {
  if (subcommand === 'branch')
    return (
      flags.some((flag) => LISTS_BRANCHES.test(flag)) ||
      (operands.length === 0 && !flags.some((flag) => CHANGES_BRANCH.test(flag)))
    );
  if (subcommand === 'tag')
    return (
      operands.length === 0 || flags.some((flag) => /^(?:-l|-n\d*|--list|--contains|--points-at|--sort)$/.test(flag))
    );
  if (subcommand === 'config')
    return (
      flags.some((flag) => READS_CONFIG.test(flag)) ||
      operands[0] === 'get' ||
      operands[0] === 'list' ||
      operands.length === 1
    );
  return (
    (subcommand === 'remote' && operands.length === 0) || (subcommand === undefined && flags.includes('--version'))
  );
}

function readsOneSetting({ subcommand, operands, flags }: ShellCommand): boolean {
  return (
    subcommand === 'config' && operands.length === 1 && flags.every((flag) => flag === '--global' || flag === '--local')
  );
}

/** Subcommands whose operands are all files. The others mix revisions and files, or have none. */
const ALL_FILES =
  /^(?:add|rm|mv|restore|clean|check-ignore|check-attr|ls-files|apply|am|stage|update-index|hash-object)$/;

/** Subcommands whose operands are revisions first, then files. */
const REVISIONS_FIRST =
  /^(?:diff|log|show|checkout|reset|ls-tree|grep|blame|shortlog|rev-list|difftool|archive|annotate|whatchanged)$/;

/** Behind `--` all operands are files; before it a branch may look like a folder. */
function chooseOperands({ subcommand = '', flags }: ShellCommand): OperandChooser {
  if (ALL_FILES.test(subcommand)) return () => 'path';
  if (subcommand === 'worktree add' || subcommand === 'worktree remove' || subcommand === 'init')
    return (operand) => (operand === 0 ? 'path' : 'none');
  if (subcommand === 'clone') return (operand) => (operand === 1 ? 'path' : 'none');
  if (subcommand === 'stash push') return () => 'path';
  if (!REVISIONS_FIRST.test(subcommand)) return (_, argument) => (argument.afterDashes ? 'path' : 'none');
  const isPattern = subcommand === 'grep' && !flags.includes('-e');
  return (operand, { afterDashes, text }) => {
    if (isPattern && operand === 0) return 'none';
    if (afterDashes) return 'path';
    if (isRevision(text) || text.includes(':')) return 'none';
    return isExplicitPath(text) || hasExtension(text) || text.endsWith('/') ? 'path' : 'none';
  };
}
