import { AppError } from '../../shared/errors.ts';
import type { HeadlessAgent } from '../headless-agent.ts';
import { runAgent } from './run-agent.ts';

/** Stands for the task in a word of the command. */
const TASK = '{task}';

/** Any other program. The task is a part of a word and no shell sees it, so that nothing in it can become a command. */
export function commandAgent(words: readonly string[]): HeadlessAgent {
  if (!words.some((word) => word.includes(TASK)))
    throw new AppError('usage', `The command of the agent has no ${TASK}: ${words.join(' ')}`, {
      hint: 'Put {task} into one of its words: ["my-agent", "--prompt", "{task}"].',
    });
  return {
    name: 'command',
    program: words[0] ?? '',
    run: (task, options) =>
      runAgent({ words: words.map((word) => word.replaceAll(TASK, () => task)), readLine: () => [], showsText: true }, options),
  };
}
