import { readFileSync, statSync } from 'node:fs';
import { CallMatcher } from '../match-calls.ts';
import { AppError } from '../shared/errors.ts';
import { baseName, extensionOf } from '../shared/paths.ts';
import type { MatchFlags } from './commands/match.ts';
import { LineSplitter, tooLong } from './line-splitter.ts';
import { loadLessons } from './load-lessons.ts';
import { renderJson, surroundings } from './surroundings.ts';

/** Runs `hardwon match`. */
export async function runMatch(flags: MatchFlags): Promise<void> {
  const here = surroundings();
  if (process.stdin.isTTY)
    throw new AppError('usage', 'match reads tool calls from stdin, one JSON object a line.', {
      hint: 'hardwon match --help shows an example.',
    });
  const shell = here.env.SHELL ? baseName(here.env.SHELL) : undefined;
  const matcher = new CallMatcher(await loadLessons(flags, here), {
    ...(shell === undefined ? {} : { shell }),
    readFile: readSmall,
    isFolder,
  });
  const [unreadable] = matcher.unreadable;
  if (unreadable !== undefined)
    process.stderr.write(`hardwon: the trigger of ${matcher.unreadable.join(', ')} cannot be read, and never matches.\n`);
  const hasErrors = await answerLines(matcher, process.stdin, process.stdout);
  process.exitCode = hasErrors ? 1 : 0;
}

/** Answers every line, chunk by chunk: what is not yet taken away holds back what is read. True where a line could not be used. */
async function answerLines(matcher: CallMatcher, input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<boolean> {
  const splitter = new LineSplitter();
  let hasErrors = false;
  const answerAll = async (lines: Iterable<string | typeof tooLong>): Promise<void> => {
    let text = '';
    for (const line of lines) {
      const answer = line === tooLong ? { id: null, error: 'line too long' } : matcher.answer(line);
      if ('error' in answer) hasErrors = true;
      text += `${renderJson(answer)}\n`;
    }
    if (text !== '' && !output.write(text)) await new Promise((resume) => output.once('drain', resume));
  };
  input.setEncoding('utf8');
  for await (const chunk of input) await answerAll(splitter.push(String(chunk)));
  await answerAll(splitter.end());
  return hasErrors;
}

/** Whether a path is a folder on this disk. What is named like a file is not asked for: nearly all that is read is one, and asking costs 4 µs. */
function isFolder(path: string): boolean {
  return extensionOf(path) === '' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A file as it is now, for triggers that compare an edit with it. What is large, gone or no file tells nothing. */
function readSmall(path: string): string | undefined {
  try {
    const look = statSync(path, { throwIfNoEntry: false });
    return look?.isFile() && look.size <= LARGEST_FILE ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

const LARGEST_FILE = 4 * 1024 * 1024;
