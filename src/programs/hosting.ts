import type { Program } from './program.ts';

/** Command lines of hosting services. */
export const hostingPrograms: readonly Program[] = [
  { names: 'firebase', subcommands: { values: '-P --project' }, looks: 'projects:list', changes: 'login use deploy' },
  {
    names: 'supabase',
    subcommands: { second: 'db migration functions secrets gen projects' },
    looks: 'status migration/list projects/list',
    asks: 'status',
    changes: 'start stop link login db/push db/reset db/pull gen/types migration/up migration/new init',
  },
  {
    names: 'wrangler',
    subcommands: { second: 'd1 kv r2 pages secret deployments', values: '-c --config -e --env' },
    valueFlags: '-c --config -e --env --name --command --file',
    looks: 'whoami tail d1/list d1/info secret/list deployments/list',
    changes: 'login deploy d1/execute d1/migrations',
  },
  {
    names: 'vercel',
    subcommands: { second: 'env domains' },
    operands: 'no-paths',
    looks: 'ls list inspect logs whoami env/ls',
    changes: 'link pull login deploy env/pull',
  },
  {
    names: 'fly',
    aliases: 'flyctl',
    subcommands: { second: 'secrets apps postgres volumes scale ssh auth', values: '-a --app -c --config' },
    operands: 'no-paths',
    looks: 'status logs apps/list secrets/list scale/show',
    changes: 'deploy launch secrets/set auth/login',
  },
  { names: 'heroku', subcommands: { values: '-a --app' }, operands: 'no-paths', looks: 'logs ps config apps releases' },
  { names: 'railway', subcommands: {} },
  { names: 'stripe', subcommands: {} },
];
