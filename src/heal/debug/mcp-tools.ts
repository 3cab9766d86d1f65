import { dirname } from 'node:path';
import { codeOr, quotableName, type Sentence, say } from '../../lessons/quotable.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import type { SourceCheckout, SourceFile } from './checkout.ts';
import { type DefinitionLines, findToolDefinition } from './find-definition.ts';
import { listMcpServers, type McpServer } from './mcp-servers.ts';
import { readCommands } from './read-tool.ts';
import { findScripts } from './script-files.ts';
import type { AskedTool, FoundToolSource } from './source.ts';
import { findOrigin } from './source-map.ts';

/** Upper bound of the files of one server that are searched for a tool. */
const MOST_FILES = 400;

/**
 * Finds MCP servers and the tools in them. The name may be that used by clients (`mcp__quay__deploy`), that used by the server
 * (`deploy`), or that of the server alone.
 */
export function findMcpTools(asked: AskedTool, checkout: SourceCheckout, places: UserHome): FoundToolSource[] {
  if (asked.name === undefined) return [];
  const name = asked.name;
  const servers = listMcpServers(checkout, places);
  for (const server of servers) {
    const tool = toolIn(name, server.name);
    if (tool === undefined) continue;
    return describe(server, tool === '' ? [] : findTool(server, tool, checkout));
  }
  // The plain name of a tool refers to the first server that defines it.
  for (const server of servers) {
    const found = findTool(server, name, checkout);
    if (found.length > 0) return describe(server, found);
  }
  return [];
}

/** Returns the tool that a name refers to in a server: empty for the server itself, undefined if it belongs to another one. */
function toolIn(name: string, server: string): string | undefined {
  if (name === server) return '';
  // Clients replace characters other than letters and digits with an underscore.
  const plain = server.replace(/[^\w-]/g, '_');
  for (const prefix of [
    `mcp__${plain}__`,
    `${plain}__`,
    `mcp_${plain}_`,
    `${plain}_`,
    `${server}.`,
    `${server}/`,
    `${server}:`,
  ])
    if (name.startsWith(prefix) && name.length > prefix.length) return name.slice(prefix.length);
  return undefined;
}

/** Describes the tool and the server; if the tool was not found, the server's own source is searched for. */
function describe(server: McpServer, tools: readonly FoundToolSource[]): FoundToolSource[] {
  return [...tools, { ...describeServer(server), isFollowed: tools.length > 0 }];
}

function describeServer({ name, path, from, to, words, folder }: McpServer): FoundToolSource {
  const runs = words
    .map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
  return {
    kind: 'mcp-server',
    name: say`MCP server ${codeOr(quotableName(name), 'of the settings')}`,
    path,
    from,
    to,
    runs,
    folder,
    isPrivate: true,
  };
}

function findTool(server: McpServer, tool: string, checkout: SourceCheckout): FoundToolSource[] {
  const entry = findEntry(server, checkout);
  if (!entry) return [];
  for (const file of filesOf(entry, checkout)) {
    const found = file.lines.length > 0 && findToolDefinition(file.lines, tool);
    if (found) return [{ kind: 'mcp-tool', name: nameTool(tool, server), ...place(file, found, checkout) }];
  }
  return [];
}

function nameTool(tool: string, server: McpServer): Sentence {
  return say`${codeOr(quotableName(tool), 'a tool')} of the MCP server ${codeOr(quotableName(server.name), 'of the settings')}`;
}

/** Finds the file of the repository in which a server starts. */
function findEntry(server: McpServer, checkout: SourceCheckout): SourceFile | undefined {
  for (const asked of readCommands(describeServer(server).runs ?? '', server.folder)) {
    const [script] = findScripts(asked, checkout);
    if (script) return checkout.read(script.path);
  }
  return undefined;
}

function* filesOf(entry: SourceFile, checkout: SourceCheckout): Generator<SourceFile> {
  yield entry;
  yield* checkout.walkCode(dirname(entry.real), MOST_FILES);
}

/** Maps a built program to its original source. */
function place(
  file: SourceFile,
  { from, to }: DefinitionLines,
  checkout: SourceCheckout,
): Pick<FoundToolSource, 'path' | 'from' | 'to'> {
  const origin = findOrigin({ path: file.real, line: from + 1, column: indexOfText(file.lines[from] ?? '') });
  const written = origin.path === file.real ? undefined : checkout.read(origin.path);
  if (!written) return { path: file.path, from: from + 1, to: to + 1 };
  return { path: written.path, from: origin.line, to: Math.min(written.lines.length, origin.line + (to - from)) };
}

function indexOfText(line: string): number {
  return line.length - line.trimStart().length + 1;
}
