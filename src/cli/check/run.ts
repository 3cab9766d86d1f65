import { findOwnSession } from '../../agents/live-registry.ts';
import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson, surroundingsOf, tellProblems } from '../../app/surroundings.ts';
import { askQuickly, type RememberedIssue } from '../../heal/ask-memory.ts';
import { noteAsked } from '../../heal/note-asked.ts';
import { printNotice } from '../../memory/notice.ts';
import { nameForFix } from '../../memory/tool-fixes/fix-name.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { readError } from '../read-error.ts';
import { readLimit } from '../read-limit.ts';
import { viewIssues } from '../views/issues-view.ts';
import type { Canvas } from '../views/text.ts';
import { breakCommand, chooseCanvas, quoteWord, showText, wrap } from '../views/text.ts';
import type { CheckFlags } from './command.ts';

/** Runs `hardwon check`. */
export async function runCheck(flags: CheckFlags, here: Host): Promise<void> {
  const limit = readLimit(flags.limit, 5);
  const error = await readError(flags.error, here);
  // An empty name matches nothing, so a script that had none to fill in is told so.
  const tool = flags.tool?.trim() || undefined;
  if (tool === undefined && error === undefined)
    throw new AppError('usage', 'Nothing was asked: name a tool with --tool, an error with --error, or both.');
  const root = findProjectRoot(flags, here);
  const question = { ...(tool === undefined ? {} : { tool }), ...(error === undefined ? {} : { error }) };
  const folders = findOwnFolders(here);
  const { issues, notices } = await askQuickly(question, limit, { root, userRoot: folders.config, cacheDir: folders.cache });
  // A lesson that cannot be read may be the very one asked for.
  tellProblems(here, notices.map(printNotice));
  if (flags.json) printJson(here, { schema: 1, root, issues });
  else here.stdout.write(viewAnswer(issues, { tool, error }, chooseCanvas(here.stdout, here)));
  here.exitCode = issues.length === 0 ? 1 : 0;
  await noteAsked(issues, { root, folders, ...surroundingsOf(here), session: findOwnSession(here.env) });
}

function viewAnswer(
  issues: readonly RememberedIssue[],
  { tool, error }: { tool: string | undefined; error: string | undefined },
  canvas: Canvas,
): string {
  const { columns } = canvas;
  if (issues.length === 0) {
    const what = error === undefined ? ` about ${tool}` : ` about this error${tool === undefined ? '' : ` of ${tool}`}`;
    const save = `hardwon learn-fix --tool ${quoteWord(nameForFix(tool ?? '') ?? 'TOOL')} --error-pattern TEXT --root-cause TEXT --fix TEXT`;
    return `${wrap(showText(`Nothing is known${what}.`, canvas.home), columns, 0)}\nOnce you have found what helps, save it:\n  ${breakCommand(save, columns - 4)}\n`;
  }
  return `${viewIssues(issues, canvas)}\n`;
}
