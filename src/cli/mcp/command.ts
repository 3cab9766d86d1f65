import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';

/** Options of `mcp`. */
export interface McpFlags {
  project?: string;
}

/** Declares `hardwon mcp` and `hardwon mcp wrap`. */
export function declareMcp(program: Command, here: Host): void {
  const mcp = program
    .command('mcp')
    .summary('serve the memory to agents, as an MCP server on stdio')
    .description(
      'Serves the memory to agents over the Model Context Protocol, or wraps another server and heals its tools.',
    )
    .addHelpText('after', '\nExamples:\n  $ hardwon mcp --project .\n  $ hardwon mcp wrap -- node quay-server.mjs');
  mcp
    .command('serve', { isDefault: true })
    .summary('serve the memory of a project (the default)')
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
  mcp
    .command('wrap')
    .summary('run another MCP server, and give its tools healing and memory')
    .description(
      'Runs an MCP server that speaks on stdin and stdout, and passes everything on. If one of its tools fails, runs the remedy that your configuration allows for it, and calls it again; if it still fails, adds what is known about the error to the answer. Failures are logged in .memory/learned/tool_failures.yaml.',
    )
    .argument('<command...>', 'the server and its arguments, after --')
    .option('--project <path>', 'any folder of the project (default: the current folder)')
    .addHelpText(
      'after',
      '\nTo wrap a server in Claude Code:\n  claude mcp add quay -- hardwon mcp wrap -- node quay-server.mjs',
    )
    .action(async (words: string[], flags: McpFlags) => {
      const { runMcpWrap } = await import('./run.ts');
      await runMcpWrap(words, flags, here);
    });
}
