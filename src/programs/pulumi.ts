import type { Program } from './program.ts';

/** Pulumi. */
export const pulumi: Program = {
  names: 'pulumi',
  subcommands: { second: 'stack config plugin', values: '-s --stack', dirs: '-C --cwd' },
  looks: 'preview stack/ls stack/output config/get version whoami logs',
  changes: 'up destroy login stack/select stack/init config/set',
};
