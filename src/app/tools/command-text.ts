import { readFile } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import { packageFile } from '../../shared/package.ts';

/** The commands that agents offer to people as /debug-tool, /learn, /learn-fix and /memory. */
export type CommandName = 'debug-tool' | 'learn' | 'learn-fix' | 'memory';

/**
 * Returns the instructions of a plugin command for an agent, with these arguments. The plugin's files are part of the package,
 * and the only place where the text is kept: prompts of the MCP server use it, too.
 */
export async function readCommandText(name: CommandName, args: string): Promise<string> {
  const text = await readFile(packageFile(`plugins/hardwon/commands/${name}.md`), 'utf8').catch((cause: unknown) => {
    throw new AppError('unreadable', `The text of the command ${name} is missing.`, {
      hint: 'Install hardwon again.',
      cause,
    });
  });
  const body = text.replaceAll('\r\n', '\n').replace(/^---\n[\s\S]*?\n---\n/, '');
  return body.replace('$ARGUMENTS', () => args).trim();
}
