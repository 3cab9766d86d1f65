import { existsSync } from 'node:fs';
import { type Host, resolvePath } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import type { McpFlags } from './command.ts';

/** Runs `hardwon mcp`. */
export async function runMcp(flags: McpFlags, here: Host): Promise<void> {
  const { cwd, home, env, stdin } = here;
  if (stdin.isTTY)
    throw new AppError('usage', 'mcp speaks the Model Context Protocol on stdin: an agent starts it.', {
      hint: 'Add it to one: claude mcp add hardwon -- hardwon mcp',
    });
  const project = flags.project === undefined ? undefined : resolvePath(flags.project, here);
  if (project !== undefined && !existsSync(project))
    throw new AppError('not-found', `There is no folder ${project}.`, {
      hint: 'Name a folder of the project with --project.',
    });
  const { serve } = await import('../../mcp/serve.ts');
  await serve({ cwd, home, env, project });
}
