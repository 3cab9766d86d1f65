import { CallMatcher, type MatchedLesson } from '../../app/memory/match-calls.ts';
import { type Host, renderJson } from '../../app/surroundings.ts';
import { thisMachine } from '../../lessons/triggers/this-machine.ts';
import { AppError } from '../../shared/errors.ts';
import { LineSplitter, tooLong } from '../../shared/line-splitter.ts';
import type { MatchFlags } from './command.ts';
import { loadLessons } from './load-lessons.ts';

/** Runs `hardwon match`. */
export async function runMatch(flags: MatchFlags, here: Host): Promise<void> {
  if (here.stdin.isTTY)
    throw new AppError('usage', 'match reads tool calls from stdin, one JSON object per line.', {
      hint: 'hardwon match --help shows an example.',
    });
  const matcher = new CallMatcher(await loadLessons(flags, here), thisMachine(here.env));
  const [unreadable] = matcher.unreadable;
  if (unreadable !== undefined)
    here.stderr.write(`hardwon: the trigger of ${matcher.unreadable.join(', ')} cannot be read, and never matches.\n`);
  const hasErrors = await answerLines(matcher, flags.watching === true, here.stdin, here.stdout);
  here.exitCode = hasErrors ? 1 : 0;
}

/**
 * Answers every line, chunk by chunk: output that is not yet consumed pauses the input. An answer has the lessons that a hook
 * would show before the call; with notes, also those that apply but are only in files. Returns true if a line could not be used.
 */
async function answerLines(
  matcher: CallMatcher,
  withNotes: boolean,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  const splitter = new LineSplitter();
  let hasErrors = false;
  const answerAll = async (lines: Iterable<string | typeof tooLong>): Promise<void> => {
    let text = '';
    for (const line of lines) {
      const answer = line === tooLong ? { id: null, error: 'line too long' } : matcher.answer(line);
      if ('error' in answer) hasErrors = true;
      const told = 'error' in answer || withNotes ? answer : { ...answer, lessons: answer.lessons.filter(isWarning) };
      text += `${renderJson(told)}\n`;
    }
    if (text !== '' && !output.write(text)) await new Promise((resume) => output.once('drain', resume));
  };
  input.setEncoding('utf8');
  for await (const chunk of input) await answerAll(splitter.push(String(chunk)));
  await answerAll(splitter.end());
  return hasErrors;
}

function isWarning({ mode }: MatchedLesson): boolean {
  return mode === 'warn';
}
