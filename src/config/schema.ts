import { z } from 'zod';
import type { ConfigFile } from './config.ts';
import { loopShape, seconds } from './loop-schema.ts';

/**
 * The only definition of the contents of a configuration file. Import it lazily: zod costs 18 ms, and most runs have no file to
 * check.
 */
export const configSchema = z.strictObject({
  $schema: z.string().describe('The address where editors find this schema.').optional(),
  projects: z
    .record(z.string().min(1), z.array(z.string().min(1)).min(1))
    .describe(
      'Folders that belong to one project although neither the disk nor the logs show it: the name of the project, then globs. ~ is the home folder, ./ is the folder of this file; a glob without a root matches anywhere.',
    )
    .optional(),
  budget: z
    .int()
    .positive()
    .describe('The maximum number of tokens for lessons in all context files together.')
    .optional(),
  minConfidence: z
    .enum(['low', 'medium', 'high'])
    .describe('The minimum confidence at which a lesson is delivered.')
    .optional(),
  agents: z
    .array(z.string().min(1))
    .min(1)
    .describe('Agents whose logs are read, such as claude-code or codex. Default: all that are found.')
    .optional(),
  redaction: z
    .strictObject({
      allow: z
        .array(z.string().min(1))
        .describe('Texts that look like secrets but are not, such as keys in test fixtures.')
        .optional(),
    })
    .describe('Exceptions from the redaction of secrets.')
    .optional(),
  claudeDir: z
    .string()
    .min(1)
    .describe("Claude Code's folder, if it is not ~/.claude. Relative paths start at the folder of this file.")
    .optional(),
  agentDirs: z
    .record(z.string().min(1), z.string().min(1))
    .describe('Folders of agents, or of their exports, by agent name. Relative paths start at the folder of this file.')
    .optional(),
  targets: z
    .array(z.string().min(1))
    .describe(
      "Files that lessons are written to in addition to those that the agents read, as with --target. Relative paths start at the folder of this file; in a project's file they must be inside that folder.",
    )
    .optional(),
  adapters: z
    .array(z.string().min(1))
    .describe(
      "Adapters for other agents: paths of modules, relative to the folder of this file, or names of packages. In a project's file they take effect only if the user trusts the project.",
    )
    .optional(),
  remedies: z
    .record(
      z.string().min(1),
      z.strictObject({
        run: z
          .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
          .describe('The command: a list of words that is run as it is, or one text for the shell.'),
        heals: z
          .array(z.enum(['network', 'auth', 'service', 'registry']))
          .min(1)
          .describe('The kinds of failure that it can heal.'),
        timeout: seconds.describe('The timeout in seconds. Default: 60.').optional(),
        cooldown: z
          .number()
          .min(0)
          .describe(
            'The number of seconds after a run during which it is not run again for the same target. Default: 60.',
          )
          .optional(),
        parameters: z
          .record(
            z.string().regex(/^[a-z][a-z0-9_]{0,30}$/),
            z.strictObject({
              from: z
                .array(z.string().min(1))
                .min(1)
                .describe(
                  'Arguments of the call, or options of the command, that give the value; the first one present is used.',
                )
                .optional(),
              map: z.record(z.string(), z.string().min(1)).describe('Replacements for values of the call.').optional(),
              default: z.string().min(1).describe('The value if the call does not give one.').optional(),
            }),
          )
          .describe(
            'Values that it needs from the call, by name, such as cluster: {cluster} in its words, $REMEDY_CLUSTER for a shell. A value from a call must be a name.',
          )
          .optional(),
      }),
    )
    .describe(
      "Commands that heal failures, by name. In a project's file they take effect only if the user trusts the project.",
    )
    .optional(),
  heal: z
    .record(
      z.string().min(1),
      z.strictObject({
        preset: z
          .string()
          .min(1)
          .describe('A predefined selection of failures to heal, such as k8s or git.')
          .optional(),
        with: z
          .array(z.string().min(1))
          .describe('Names of remedies in order of preference; wait is built in.')
          .optional(),
        retries: z
          .int()
          .min(1)
          .max(5)
          .describe('How often the command is retried after a remedy. Default: 1.')
          .optional(),
        backoff: z.number().min(0).describe('The number of seconds before the first retry. Default: 0.5.').optional(),
        parameters: z
          .record(z.string().min(1), z.string().min(1))
          .describe('Values that remedies get for this tool, regardless of the call.')
          .optional(),
      }),
    )
    .describe('The remedies that are enabled for each tool, by the name of the tool or program.')
    .optional(),
  tools: z
    .record(
      z.string().min(1),
      z
        .strictObject({
          run: z
            .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
            .describe('The command: a list of words that is run as it is, or one text for the shell.'),
          about: z.string().min(1).max(500).describe('A description for agents.').optional(),
          arguments: z
            .union([z.boolean(), z.array(z.string()).min(1)])
            .describe(
              'Whether agents may add words, or which ones. Default: none. Not possible with a text for the shell.',
            )
            .optional(),
          timeout: seconds.describe('The timeout in seconds. Default: 120.').optional(),
        })
        .refine(({ run, arguments: allowed }) => typeof run !== 'string' || !allowed, {
          message: 'a text for the shell takes no arguments: write the command as a list of words',
          path: ['arguments'],
        }),
    )
    .describe(
      "Commands that agents may run with the tool_exec tool of the MCP server, by name. In a project's file they take effect only if the user trusts the project.",
    )
    .optional(),
  trust: z
    .array(z.string().min(1))
    .describe(
      "Trusted folders, whose configuration takes full effect. Only in the user's own configuration. Relative paths start at the folder of this file.",
    )
    .optional(),
  live: z
    .strictObject({
      mode: z
        .enum(['auto', 'note', 'warn', 'stop', 'off'])
        .describe(
          'What hooks do about a call that failed before: nothing before it runs (note), show a note (warn), or stop it once in a session (stop). auto stops calls for lessons that have proven themselves, and warns for the others; off silences hooks completely.',
        )
        .optional(),
      lessons: z
        .record(
          z.string().regex(/^(?:[^/]+\/)?L-\d+$/, 'L-012, or harbour/L-012 for the lesson of one project'),
          z.enum(['off', 'note', 'warn', 'stop', 'deny', 'rewrite']),
        )
        .describe(
          'The same for individual lessons, by id. In addition, deny stops every such call, and rewrite replaces it with the call that works.',
        )
        .optional(),
      sessionStart: z
        .boolean()
        .describe('Whether to show lessons when a session starts, and to tell you what recurs without one.')
        .optional(),
      failures: z.boolean().describe('Whether to show known issues when a call has failed.').optional(),
      journal: z.boolean().describe('Whether to keep a journal of the lessons that were shown.').optional(),
      stop: z
        .enum(['off', 'candidates', 'ask'])
        .describe(
          'What happens when a turn ends: nothing (off), record that the session may contain a lesson (candidates), or have the agent ask you what to keep (ask).',
        )
        .optional(),
      holdout: z
        .number()
        .min(0)
        .max(0.9)
        .describe(
          "The fraction of sessions, chosen at random, in which hooks say nothing, so that the other sessions can be compared with them. Only in the user's own configuration.",
        )
        .optional(),
    })
    .describe(
      "What hooks say while an agent works. A project's file can make them quieter than the user's file does, but not louder.",
    )
    .optional(),
  team: z
    .strictObject({
      url: z
        .string()
        .min(1)
        .describe(
          'The address of its database, such as postgres://ada@db.example.com/team. HARDWON_TEAM_URL takes precedence.',
        )
        .optional(),
      people: z
        .int()
        .min(2)
        .max(100)
        .describe('The number of people who have to find a lesson before everybody is told. Default: 2.')
        .optional(),
    })
    .describe(
      "The team with which hardwon sync shares lessons. In a project's file this takes effect only if the user trusts the project.",
    )
    .optional(),
  ...loopShape,
}) satisfies z.ZodType<ConfigFile>;

// A key of the interface that the schema lacks would be refused as unknown: this line then no longer compiles.
type Missing = Exclude<keyof ConfigFile, keyof z.infer<typeof configSchema>>;
const nothingMissing: Missing extends never ? true : Missing = true;
void nothingMissing;
