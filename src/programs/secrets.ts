import type { Program } from './program.ts';

/** Tools that start a program with secrets in its environment. */
export const secretsPrograms: readonly Program[] = [
  { names: 'dotenv', starts: [{ values: '-e -f -v -c', dashes: true }], startsTestRunners: true },
  {
    names: 'dotenvx',
    starts: [{ lead: 'run', values: '-f --env-file -e --env', dashes: true }],
    startsTestRunners: true,
  },
  {
    names: 'doppler',
    operands: 'no-paths',
    starts: [{ lead: 'run', values: '-p --project -c --config -t --token', dashes: true }],
  },
  { names: 'infisical', starts: [{ lead: 'run', values: '--env --path --projectId', dashes: true }] },
  { names: 'op', operands: 'no-paths', starts: [{ lead: 'run', values: '--env-file --account', dashes: true }] },
];
