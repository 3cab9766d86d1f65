import type { AttemptConfig, ClaudeConfig } from '../../config/loop-config.ts';
import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import { findOnPath } from '../../shared/find-on-path.ts';
import type { HeadlessAgent } from '../headless-agent.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { commandAgent } from './command.ts';
import { gemini } from './gemini.ts';
import { openCode } from './opencode.ts';

/** Agents that can be run without a person: add yours here. */
const agents: Readonly<Record<string, (settings: { claude?: ClaudeConfig }) => HeadlessAgent>> = {
  claude: (settings) => claude(settings.claude),
  codex,
  gemini,
  opencode: openCode,
};

/** Their names. */
export const AGENT_NAMES: readonly string[] = Object.keys(agents);

/** Refuses an agent whose program is not on this machine, before anything is prepared for it; names those that are. */
export function requireInstalled(
  { program, install }: HeadlessAgent,
  env: Readonly<Record<string, string | undefined>>,
  { platform = process.platform, chosenBy = '--agent' }: { platform?: NodeJS.Platform; chosenBy?: string } = {},
): void {
  // A path may be meant from the folder of the attempt.
  if (/[\\/]/.test(program) || findOnPath(program, env, platform)) return;
  const here = AGENT_NAMES.filter((name) => findOnPath(name, env, platform));
  const others =
    here.length > 0
      ? `Here ${here.length === 1 ? 'is' : 'are'} ${here.join(', ')}: choose one with ${chosenBy}.`
      : `Another one is chosen with ${chosenBy}.`;
  throw new AppError('not-found', `There is no program ${program} here.`, {
    hint: install === undefined ? 'Check loop.command in the configuration.' : `${install}. ${others}`,
  });
}

/** The agent that was asked for, or that the configuration names. */
export function chooseAgent(settings: { loop?: AttemptConfig; claude?: ClaudeConfig }, asked?: string): HeadlessAgent {
  const { command, agent } = settings.loop ?? {};
  const name = asked ?? agent ?? (command ? 'command' : 'claude');
  if (name === 'command') {
    if (command) return commandAgent(command);
    throw new AppError('usage', 'No command is configured for the agent.', {
      hint: 'Set loop.command in your configuration: ["my-agent", "--prompt", "{task}"].',
    });
  }
  const make = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (make) return make(settings);
  const near = didYouMean(name, AGENT_NAMES);
  throw new AppError('usage', `There is no agent ${name}.`, {
    hint: near ? `Did you mean ${near}?` : `These can be run: ${AGENT_NAMES.join(', ')}, command.`,
  });
}
