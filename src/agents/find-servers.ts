import { join } from 'node:path';
import { parseJsonc } from '../config/jsonc.ts';
import { isJson } from '../shared/json-values.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { Places } from './agent.ts';
import { agents } from './registry.ts';

/** Lists the files in which an agent of this user and project may be told about the MCP server. */
export function listServerFiles({ home, env }: Pick<Places, 'home' | 'env'>, root: string): string[] {
  return agents.flatMap(({ serverFiles }) => {
    const own = serverFiles?.user?.({ home, env });
    return [...(own === undefined ? [] : [own]), ...(serverFiles?.project ?? []).map((file) => join(root, file))];
  });
}

/** Returns the program that a file names for the server hardwon; undefined if it has no such server. */
export function readServerCommand(path: string): string | undefined {
  const text = readQuietly(path);
  return path.endsWith('.toml') ? readSection(text) : readMember(text);
}

/** Reads the list of servers, for which OpenCode has its own name. */
function readMember(text: string): string | undefined {
  try {
    const settings: unknown = parseJsonc(text);
    const servers = isJson(settings) ? (settings.mcpServers ?? settings.mcp) : undefined;
    const entry = isJson(servers) ? servers.hardwon : undefined;
    const command = isJson(entry) ? entry.command : undefined;
    const word: unknown = Array.isArray(command) ? command[0] : command;
    return typeof word === 'string' ? word : undefined;
  } catch {
    return undefined;
  }
}

function readSection(text: string): string | undefined {
  const [, section = ''] = /^\[mcp_servers\.hardwon\]\s*\n([^[]*)/m.exec(text) ?? [];
  return /^command\s*=\s*["']([^"'\n]+)["']/m.exec(section)?.[1];
}

function readQuietly(path: string): string {
  try {
    return readRegularSync(path).toString('utf8');
  } catch {
    return '';
  }
}
