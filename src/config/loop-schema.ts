import { z } from 'zod';
import { TEST_FRAMEWORKS } from '../programs/test-runner.ts';

const text = z.string().min(1);
/** A timeout in seconds, at most 23 days: timers of more than 24 days would fire at once. */
export const seconds = z.number().positive().max(2_000_000);
const command = z.union([text, z.array(text).min(1)]);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/);

/** The code that runs agents checks which ones it can run: the configuration comes before it. */
const agentName = z.string().regex(/^[a-z][a-z0-9-]{0,99}$/);

/** The keys of the learning loop, part of `configSchema`. */
export const loopShape = {
  teacher: z
    .strictObject({
      mode: z
        .enum(['builtin', 'local', 'anthropic', 'openai', 'agent', 'webhook'])
        .describe(
          'How a failure becomes a rule: with the built-in teacher (the default, without network), a model behind an API (local means anthropic), your agent, or a webhook.',
        )
        .optional(),
      model: text.describe('The model to ask.').optional(),
      maxTokens: z
        .int()
        .positive()
        .describe('The maximum number of tokens of an answer. Default: 1024; for reviews 4096, for learn 32000.')
        .optional(),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .describe("The address of the API, if it is not the vendor's.")
        .optional(),
      keyEnv: variable
        .describe('The environment variable that holds the key. Default: ANTHROPIC_API_KEY or OPENAI_API_KEY.')
        .optional(),
      agent: agentName.describe('The agent for the mode agent. Default: the one in loop.agent.').optional(),
      timeout: seconds.describe('The timeout of an answer in seconds. Default: 60, for learn 600.').optional(),
      learn: agentName
        .describe(
          "Who explains to hardwon learn what recurs: claude, codex, gemini, opencode, anthropic, openai, webhook or builtin (the default: nobody is asked). Only in the user's own configuration.",
        )
        .optional(),
      mostTokensAMonth: z
        .int()
        .min(0)
        .describe(
          "The maximum number of tokens that hardwon learn sends and receives in a calendar month. Default: 1000000. Only in the user's own configuration.",
        )
        .optional(),
      fallback: z
        .enum(['error', 'builtin'])
        .describe(
          'What happens if the teacher cannot be reached: an error (the default), or the built-in teacher is used.',
        )
        .optional(),
    })
    .describe(
      "How a failure becomes a rule. In a project's file this takes effect only if the user trusts the project.",
    )
    .optional(),
  n8n: z
    .strictObject({
      webhookUrl: z
        .url({ protocol: /^https?$/ })
        .describe('The address that failures are posted to in the mode webhook.')
        .optional(),
      timeout: seconds.describe('The timeout of an answer in seconds. Default: 60.').optional(),
      tokenEnv: variable
        .describe('The environment variable that holds the bearer token. Default: N8N_WEBHOOK_TOKEN.')
        .optional(),
      retries: z
        .int()
        .min(0)
        .max(5)
        .describe('How often the request is retried after a transient failure. Default: 2.')
        .optional(),
    })
    .describe(
      "The webhook for the mode webhook. In a project's file this takes effect only if the user trusts the project.",
    )
    .optional(),
  learning: z
    .strictObject({
      maxRetries: z.int().min(0).max(20).describe('The number of attempts after the first. Default: 3.').optional(),
      autoRetry: z
        .boolean()
        .describe('Whether to retry automatically; false stops after each failure for review.')
        .optional(),
      file: z
        .enum(['user', 'project'])
        .describe(
          "The files that get the rules that helped: the project's (the default), or the user's, which are read in every project.",
        )
        .optional(),
    })
    .describe('How often a task is retried, and where rules are written.')
    .optional(),
  failureSources: z
    .array(
      z.strictObject({
        name: text.describe('One of tests (or the name of a test runner), manual and semantic.'),
        type: z.enum(['automated', 'user_reported', 'llm_analysis']).describe('Who reports the failure.'),
        enabled: z.boolean().describe('Whether the source is enabled. Default: true.').optional(),
      }),
    )
    .describe('The sources of failures. A kind of source that is disabled is refused.')
    .optional(),
  failurePrompts: z
    .record(text, text)
    .describe('The prompt for a teacher, by type of failure: the name of a built-in prompt, or a text.')
    .optional(),
  tests: z
    .strictObject({
      framework: z
        .enum(TEST_FRAMEWORKS)
        .describe('The framework whose results are read. Default: detected.')
        .optional(),
      command: command
        .describe('The command: a list of words that is run as it is, or one text for the shell. Default: detected.')
        .optional(),
      timeout: seconds.describe('The timeout of a run in seconds. Default: 600.').optional(),
    })
    .describe('How the tests are run.')
    .optional(),
  claude: z
    .strictObject({
      maxTurns: z.int().positive().describe('The maximum number of turns of an attempt. Default: 15.').optional(),
      outputFormat: z
        .enum(['json', 'stream-json', 'text'])
        .describe('stream-json (the default) shows the work in progress; json and text show it at the end.')
        .optional(),
    })
    .describe('How Claude Code is run.')
    .optional(),
  loop: z
    .strictObject({
      agent: agentName
        .describe(
          'The agent that works on tasks: claude-code (or claude), codex, gemini, opencode, or command. Default: claude-code, or command if a command is given.',
        )
        .optional(),
      command: z
        .array(text)
        .min(1)
        .describe(
          'Any other program, as a list of words that is run as it is; {task} in one of them stands for the task.',
        )
        .optional(),
      timeout: seconds.describe('The timeout of an attempt in seconds. Default: 1800.').optional(),
      setup: command
        .describe(
          'The command that prepares a fresh checkout for its tests: a list of words, or one text for the shell.',
        )
        .optional(),
      copy: z
        .array(text)
        .describe(
          'Names or paths of ignored files and folders that are copied to the scratch checkout. Default: the dependency folders.',
        )
        .optional(),
      link: z
        .array(text)
        .describe('The same as copy, but with links: faster, but anything written there is written to your own files.')
        .optional(),
      skipPermissions: z
        .boolean()
        .describe("Whether the agent may do anything without asking. Only in the user's own configuration.")
        .optional(),
    })
    .describe("How attempts are made. In a project's file this takes effect only if the user trusts the project.")
    .optional(),
};
