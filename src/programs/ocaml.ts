import type { Program } from './program.ts';

/** dune, which builds OCaml, and opam, which installs its packages. */
export const ocamlPrograms: readonly Program[] = [
  {
    names: 'dune',
    subcommands: { second: 'cache describe show ocaml coq rpc tools' },
    valueFlags: '-p --profile --root -j --display --build-dir --context --only-packages --sandbox',
    pathFlags: '--root --build-dir',
    passesOn: true,
    operands: 'targets',
    looks: 'describe/* show/* cache/size rpc/status top ocaml/top',
    changes: 'build clean install uninstall init promote fmt pkg cache/clear',
    causes: [
      {
        id: 'dune.root',
        kind: 'wrong-cwd',
        has: 'cannot find the root of the current workspace',
        line: /^Error: I cannot find the root of the current workspace/,
        strict: true,
      },
      {
        id: 'dune.target',
        kind: 'script-missing',
        has: "Don't know how to build ",
        line: /^Error: Don't know how to build (?<subject>\S+)$/,
        strict: true,
      },
      {
        id: 'dune.program',
        kind: 'command-not-found',
        has: 'Error: Program ',
        line: /^Error: Program '(?<subject>[^']+)' not found!$/,
        strict: true,
      },
      {
        id: 'dune.command',
        kind: 'bad-subcommand',
        has: 'dune: unknown command ',
        line: /^dune: unknown command '?(?<subject>[\w-]+)/,
        strict: true,
      },
      {
        id: 'build.ocaml',
        kind: 'build-failed',
        has: '.ml',
        line: /^File "[^"]+\.mli?", lines? [\d-]+, characters /,
        work: true,
      },
      {
        id: 'test.dune',
        kind: 'test-failed',
        has: '.expected',
        line: /^File "[^"]+\.expected", line \d+, characters /,
        work: true,
      },
    ],
    checks: 'build test runtest fmt',
    language: 'OCaml',
    rewrites: { tidies: 'fmt promote' },
    builds: 'build',
    buildFolder: '_build',
  },
  {
    names: 'opam',
    subcommands: { second: 'switch repository repo pin env config var' },
    valueFlags: '--switch --root -j --jobs --deps-only',
    operands: 'no-paths',
    starts: [{ lead: 'exec', values: '--switch --root', dashes: true }],
    looks: 'list show info search switch/list switch/show env var config/var repository/list pin/list --version',
    changes: 'install update upgrade remove switch/create switch/set pin/add init reinstall',
  },
  { names: 'ocamlformat', operands: 'paths', checks: true, rewrites: { told: '-i --inplace' } },
];
