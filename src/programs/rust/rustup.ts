import type { Program } from '../program.ts';

/** rustup, which manages toolchains. */
export const rustup: Program = {
  names: 'rustup',
  subcommands: { second: 'target toolchain component override self' },
  operands: 'no-paths',
  starts: [{ lead: 'run', positionals: 1 }],
  looks: 'show which check toolchain/list target/list component/list',
  changes: 'update default install target/add component/add toolchain/install override/set',
};
