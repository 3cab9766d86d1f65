import { askMemory, type RememberedIssue } from '../heal/ask-memory.ts';
import { printNotice } from '../memory/notice.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { readBounded } from '../shared/read-bounded.ts';
import { findProjectRoot } from './change-project-memory.ts';
import type { CheckFlags } from './commands/check.ts';
import { printJson, surroundings, tellProblems } from './surroundings.ts';
import type { Canvas } from './views/text.ts';
import { chooseCanvas, plural, quoteWord, showText, wrap } from './views/text.ts';

/** An error is kilobytes; a whole log is asked about by its end. */
const MOST_INPUT = 10 * 1024 * 1024;

/** Runs `hardwon check`. */
export async function runCheck(flags: CheckFlags): Promise<void> {
  const here = surroundings();
  const limit = Number(flags.limit ?? 5);
  if (!Number.isInteger(limit) || limit < 1)
    throw new AppError('usage', `--limit must be a whole number above 0, not ${flags.limit}.`);
  const error = flags.error === '-' ? await readError() : flags.error;
  const { tool } = flags;
  if (tool === undefined && error === undefined)
    throw new AppError('usage', 'Nothing was asked: name a tool with --tool, an error with --error, or both.');
  const root = findProjectRoot(flags, here);
  const question = { ...(tool === undefined ? {} : { tool }), ...(error === undefined ? {} : { error }) };
  const answer = await askMemory(question, root, findOwnFolders(here).config);
  const issues = answer.issues.slice(0, limit);
  // A lesson that cannot be read may be the very one.
  tellProblems(answer.notices.map(printNotice));
  if (flags.json) printJson({ schema: 1, root, issues });
  else process.stdout.write(viewIssues(issues, { tool, error }, chooseCanvas(process.stdout, here)));
  process.exitCode = issues.length === 0 ? 1 : 0;
}

async function readError(): Promise<string> {
  const text = await readBounded(process.stdin, MOST_INPUT);
  if (text === undefined)
    throw new AppError('usage', 'What came on stdin is too long, or could not be read.', {
      hint: 'Pipe the end of it: tail -n 100',
    });
  return text;
}

function viewIssues(
  issues: readonly RememberedIssue[],
  { tool, error }: { tool: string | undefined; error: string | undefined },
  canvas: Canvas,
): string {
  const { paint, columns } = canvas;
  if (issues.length === 0) {
    const what = error === undefined ? ` about ${tool}` : ` about this error${tool === undefined ? '' : ` of ${tool}`}`;
    const save = `hardwon learn-fix --tool ${quoteWord(tool ?? 'TOOL')} --error-pattern TEXT --root-cause TEXT --fix TEXT`;
    return `${wrap(showText(`Nothing is known${what}.`, canvas.home), columns, 0)}\nOnce you have found what helps, save it:\n  ${wrap(save, columns, 4, 2)}\n`;
  }
  return `${[paint.bold(`Known issues found: ${issues.length}`), ...issues.map((issue) => viewIssue(issue, canvas))].join('\n\n')}\n`;
}

function viewIssue(
  { id, tool, pattern, rootCause, fix, commands, confidence, occurrences, layer }: RememberedIssue,
  canvas: Canvas,
): string {
  const { paint, columns, home } = canvas;
  const row = (label: string, text: string) => `  ${paint.dim(label.padEnd(12))}${wrap(showText(text, home), columns, 14)}`;
  const name = tool === '*' ? 'any tool' : tool;
  const facts = `${id}, ${confidence} confidence, seen ${occurrences === 1 ? 'once' : plural(occurrences, 'time')}${layer === 'user' ? ', in your own memory' : ''}`;
  return [
    `${paint.bold(showText(name, home))} ${paint.dim(`(${facts})`)}`,
    ...(pattern === undefined ? [] : [row('pattern', pattern)]),
    ...(rootCause === '' ? [] : [row('root cause', rootCause)]),
    row('fix', fix),
    ...commands.map((command, index) => row(index === 0 ? 'commands' : '', command)),
  ].join('\n');
}
