import { dirname, join } from 'node:path';
import type { BuiltInAgent } from '../../agents/agent.ts';
import { findAgent } from '../../agents/find-agent.ts';
import type { Headless } from '../../agents/headless.ts';
import type { HeadlessAgent } from '../../agents/headless-agent.ts';
import { agents } from '../../agents/registry.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import type { AttemptConfig, ClaudeConfig } from '../../config/loop-config.ts';
import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import { makeFolder } from '../../shared/files.ts';
import { findOnPath } from '../../shared/find-on-path.ts';
import { writeRegularSync } from '../../shared/regular-file.ts';
import type { Environment } from '../../shared/surroundings.ts';
import { runAgent } from './run-agent.ts';

/** Agents that can be run without a person. */
const runnable = agents.filter((agent): agent is RunnableAgent => agent.headless !== undefined);

type RunnableAgent = BuiltInAgent & { headless: Headless };

/** Their names. */
export const AGENT_NAMES: readonly string[] = runnable.map(({ name }) => name);

/** Refuses an agent whose program is not on this machine, before anything is prepared for it; names those that are. */
export function requireInstalled(
  { program, install }: HeadlessAgent,
  env: Environment,
  { platform = process.platform, chosenBy = '--agent' }: { platform?: NodeJS.Platform; chosenBy?: string } = {},
): void {
  // A path may be meant from the folder of the attempt.
  if (/[\\/]/.test(program) || findOnPath(program, env, platform)) return;
  const here = runnable.filter(({ headless }) => findOnPath(headless.program, env, platform)).map(({ name }) => name);
  const others =
    here.length > 0
      ? `Installed here: ${here.join(', ')}. Choose one with ${chosenBy}.`
      : `Choose another one with ${chosenBy}.`;
  throw new AppError('not-found', `There is no program ${program} here.`, {
    hint: install === undefined ? 'Check loop.command in the configuration.' : `${install}. ${others}`,
  });
}

/** The agent that was asked for, or that the configuration names. */
export function chooseAgent(settings: { loop?: AttemptConfig; claude?: ClaudeConfig }, asked?: string): HeadlessAgent {
  const { command, agent } = settings.loop ?? {};
  const name = asked ?? agent ?? (command ? 'command' : DEFAULTS.agent);
  if (name === 'command') {
    if (command) return commandAgent(command);
    throw new AppError('usage', 'No command is configured for the agent.', {
      hint: 'Set loop.command in your configuration: ["my-agent", "--prompt", "{task}"].',
    });
  }
  const found = findAgent(name, runnable);
  if (found) return makeRunnable(found, settings);
  const near = didYouMean(name, [...AGENT_NAMES, ...runnable.flatMap(({ aliases = [] }) => aliases)]);
  throw new AppError('usage', `There is no agent ${name}.`, {
    hint: near ? `Did you mean ${near}?` : `These can be run: ${AGENT_NAMES.join(', ')}, command.`,
  });
}

function makeRunnable({ name, headless }: RunnableAgent, { claude }: { claude?: ClaudeConfig }): HeadlessAgent {
  const { program, install, start, readLine } = headless;
  return {
    name,
    program,
    install,
    async run(task, options) {
      const { permissions, maxTurns, cwd } = options;
      const settings = claude ? { claude } : {};
      const { words, env, files = {} } = start({ permissions, settings, maxTurns, env: options.env ?? process.env });
      for (const [path, text] of Object.entries(files)) {
        await makeFolder(dirname(join(cwd, path)));
        writeRegularSync(join(cwd, path), text, 'replace');
      }
      return runAgent({ words: [program, ...words], input: task, env, readLine, install }, options);
    },
  };
}

/** Stands for the task in a word of the command. */
const TASK = '{task}';

/** Any other program. The task is a part of a word and no shell sees it, so that nothing in it can become a command. */
function commandAgent(words: readonly string[]): HeadlessAgent {
  if (!words.some((word) => word.includes(TASK)))
    throw new AppError('usage', `The command of the agent has no ${TASK}: ${words.join(' ')}`, {
      hint: 'Put {task} into one of its words: ["my-agent", "--prompt", "{task}"].',
    });
  return {
    name: 'command',
    program: words[0] ?? '',
    run: (task, options) =>
      runAgent(
        { words: words.map((word) => word.replaceAll(TASK, () => task)), readLine: () => [], showsText: true },
        options,
      ),
  };
}
