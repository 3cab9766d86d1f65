import { existsSync } from 'node:fs';
import { AppError } from '../shared/errors.ts';
import type { McpFlags } from './commands/mcp.ts';
import { type Host, resolvePath } from './surroundings.ts';

/** Runs `hardwon mcp`. */
export async function runMcp(flags: McpFlags, here: Host): Promise<void> {
  const { cwd, home, env } = here;
  if (here.stdin.isTTY)
    throw new AppError('usage', 'mcp speaks the Model Context Protocol on stdin: an agent starts it.', {
      hint: 'Add it to one: claude mcp add hardwon -- hardwon mcp',
    });
  const project = flags.project === undefined ? undefined : resolvePath(flags.project, here);
  if (project !== undefined && !existsSync(project)) throw new AppError('not-found', `There is no folder ${project}.`);
  const { serve } = await import('../mcp/serve.ts');
  await serve({ cwd, home, env, ...(project === undefined ? {} : { project }) });
}
