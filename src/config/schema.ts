import { z } from 'zod';
import type { ConfigFile } from './config.ts';
import { loopShape, seconds } from './loop-schema.ts';

/**
 * The only definition of the contents of a configuration file. Import it lazily: zod costs 18 ms, and most runs have no file to
 * check. Optional keys are `exactOptional`: `budget: null` is an error, not an absence.
 */
export const configSchema = z.strictObject({
  $schema: z.string().describe('Where editors find this schema.').exactOptional(),
  projects: z
    .record(z.string().min(1), z.array(z.string().min(1)).min(1))
    .describe(
      'Folders that belong to one project though neither disk nor logs show it: a name, then globs. ~ is the home folder, ./ the folder of this file; a glob without a root matches anywhere.',
    )
    .exactOptional(),
  budget: z.int().positive().describe('The most tokens that lessons may take over all context files together.').exactOptional(),
  minConfidence: z
    .enum(['low', 'medium', 'high'])
    .describe('The lowest confidence at which a lesson is delivered.')
    .exactOptional(),
  agents: z
    .array(z.string().min(1))
    .min(1)
    .describe('Agents whose logs are read, such as claude-code or codex; all that are found where absent.')
    .exactOptional(),
  redaction: z
    .strictObject({
      allow: z
        .array(z.string().min(1))
        .describe('Texts that look like secrets and are none, such as keys of test fixtures.')
        .exactOptional(),
    })
    .describe('What the redaction of secrets leaves alone.')
    .exactOptional(),
  claudeDir: z
    .string()
    .min(1)
    .describe("Claude Code's folder, where it is not ~/.claude. Relative paths start at this file.")
    .exactOptional(),
  agentDirs: z
    .record(z.string().min(1), z.string().min(1))
    .describe('Folders of agents, or of their exports, by the name of the agent. Relative paths start at this file.')
    .exactOptional(),
  targets: z
    .array(z.string().min(1))
    .describe(
      "Files that lessons are written to besides those that the agents read, as with --target. Relative paths start at this file; in a project's file they must lie below it.",
    )
    .exactOptional(),
  adapters: z
    .array(z.string().min(1))
    .describe(
      "Readers of other agents: paths of modules, relative to this file, or names of packages. In a project's file they count only if the user trusts the project.",
    )
    .exactOptional(),
  remedies: z
    .record(
      z.string().min(1),
      z.strictObject({
        run: z
          .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
          .describe('The command: words that are run as they are, or one text for the shell.'),
        heals: z
          .array(z.enum(['network', 'auth', 'service', 'registry']))
          .min(1)
          .describe('What it is good for.'),
        timeout: seconds.describe('The most seconds it may take; 60 where absent.').exactOptional(),
        cooldown: z
          .number()
          .min(0)
          .describe('Seconds after a run in which it is not run again for the same target; 60 where absent.')
          .exactOptional(),
        parameters: z
          .record(
            z.string().regex(/^[a-z][a-z0-9_]{0,30}$/),
            z.strictObject({
              from: z
                .array(z.string().min(1))
                .min(1)
                .describe('Arguments of the call, or options of the command, that tell it; the first that is there counts.')
                .exactOptional(),
              map: z.record(z.string(), z.string().min(1)).describe('What values of the call stand for.').exactOptional(),
              default: z.string().min(1).describe('What it is where the call does not tell it.').exactOptional(),
            }),
          )
          .describe(
            'What it must know of the call, by name, such as cluster: {cluster} in its words, $REMEDY_CLUSTER for a shell. What a call brings must be a name.',
          )
          .exactOptional(),
      }),
    )
    .describe("Commands that heal failures, by name. In a project's file they count only if the user trusts the project.")
    .exactOptional(),
  heal: z
    .record(
      z.string().min(1),
      z.strictObject({
        preset: z.string().min(1).describe('A ready-made choice of what is healed, such as k8s or git.').exactOptional(),
        with: z
          .array(z.string().min(1))
          .describe('Names of remedies, the preferred one first; wait is built in.')
          .exactOptional(),
        retries: z
          .int()
          .min(1)
          .max(5)
          .describe('How often the command is tried again after a remedy; 1 where absent.')
          .exactOptional(),
        backoff: z.number().min(0).describe('Seconds before the first of these; 0.5 where absent.').exactOptional(),
        parameters: z
          .record(z.string().min(1), z.string().min(1))
          .describe('Values that remedies are given for this tool, whatever a call says.')
          .exactOptional(),
      }),
    )
    .describe('Which remedies are opted into for which tools, by the name of the tool or program.')
    .exactOptional(),
  tools: z
    .record(
      z.string().min(1),
      z
        .strictObject({
          run: z
            .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
            .describe('The command: words that are run as they are, or one text for the shell.'),
          about: z.string().min(1).max(500).describe('What it does, for agents.').exactOptional(),
          arguments: z
            .union([z.boolean(), z.array(z.string()).min(1)])
            .describe('Whether agents may add words, or which ones; none where absent. Not with a text for the shell.')
            .exactOptional(),
          timeout: seconds.describe('The most seconds it may take; 120 where absent.').exactOptional(),
        })
        .refine(({ run, arguments: allowed }) => typeof run !== 'string' || !allowed, {
          message: 'a text for the shell takes no arguments: write the command as a list of words',
          path: ['arguments'],
        }),
    )
    .describe(
      "Commands that agents may run by tool_exec of the MCP server, by name. In a project's file they count only if the user trusts the project.",
    )
    .exactOptional(),
  trust: z
    .array(z.string().min(1))
    .describe(
      "Folders whose configuration counts in full. Only in the user's own configuration. Relative paths start at this file.",
    )
    .exactOptional(),
  live: z
    .strictObject({
      mode: z
        .enum(['auto', 'note', 'warn', 'stop', 'off'])
        .describe(
          'What is done about a call that failed before: nothing before it runs (note), a note (warn), or stopping it once in a session (stop). auto stops for lessons that have proven themselves, and warns of others; off silences hooks altogether.',
        )
        .exactOptional(),
      lessons: z
        .record(
          z.string().regex(/^(?:[^/]+\/)?L-\d+$/, 'L-012, or harbour/L-012 for the lesson of one project'),
          z.enum(['off', 'note', 'warn', 'stop', 'deny', 'rewrite']),
        )
        .describe(
          'The same for single lessons, by id. Besides, deny stops every such call, and rewrite sends what works in its place.',
        )
        .exactOptional(),
      sessionStart: z.boolean().describe('Tell lessons that no context file tells when a session starts.').exactOptional(),
      failures: z.boolean().describe('Tell known issues when a call has failed.').exactOptional(),
      journal: z.boolean().describe('Keep a journal of what was shown.').exactOptional(),
      stop: z
        .enum(['off', 'candidates', 'ask'])
        .describe(
          'What is done when a turn ends: nothing, note that the session may have taught something, or have the agent ask you what to keep.',
        )
        .exactOptional(),
      holdout: z
        .number()
        .min(0)
        .max(0.9)
        .describe(
          "The share of sessions, drawn at random, that gets nothing, so that the others can be compared with it. Only in the user's own configuration.",
        )
        .exactOptional(),
    })
    .describe("What hooks say while an agent works. A project's file can make them quieter than the user's, not louder.")
    .exactOptional(),
  ...loopShape,
}) satisfies z.ZodType<ConfigFile>;

// A key of the interface that the schema lacks would be refused as unknown: this line then no longer compiles.
type Missing = Exclude<keyof ConfigFile, keyof z.infer<typeof configSchema>>;
const nothingMissing: Missing extends never ? true : Missing = true;
void nothingMissing;
