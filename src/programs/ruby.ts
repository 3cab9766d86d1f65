import type { Program } from './program.ts';
import type { TestStyle } from './test-style.ts';

/** Ruby. */
export const rubyPrograms: readonly Program[] = [
  {
    names: 'ruby',
    versioned: 'ruby',
    hasNoVerbs: true,
    valueFlags: '-e -r -I -C',
    operands: 'script-first',
    interprets: true,
    codeFlags: '-e -ne -pe -rjson',
    guardedInProse: true,
  },
  {
    names: 'gem',
    subcommands: {},
    operands: 'no-paths',
    looks: 'list search info which env contents',
    changes: 'install update',
    installs: [{ ecosystem: 'gem', verbs: 'install' }],
    guardedInProse: true,
    manifests: { gem: '*.gemspec' },
  },
  {
    names: 'bundle',
    subcommands: {},
    starts: [{ lead: 'exec', values: '--gemfile' }],
    looks: 'list show info outdated check doctor platform',
    asks: 'check',
    changes: 'install update add lock config',
    changesIf: ({ operands, subcommand }) => operands.length === 0 && subcommand === undefined,
    installs: [{ ecosystem: 'gem', verbs: 'add' }],
    causes: [
      {
        id: 'bundler.gem',
        kind: 'module-missing',
        has: 'Could not find gem',
        line: /Could not find gem '(?<subject>[^']+)'/,
        strict: true,
      },
    ],
    restores: ({ subcommand = 'install', operands }) => subcommand === 'install' && operands.length === 0,
    manifests: { gem: 'Gemfile Gemfile.lock' },
  },
  {
    names: 'rails',
    subcommands: {},
    operands: 'targets',
    changes: 'db:migrate db:create db:seed db:setup db:reset db:prepare generate server g s',
  },
  {
    names: 'rspec',
    causes: [
      {
        id: 'test.rspec',
        kind: 'test-failed',
        has: ' examples',
        line: /^\d+ examples?, [1-9]\d* failures?/,
        work: true,
      },
    ],
    tests: true,
  },
  { names: 'cucumber', tests: true },
  {
    names: 'rubocop',
    waiver: /rubocop:disable/,
    causes: [
      {
        id: 'lint.rubocop',
        kind: 'check-failed',
        has: ' offense',
        line: /files? inspected, [1-9]\d* offenses? detected/,
        work: true,
      },
    ],
    checks: true,
    findings: [
      {
        has: ': ',
        line: /^(?<path>[^\s:]+):\d+:\d+: [CWEFR]: (?<fix>\[Correct\w+\] )?(?<rule>[A-Z]\w+(?:\/[A-Z]\w+)+): /,
      },
    ],
    rewrites: { told: '-a -A -x --autocorrect --autocorrect-all --auto-correct --auto-correct-all --fix-layout' },
  },
  { names: 'standardrb', checks: true, rewrites: { told: '--fix' } },
];

/** How tests for RSpec are written. */
export const rspecStyle: TestStyle = {
  name: 'rspec',
  files: /_spec\.rb$/,
  folder: 'spec',
  suffix: '_spec.rb',
  isUsed: ({ mentions }) => mentions(['Gemfile', '.rspec'], /rspec|--/),
  place: ({ folder, identifier, suffix }) => `${folder}/lessons/${identifier}${suffix}`,
  run: (target) => `bundle exec rspec ${target}`,
};
