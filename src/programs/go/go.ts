import type { Program } from '../program.ts';
import { kindOfMessage } from './go-messages.ts';

/** Go, and generators of its code. */
export const goPrograms: readonly Program[] = [
  {
    names: 'go',
    subcommands: { second: 'mod work tool telemetry', dirs: '-C' },
    valueFlags:
      '-run -count -timeout -tags -bench -benchtime -cpu -parallel -coverprofile -coverpkg -covermode -o -ldflags -gcflags ' +
      '-asmflags -p -mod -modfile -exec -skip -fuzz -fuzztime -cpuprofile -memprofile -f -list -shuffle -blockprofile -trace ' +
      '-vet -overlay -toolexec',
    hasSingleDashes: true,
    passesOn: true,
    operands: 'targets',
    looks: 'env list version doc help mod/graph mod/why mod/verify',
    editsIf: ({ flags }) => flags.includes('-w'),
    changes: 'build install get generate mod/tidy mod/download mod/init mod/vendor mod/edit work/sync work/init work/use clean',
    installs: [{ ecosystem: 'go', verbs: 'install, get, run' }],
    checks: 'build vet test run install',
    findings: [
      {
        has: '.go:',
        line: /^(?:vet: )?(?<path>[^\s:]+\.go):\d+:\d+: (?<message>.*)$/,
        kindOf: (_, message) => kindOfMessage(message),
      },
    ],
    language: 'Go',
    rewrites: { tidies: 'fmt fix', generates: 'generate' },
    builds: 'build generate',
    restores: 'mod/download',
  },
  { names: 'dlv', hasSingleDashes: true },
  { names: 'mockgen', changes: true },
  { names: 'stringer', changes: true },
  { names: 'wire', changes: true },
  { names: 'ent', rewrites: { generates: 'generate' } },
  { names: 'gqlgen', rewrites: { generates: 'generate' } },
];
