import type { Program } from '../program.ts';

/** Linters of Java and Kotlin. */
export const javaLinters: readonly Program[] = [
  {
    names: 'checkstyle',
    checks: true,
    findings: [
      {
        has: '.java:',
        line: /^(?:\[ant:checkstyle\] )?\[(?:ERROR|WARN)\] (?<path>[^\s:]+\.java):\d+(?::\d+)?: .* \[(?<rule>[A-Z]\w+)\]\.?$/,
        kinds: { import: 'UnusedImports' },
      },
      {
        has: '.java:[',
        line: /^\[(?:ERROR|WARN)\] (?<path>[^\s:]+\.java):\[\d+(?:,\d+)?\] \(\w+\) (?<rule>[A-Z]\w+): /,
        kinds: { import: 'UnusedImports' },
      },
    ],
    language: 'Java',
  },
  {
    names: 'ktlint',
    checks: true,
    findings: [
      {
        has: '.kt',
        line: /^(?<path>[^\s:]+\.kts?):\d+:\d+:? .* \((?:standard:)?(?<rule>[a-z][\w:-]+)\)$/,
        kinds: { import: 'no-unused-imports' },
      },
    ],
    language: 'Kotlin',
    rewrites: { told: '-F --format' },
  },
  {
    names: 'detekt',
    checks: true,
    findings: [
      {
        has: '.kt',
        line: /^(?:e: )?(?<path>[^\s:]+\.kts?):\d+:\d+: .* \[(?<rule>[A-Z]\w+)\]$/,
        kinds: { import: 'UnusedImports' },
      },
    ],
    language: 'Kotlin',
  },
];
