import { joinSentences } from '../lessons/quotable.ts';
import type { Answer } from './answer.ts';
import type { HookContext } from './hook-context.ts';
import { askWithPrompt } from './stop.ts';

/**
 * Returns the answer to a prompt: with the first one, lessons that its words name; and the question about what to keep of the
 * turn before. Its hook is installed only if the user wants to be asked.
 */
export async function answerPrompt(visit: HookContext): Promise<Answer | undefined> {
  const { facts, event, project } = visit;
  if (project.snapshot.header.live.stop !== 'ask') return undefined;
  const isFirst = event.session !== '' && !facts.isPrompted;
  if (isFirst) facts.add({ event: 'prompt' });
  const told = isFirst ? await (await import('./start.ts')).answerFirstPrompt(visit) : undefined;
  const asked = askWithPrompt(visit);
  const texts = [told, asked].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : { kind: 'context', text: joinSentences(texts, '\n') };
}
