import type { FindingKind } from './finding.ts';

/**
 * How one tool prints a finding on one line. Expressions are matched against lines of at most 500 characters and have no nested
 * quantifier.
 */
export interface FindingFormat {
  tool: string;
  /** A literal that every such line holds; outputs without it are not searched for the format. */
  has: string;
  /** Another literal, anywhere in the output, that tells the tool from others which print such lines. */
  with?: string;
  /** Groups: `rule`, `plugin`, `path`, `fix` (repairable by the tool). */
  line: RegExp;
  /** Where it is not a rule. */
  kind?: FindingKind;
  /** `above`: the file stands on a line of its own before it; `below`: it follows, and without it the line is no finding. */
  place?: 'above' | 'below';
}

/** Linters and formatters, the exact ones first: the first that fits a line wins. */
export const findingFormats: readonly FindingFormat[] = [
  // JavaScript and styles
  {
    tool: 'eslint',
    has: '  error  ',
    line: /^\s+\d+:\d+\s+error\s\s.*\s\s(?<rule>@?[\w-]+(?:\/[\w-]+)*)\s*$/,
    place: 'above',
  },
  {
    tool: 'eslint',
    has: '[Error/',
    line: /^(?<path>[^\s:][^:]*):\d+:\d+: .* \[Error\/(?<rule>@?[\w-]+(?:\/[\w-]+)*)\]$/,
  },
  {
    tool: 'eslint',
    has: '  Error: ',
    line: /^\d+:\d+\s\sError: .*\s\s(?<rule>@?[\w-]+(?:\/[\w-]+)*)\s*$/,
    place: 'above',
  },
  { tool: 'stylelint', has: '✖  ', line: /^\s+\d+:\d+\s+✖\s\s.*\s\s(?<rule>[\w-]+(?:\/[\w-]+)*)\s*$/, place: 'above' },
  { tool: 'oxlint', has: '): ', with: '[', line: /^\s*[×x] (?<plugin>[\w-]+)\((?<rule>[\w/-]+)\): /, place: 'below' },
  {
    tool: 'biome',
    has: ' lint/',
    line: /^(?: ?at )?(?<path>\S+?)(?::\d+:\d+)? lint\/\w+\/(?<rule>\w+)\s+(?<fix>FIXABLE)?\s*━/,
    place: 'below',
  },
  {
    tool: 'biome',
    has: '━━',
    line: /^(?: ?at )?(?<path>\S+?)(?::\d+:\d+)? (?:format|organizeImports|assist\/source\/\w+)\s+(?<fix>FIXABLE)?\s*━/,
    kind: 'format',
  },
  { tool: 'prettier', has: '[warn] ', line: /^\[(?:warn|error)\] (?<path>[^\s:]+\.\w+)$/, kind: 'format' },
  { tool: 'oxfmt', has: 'ms)', with: 'Format issues', line: /^(?<path>[^\s:]+\.\w+) \(\d+ms\)$/, kind: 'format' },
  { tool: 'tsc', has: 'error TS', line: /^(?<path>[^\s(]+)\(\d+,\d+\): error (?<rule>TS\d+): / },
  { tool: 'tsc', has: ' - error TS', line: /^(?<path>[^\s:]+):\d+:\d+ - error (?<rule>TS\d+): / },
  { tool: 'markdownlint', has: ' MD', line: /^(?<path>[^\s:]+\.\w+):\d+(?::\d+)? (?:error )?(?<rule>MD\d{3})\b/ },
  // Python
  {
    tool: 'pylint',
    has: ': ',
    line: /^(?<path>[^\s:]+\.pyi?):\d+:\d+: [CRWEF]\d{4}: .* \((?<rule>[a-z][\w-]+)\)$/,
  },
  {
    tool: 'ruff',
    has: ': ',
    line: /^(?<path>[^\s:]+\.(?:pyi?|ipynb))(?::cell \d+)?:\d+:\d+: (?<rule>[A-Z]{1,5}\d{3,4}) (?<fix>\[\*\])?/,
  },
  { tool: 'ruff', has: ' ', with: '--> ', line: /^(?<rule>[A-Z]{1,5}\d{3,4}) (?<fix>\[\*\])?.*\w/, place: 'below' },
  { tool: 'ruff', has: 'Would reformat: ', line: /^Would reformat: (?<path>\S+)$/, kind: 'format' },
  { tool: 'ruff', has: 'unformatted: ', line: /^unformatted: File would be reformatted$/, kind: 'format', place: 'below' },
  { tool: 'black', has: 'would reformat ', line: /^would reformat (?<path>\S+)$/, kind: 'format' },
  { tool: 'isort', has: 'incorrectly sorted', line: /^ERROR: (?<path>\S+) Imports are incorrectly sorted/, kind: 'format' },
  { tool: 'mypy', has: ' error: ', line: /^(?<path>[^\s:]+\.pyi?):\d+(?::\d+)?: error: /, kind: 'compile' },
  // Go
  {
    tool: 'golangci-lint',
    has: '.go:',
    line: /^(?<path>[^\s:]+\.go):\d+(?::\d+)?: (?<message>.*) \((?<rule>[a-z][a-z\d-]+)\)$/,
  },
  { tool: 'go', has: '.go:', line: /^(?:vet: )?(?<path>[^\s:]+\.go):\d+:\d+: (?<message>.*)$/, kind: 'compile' },
  // Rust
  { tool: 'clippy', has: 'clippy', line: /(?:#\[(?:warn|deny)\(|[`-]D )clippy::(?<rule>[a-z][\w-]*)/, place: 'above' },
  { tool: 'clippy', has: 'rust-clippy', line: /rust-clippy\/\S*index\.html#(?<rule>[a-z]\w*)/, place: 'above' },
  { tool: 'rustc', has: 'unused import', line: /^(?:error|warning): unused imports?: /, kind: 'import', place: 'below' },
  { tool: 'rustfmt', has: 'Diff in ', line: /^Diff in (?<path>[^\s:]+)/, kind: 'format' },
  // JVM, Swift, Ruby, shell
  {
    tool: 'checkstyle',
    has: '.java:',
    line: /^(?:\[ant:checkstyle\] )?\[(?:ERROR|WARN)\] (?<path>[^\s:]+\.java):\d+(?::\d+)?: .* \[(?<rule>[A-Z]\w+)\]\.?$/,
  },
  {
    tool: 'checkstyle',
    has: '.java:[',
    line: /^\[(?:ERROR|WARN)\] (?<path>[^\s:]+\.java):\[\d+(?:,\d+)?\] \(\w+\) (?<rule>[A-Z]\w+): /,
  },
  { tool: 'ktlint', has: '.kt', line: /^(?<path>[^\s:]+\.kts?):\d+:\d+:? .* \((?:standard:)?(?<rule>[a-z][\w:-]+)\)$/ },
  { tool: 'detekt', has: '.kt', line: /^(?:e: )?(?<path>[^\s:]+\.kts?):\d+:\d+: .* \[(?<rule>[A-Z]\w+)\]$/ },
  { tool: 'swiftlint', has: '.swift:', line: /^(?<path>[^\s:]+\.swift):\d+(?::\d+)?: error: .* \((?<rule>[a-z]\w+)\)$/ },
  {
    tool: 'rubocop',
    has: ': ',
    line: /^(?<path>[^\s:]+):\d+:\d+: [CWEFR]: (?<fix>\[Correct\w+\] )?(?<rule>[A-Z]\w+(?:\/[A-Z]\w+)+): /,
  },
  { tool: 'shellcheck', has: 'SC', line: /\^-+\^? (?<rule>SC\d{4}) \((?:error|warning|info|style)\)/, place: 'above' },
  { tool: 'shellcheck', has: '[SC', line: /^(?<path>[^\s:]+):\d+:\d+: \w+: .* \[(?<rule>SC\d{4})\]$/ },
  {
    tool: 'clang-format',
    has: '-Wclang-format',
    line: /^(?<path>[^\s:]+):\d+:\d+: (?:error|warning): .*\[-Wclang-format-violations\]$/,
    kind: 'format',
  },
];
