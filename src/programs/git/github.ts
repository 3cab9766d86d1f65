import type { ShellCommand } from '../command.ts';
import type { Program } from '../program.ts';

/** The command line of GitHub. */
export const github: Program = {
  names: 'gh',
  subcommands: { second: '*', single: 'api browse status help version completion co', values: '-R --repo --hostname' },
  valueFlags:
    '-R --repo --hostname -t --title -b --body -F --body-file -B --base -H --head -l --label -a --assignee -r --reviewer -m ' +
    '--milestone -L --limit -q --jq --json -s --state -S --search -A --author --template --project -j --job --workflow -u ' +
    '--user --branch --event --subject -n --notes --notes-file --target --created --sort --order --commit',
  valueFlagsOf: {
    api: '-X --method -f --raw-field -F --field -H --header -q --jq -t --template --input --cache --hostname -p --preview',
    'pr checkout': '-b --branch -R --repo',
    'pr close': '-c --comment -R --repo',
    'pr diff': '--color -R --repo',
    'pr merge': '-b --body -t --subject --match-head-commit -A --author-email -R --repo -F --body-file',
    'pr review': '-b --body -F --body-file -R --repo',
    'pr view': '-q --jq --json -t --template -R --repo',
    'repo clone': '-u',
    'repo create':
      '-d --description -s --source -r --remote -t --team -g --gitignore -l --license --homepage -p --template',
    'run list':
      '-L --limit -b --branch -w --workflow -s --status -u --user -e --event -c --commit -q --jq --json -R --repo -t',
    'run view': '-j --job -a --attempt -q --jq --json -R --repo -t',
    'workflow run': '-r --ref -f --raw-field -F --field -R --repo',
  },
  pathFlags: '-F',
  operands: 'no-paths',
  looks: '*/view */list */status */diff */checks */watch */ls status search/* auth/token help version',
  looksIf: (command) => command.subcommand === 'api' && readsApi(command),
  asks: 'auth/status pr/checks run/watch',
  answers: { 'pr checks': [1, 8] },
  printsTexts: true,
  changes:
    'auth/login auth/refresh auth/switch auth/setup-git repo/clone repo/create repo/fork repo/sync repo/set-default ' +
    'pr/checkout pr/create pr/edit pr/merge pr/close pr/ready issue/create issue/edit release/create workflow/run run/rerun ' +
    'run/download label/create extension/install secret/set co',
  changesIf: ({ subcommand }) => subcommand === 'api',
  installs: [{ ecosystem: 'tools', verbs: 'extension install' }],
  causes: [
    {
      id: 'gh.auto-merge',
      kind: 'git-rejected',
      has: 'Auto merge is not allowed',
      line: /Auto merge is not allowed for this repository/,
    },
    {
      id: 'gh.policy',
      kind: 'git-rejected',
      has: 'base branch policy prohibits',
      line: /base branch policy prohibits the merge/,
    },
    {
      id: 'gh.field',
      kind: 'bad-argument',
      has: 'Unknown JSON field',
      line: /^Unknown JSON field: "(?<subject>[^"]+)"/,
      strict: true,
    },
    { id: 'gh.missing', kind: 'bad-argument', has: 'HTTP 404', line: /^gh: .*\(HTTP 404\)/, strict: true },
    {
      id: 'gh.repository',
      kind: 'bad-argument',
      has: 'Could not resolve to a',
      line: /Could not resolve to a \w+ with the (?:name|number of|login of) '?(?<subject>[\w./-]+)'?/,
      strict: true,
    },
    {
      id: 'gh.jq',
      kind: 'shell-syntax',
      has: 'failed to parse jq expression',
      line: /^failed to parse jq expression/,
      strict: true,
    },
    { id: 'gh.auth', kind: 'auth', has: 'gh auth login', line: /(?:gh auth login|not logged into any)/ },
    { id: 'gh.graphql', kind: 'other', has: 'GraphQL: ', line: /^GraphQL: (?<subject>.+)$/, general: true },
  ],
  isSpokenOf: true,
  isNoWord: true,
  guardedInProse: true,
};

function readsApi(command: ShellCommand): boolean {
  const method = command.arguments.find((argument) => argument.text === '-X' || argument.text === '--method')?.value;
  if (method !== undefined) return /^get$/i.test(method);
  const fields = command.arguments.filter((argument) => /^(?:-f|-F|--field|--raw-field|--input)$/.test(argument.text));
  if (command.operands[0] === 'graphql') return !fields.some((field) => /^query=\s*mutation\b/.test(field.value ?? ''));
  return fields.length === 0;
}
