import { existsSync } from 'node:fs';
import { type Host, resolvePath } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import type { McpFlags } from './command.ts';

/** Runs `hardwon mcp`. */
export async function runMcp(flags: McpFlags, here: Host): Promise<void> {
  const { cwd, home, env } = here;
  requireClient(here, 'hardwon mcp');
  const { serve } = await import('../../mcp/serve.ts');
  await serve({ cwd, home, env, ...findProject(flags, here) });
}

/** Runs `hardwon mcp wrap`. */
export async function runMcpWrap(words: readonly string[], flags: McpFlags, here: Host): Promise<void> {
  const { cwd, home, env } = here;
  requireClient(here, 'hardwon mcp wrap -- SERVER');
  const { wrapServer } = await import('../../mcp/wrap-server.ts');
  here.exitCode = await wrapServer({ words, cwd, home, env, ...findProject(flags, here) });
}

function requireClient({ stdin }: Host, command: string): void {
  if (!stdin.isTTY) return;
  throw new AppError('usage', 'mcp speaks the Model Context Protocol on stdin: an agent starts it.', {
    hint: `Add it to one: claude mcp add NAME -- ${command}`,
  });
}

function findProject(flags: McpFlags, here: Host): { project?: string } {
  if (flags.project === undefined) return {};
  const project = resolvePath(flags.project, here);
  if (!existsSync(project))
    throw new AppError('not-found', `There is no folder ${project}.`, {
      hint: 'Name a folder of the project with --project.',
    });
  return { project };
}
