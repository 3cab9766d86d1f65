import type { Command } from 'commander';
import type { Host } from '../surroundings.ts';

/** Options of `mcp`. */
export interface McpFlags {
  project?: string;
}

/** `hardwon mcp`. */
export function declareMcp(program: Command, here: Host): void {
  program
    .command('mcp')
    .summary('serve the memory to agents, as an MCP server on stdio')
    .description(
      'Speaks the Model Context Protocol on stdin and stdout: known issues, fixes, lessons and their evidence as tools, the memory files as resources, and prompts. An agent starts it; docs/mcp.md says how to add it to each. It works in one project only, and ends when stdin is closed.',
    )
    .option('--project <path>', 'the project, by any folder of it (default: what the client has open, else the current folder)')
    .addHelpText(
      'after',
      '\nExample:\n  $ hardwon mcp --project . < requests.jsonl\n\nTo add it to Claude Code:\n  claude mcp add hardwon -- hardwon mcp',
    )
    .action(async (flags: McpFlags) => {
      const { runMcp } = await import('../run-mcp.ts');
      await runMcp(flags, here);
    });
}
