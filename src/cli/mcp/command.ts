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
      'Serves the memory to agents by the Model Context Protocol, or stands before another server and tends its tools.',
    )
    .addHelpText('after', '\nExamples:\n  $ hardwon mcp --project .\n  $ hardwon mcp wrap -- node quay-server.mjs');
  mcp
    .command('serve', { isDefault: true })
    .summary('serve the memory of a project; what mcp alone does')
    .description(
      'Speaks the Model Context Protocol on stdin and stdout: known issues, fixes, lessons and their evidence as tools, the memory files as resources, and prompts. An agent starts it; docs/mcp.md says how to add it to each. It works in one project only, and ends when stdin is closed.',
    )
    .option('--project <path>', 'the project, by any folder of it (default: what the client has open, else the current folder)')
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
      "Runs an MCP server that speaks on stdin and stdout, and passes everything on byte for byte. Where one of its tools fails, runs the remedy that your configuration opts into for the tool, and calls it again; where it fails all the same, adds what is known about the error to the tool's answer, or how to save a fix. Failures are logged in .memory/learned/tool_failures.yaml.",
    )
    .argument('<command...>', 'the server and its words, after --')
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .addHelpText(
      'after',
      '\nTo put it before a server of Claude Code:\n  claude mcp add quay -- hardwon mcp wrap -- node quay-server.mjs',
    )
    .action(async (words: string[], flags: McpFlags) => {
      const { runMcpWrap } = await import('./run.ts');
      await runMcpWrap(words, flags, here);
    });
}
