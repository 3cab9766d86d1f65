import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { parseSince } from '../option-values.ts';
import { CONFIG_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of the commands for a team. */
export interface TeamFlags {
  me?: true;
  person?: string;
  project?: string;
  olderThan?: Date;
  undo?: true;
  yes?: true;
  config?: string;
  json?: true;
}

const YES_OPTION = ['--yes', 'delete them; without this, they are only counted'] as const;

/** Declares `hardwon team`. */
export function declareTeam(program: Command, here: Host): void {
  const team = program
    .command('team')
    .summary("prepare and manage your team's database")
    .description(
      'Prepares and manages the PostgreSQL database in which your team shares lessons. Its address is team.url in your own configuration, or HARDWON_TEAM_URL: postgres://ada@db.example.com/team. Connections to other machines are encrypted; sslrootcert=FILE names a certificate of your own, sslmode=disable switches encryption off. The password may be in PGPASSWORD or ~/.pgpass.',
    )
    .addHelpText('after', '\nExamples:\n  $ hardwon team init\n  $ hardwon team people\n  $ hardwon team forget --me');
  team
    .command('init')
    .summary('create the tables and roles, or bring them up to date')
    .description(
      'Creates the schema hardwon with its tables, row security and two roles: hardwon_member sends their own rows and reads those of the team, hardwon_owner may also forget, prune and reject for everybody. Prints the statements that let people in. Each person needs a login of their own: the server derives the pseudonym from it.',
    )
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ HARDWON_TEAM_URL=postgres://admin@db.example.com/team hardwon team init')
    .action(async (flags: TeamFlags) => (await import('./run.ts')).runTeamInit(flags, here));
  team
    .command('people')
    .summary('list who has sent something, by pseudonym')
    .description(
      'Lists the pseudonyms of the people who sent something, with the number of their machines and failure groups.',
    )
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon team people')
    .action(async (flags: TeamFlags) => (await import('./run.ts')).runPeople(flags, here));
  team
    .command('reject')
    .summary('reject a lesson for everybody (owners)')
    .description(
      "Rejects a lesson for the whole team: each person's next sync and learn removes it from their memory, unless they confirmed it. Only an owner may do this.",
    )
    .argument('<id>', 'the lesson, such as L-012')
    .option('--undo', 'withdraw the rejection')
    .option(...PROJECT_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon team reject L-012')
    .action(async (id: string, flags: TeamFlags) => (await import('./run.ts')).runTeamReject(id, flags, here));
  team
    .command('forget')
    .summary('delete what a person or a project sent')
    .description(
      'Deletes rows from the database: your own, or as an owner those of a person or of a repository. Everybody fetches the rest again.',
    )
    .addOption(new Option('--me', 'your own rows').conflicts(['person', 'project']))
    .addOption(
      new Option('--person <pseudonym>', 'the rows of this person (hardwon team people lists them)').conflicts(
        'project',
      ),
    )
    .option('--project <address>', 'the rows about this repository, by its address')
    .option(...YES_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon team forget --me --yes\n  $ hardwon team forget --project git@example.com:owner/harbour.git',
    )
    .action(async (flags: TeamFlags) => (await import('./run.ts')).runForget(flags, here));
  team
    .command('prune')
    .summary('delete what nobody has seen for a long time (owners)')
    .description(
      'Deletes failure groups that nobody has seen since the month of a date, and the outcomes of earlier months.',
    )
    .requiredOption('--older-than <date>', 'a day such as 2026-01-31, or 180d for 180 days ago', parseSince(here))
    .option(...YES_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon team prune --older-than 180d --yes')
    .action(async (flags: TeamFlags) => (await import('./run.ts')).runPrune(flags, here));
}
