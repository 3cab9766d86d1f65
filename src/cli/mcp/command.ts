import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';

/** Options of `mcp`. */
export interface McpFlags {
  project?: string;
}

/** Declares `hardwon mcp`. */
export function declareMcp(program: Command, here: Host): void {
  program
    .command('mcp')
    .summary('serve the memory to agents, as an MCP server on stdio')
    .description(
      'Speaks the Model Context Protocol on stdin and stdout, for one project. An agent starts it; docs/mcp.md says how to add it to each.',
    )
    .option(
      '--project <path>',
      'any folder of the project (default: what the client has open, else the current folder)',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ hardwon mcp --project . < requests.jsonl\n\nTo add it to Claude Code:\n  claude mcp add hardwon -- hardwon mcp',
    )
    .action(async (flags: McpFlags) => {
      const { runMcp } = await import('./run.ts');
      await runMcp(flags, here);
    });
}
