import type { Program } from './program.ts';

/** Other tools of HashiCorp. */
export const hashicorpPrograms: readonly Program[] = [
  {
    names: 'vault',
    subcommands: { second: 'kv auth secrets token policy' },
    hasSingleDashes: true,
    operands: 'no-paths',
    looks: 'status read list kv/get kv/list token/lookup',
    asks: 'status',
    changes: 'login unseal write kv/put',
  },
  { names: 'consul', hasSingleDashes: true },
  { names: 'nomad', hasSingleDashes: true },
  { names: 'packer', hasSingleDashes: true },
];
