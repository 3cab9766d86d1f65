import { join } from 'node:path';
import { agents } from '../../agents/registry.ts';
import { parseJsonc } from '../../config/jsonc.ts';
import { findOnPath } from '../../shared/find-on-path.ts';
import { isJson } from '../../shared/json-values.ts';
import { version } from '../../shared/package.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import type { Examination, ExaminationFinding, Installation } from '../examination.ts';
import { describeError } from '../examine.ts';
import { shakeHands } from '../handshake.ts';

/**
 * Examines the MCP server: whether this program serves, and whether the program that agents were told to start exists. Only this
 * program is started.
 */
export const server: Examination = {
  name: 'server',
  title: 'MCP server',
  async examine(patient) {
    const declared = listFiles(patient).flatMap((path) => {
      const command = readCommand(path);
      return command === undefined ? [] : [examineCommand(command, path, patient)];
    });
    return [await examineServer(patient), ...declared];
  },
};

async function examineServer({ program: { node, cli }, root, env }: Installation): Promise<ExaminationFinding> {
  try {
    const { tools, version: found } = await shakeHands([node, cli, 'mcp'], root, { ...env });
    if (found !== version)
      return {
        state: 'problem',
        says: `hardwon mcp says that it is ${found}, and this is ${version}.`,
        fix: 'npm install --global hardwon',
      };
    return { state: 'ok', says: `hardwon mcp answers, with ${tools.length} tools.` };
  } catch (error) {
    return {
      state: 'problem',
      says: `hardwon mcp does not answer: ${describeError(error)}.`,
      fix: 'npm install --global hardwon',
    };
  }
}

function examineCommand(command: string, path: string, { env, platform }: Installation): ExaminationFinding {
  if (findOnPath(command, env, platform) !== undefined) return { state: 'ok', says: `${path} names it, as ${command}.` };
  const says = `${path} has an agent start ${command} for it, and there is no such program.`;
  return { state: 'problem', says, fix: 'npm install --global hardwon' };
}

/** Lists the files in which an agent of this user and project may be told about the server. */
function listFiles({ home, env, root }: Installation): string[] {
  return agents.flatMap(({ serverFiles }) => {
    const own = serverFiles?.user?.({ home, env });
    return [...(own === undefined ? [] : [own]), ...(serverFiles?.project ?? []).map((file) => join(root, file))];
  });
}

/** Returns the program that a file names for the server hardwon; undefined if it has no such server. */
function readCommand(path: string): string | undefined {
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
