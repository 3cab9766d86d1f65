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
          'What turns a failure into a rule: the built-in teacher (the default, no network), a model behind an API (local is anthropic), your agent, or a webhook.',
        )
        .exactOptional(),
      model: text.describe('The model that is asked.').exactOptional(),
      maxTokens: z.int().positive().describe('The most tokens of an answer; 1024 where absent.').exactOptional(),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .describe("Where the API is, where it is not the vendor's.")
        .exactOptional(),
      keyEnv: variable
        .describe('The environment variable that holds the key; ANTHROPIC_API_KEY or OPENAI_API_KEY where absent.')
        .exactOptional(),
      agent: agentName.describe('The agent of the mode agent; that of loop.agent where absent.').exactOptional(),
      timeout: seconds.describe('The most seconds that an answer may take; 60 where absent.').exactOptional(),
      fallback: z
        .enum(['error', 'builtin'])
        .describe('What is done where the teacher cannot be asked: an error (the default), or the built-in teacher.')
        .exactOptional(),
    })
    .describe("What turns a failure into a rule. In a project's file it counts only if the user trusts the project.")
    .exactOptional(),
  n8n: z
    .strictObject({
      webhookUrl: z
        .url({ protocol: /^https?$/ })
        .describe('Where failures are posted, in the mode webhook.')
        .exactOptional(),
      timeout: seconds.describe('The most seconds that an answer may take; 60 where absent.').exactOptional(),
      tokenEnv: variable
        .describe('The environment variable that holds the bearer token; N8N_WEBHOOK_TOKEN where absent.')
        .exactOptional(),
      retries: z
        .int()
        .min(0)
        .max(5)
        .describe('How often it is asked again after a failure that passes; 2 where absent.')
        .exactOptional(),
    })
    .describe("The webhook of the mode webhook. In a project's file it counts only if the user trusts the project.")
    .exactOptional(),
  learning: z
    .strictObject({
      maxRetries: z.int().min(0).max(20).describe('Attempts after the first; 3 where absent.').exactOptional(),
      autoRetry: z.boolean().describe('False: stop after each failure for review.').exactOptional(),
      file: z
        .enum(['user', 'project'])
        .describe(
          "Whose files get the rules that helped: the project's (the default), or the user's, which are read in every project.",
        )
        .exactOptional(),
    })
    .describe('How often a task is tried again, and where rules go.')
    .exactOptional(),
  failureSources: z
    .array(
      z.strictObject({
        name: text.describe('tests or the name of a runner, manual, semantic.'),
        type: z.enum(['automated', 'user_reported', 'llm_analysis']).describe('Who says that something failed.'),
        enabled: z.boolean().describe('True where absent.').exactOptional(),
      }),
    )
    .describe('Where failures come from. A kind of source that is switched off is refused.')
    .exactOptional(),
  failurePrompts: z
    .record(text, text)
    .describe('What a teacher is asked, by the type of the failure: the name of a built-in prompt, or a text.')
    .exactOptional(),
  tests: z
    .strictObject({
      framework: z.enum(TEST_FRAMEWORKS).describe('Whose results they are; detected where absent.').exactOptional(),
      command: command
        .describe('The command: words that are run as they are, or one text for the shell. Detected where absent.')
        .exactOptional(),
      timeout: seconds.describe('The most seconds that a run may take; 600 where absent.').exactOptional(),
    })
    .describe('How the tests are run.')
    .exactOptional(),
  claude: z
    .strictObject({
      maxTurns: z.int().positive().describe('The most turns of an attempt; 15 where absent.').exactOptional(),
      outputFormat: z
        .enum(['json', 'stream-json', 'text'])
        .describe('stream-json (the default) shows what it does while it works; json and text do so at the end.')
        .exactOptional(),
    })
    .describe('How Claude Code is run.')
    .exactOptional(),
  loop: z
    .strictObject({
      agent: agentName
        .describe(
          'The agent that works on tasks: claude-code (or claude), codex, gemini, opencode, or command. claude-code where absent, command where a command is given.',
        )
        .exactOptional(),
      command: z
        .array(text)
        .min(1)
        .describe('Any other program, in words that are run as they are; {task} in one of them stands for the task.')
        .exactOptional(),
      timeout: seconds.describe('The most seconds that an attempt may take; 1800 where absent.').exactOptional(),
      setup: command
        .describe('What makes a fresh checkout ready for its tests: words, or one text for the shell.')
        .exactOptional(),
      copy: z
        .array(text)
        .describe(
          'Names or paths of ignored files and folders that the scratch checkout gets a copy of; the folders of dependencies where absent.',
        )
        .exactOptional(),
      link: z
        .array(text)
        .describe('The same as links: quicker, but what is written there is written to your own.')
        .exactOptional(),
      skipPermissions: z
        .boolean()
        .describe("Let the agent do anything without asking. Only in the user's own configuration.")
        .exactOptional(),
    })
    .describe("How attempts are made. In a project's file it counts only if the user trusts the project.")
    .exactOptional(),
};
