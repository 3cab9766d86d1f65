import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOwnSession } from '../../agents/live-registry.ts';
import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson, surroundingsOf, tellProblems } from '../../app/surroundings.ts';
import { askQuickly, type RememberedIssue } from '../../heal/ask-memory.ts';
import { noteAsked } from '../../heal/note-asked.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
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
export async function runCheck(asked: CheckFlags, here: Host): Promise<void> {
  const flags = takeError(asked);
  const limit = readLimit(flags.limit, 5);
  const tool = chooseTool(flags);
  const isPasted = flags.named === undefined && flags.tool === undefined && flags.error === undefined;
  if (isPasted && here.stdin.isTTY)
    here.stderr.write(`Paste the error, then press ${END_KEYS} on a line of its own:\n`);
  const given = await readError(isPasted ? '-' : flags.error, here);
  const error = isPasted ? given?.trim() || undefined : given;
  if (tool === undefined && error === undefined)
    throw new AppError('usage', 'There is no tool and no error to look up.', {
      hint: 'Name a tool (hardwon check kubectl), or pipe the error: hardwon check < build.log',
    });
  const root = findProjectRoot(flags, here);
  const question = { tool, error };
  const folders = findOwnFolders(here);
  const places = { root, userRoot: folders.config, cacheDir: folders.cache };
  const found = await askQuickly(question, limit, places);
  // Several words that name no known tool may be what an error says.
  const isText = found.issues.length === 0 && error === undefined && /\s/.test(tool ?? '');
  const { issues, notices } = isText && tool !== undefined ? await askQuickly({ error: tool }, limit, places) : found;
  // A lesson that cannot be read may be the very one asked for.
  tellProblems(here, notices.map(printNotice));
  if (flags.json) printJson(here, { schema: 1, root, issues });
  else here.stdout.write(viewAnswer(issues, { tool, error, root }, chooseCanvas(here.stdout, here)));
  here.exitCode = issues.length === 0 ? 1 : 0;
  await noteAsked(issues, { root, folders, ...surroundingsOf(here), session: findOwnSession(here.env) });
}

/** The keys that end the input of a terminal. */
const END_KEYS = process.platform === 'win32' ? 'Ctrl+Z and Enter' : 'Ctrl+D';

/** Takes an argument for the error that it is: a command has no colon before a blank, and no second line. */
function takeError({ named, ...flags }: CheckFlags): CheckFlags {
  if (named === undefined) return flags;
  return flags.error === undefined && /:\s|\n/.test(named.trim()) ? { ...flags, error: named } : { ...flags, named };
}

/** Returns the tool. An empty name matches nothing, so a script that had none to fill in is told so. */
function chooseTool({ named, tool }: CheckFlags): string | undefined {
  if (named !== undefined && tool !== undefined)
    throw new AppError('usage', `You named two tools: ${named} and ${tool}.`, {
      hint: 'Name one, with or without --tool. Put a command of several words in quotes: hardwon check "git push"',
    });
  return (named ?? tool)?.trim() || undefined;
}

function viewAnswer(
  issues: readonly RememberedIssue[],
  { tool, error, root }: { tool: string | undefined; error: string | undefined; root: string },
  canvas: Canvas,
): string {
  const { columns } = canvas;
  if (issues.length === 0) {
    const what = error === undefined ? ` about ${tool}` : ` about this error${tool === undefined ? '' : ` of ${tool}`}`;
    const save = `hardwon learn-fix --tool ${quoteWord(nameForFix(tool ?? '') ?? 'TOOL')} --error-pattern TEXT --root-cause TEXT --fix TEXT`;
    const none = existsSync(join(root, MEMORY_FOLDER, MEMORY_FILE))
      ? ''
      : ' This project has no memory yet: hardwon learn --apply makes it from past sessions.';
    return `${wrap(showText(`Nothing is known${what}.${none}`, canvas.home), columns, 0)}\nOnce you have found what helps, save it:\n  ${breakCommand(save, columns - 4)}\n`;
  }
  return `${viewIssues(issues, canvas)}\n`;
}
