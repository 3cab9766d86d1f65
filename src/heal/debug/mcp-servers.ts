import { resolve } from 'node:path';
import { agents } from '../../agents/registry.ts';
import { parseJsonc } from '../../config/jsonc.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import type { SourceCheckout } from './checkout.ts';
import { endOfBlock } from './code-block.ts';

/** An MCP server that a client of this project or user starts. */
export interface McpServer {
  name: string;
  /** The words that start it. */
  words: readonly string[];
  /** The folder in which it is started. */
  folder: string;
  /** The file that configures it, and its lines there, counted from 1. */
  path: string;
  from: number;
  to: number;
}

/** Upper bound: settings of clients are kilobytes, but ~/.claude.json also keeps histories. */
const LARGEST = 8 * 1024 * 1024;

/** An editor, and none of the agents: its agents start what it names. */
const EDITOR_FILES = ['.vscode/mcp.json'];

/** Lists every server in the settings of clients, those of the project first. Servers on the network have no source here. */
export function listMcpServers(checkout: SourceCheckout, { home, env }: UserHome): McpServer[] {
  const known = agents.flatMap(({ serverFiles }) => serverFiles ?? []);
  const shared = [...known.flatMap(({ project }) => project), ...EDITOR_FILES];
  const own = known.flatMap(({ user }) => user?.({ home, env }) ?? []);
  return [
    ...shared.flatMap((path) => {
      const file = checkout.read(path);
      return file ? readServers(file.lines.join('\n'), file.path, checkout) : [];
    }),
    ...own.flatMap((path) => readServers(readQuietly(path), path.replace(home, '~').replaceAll('\\', '/'), checkout)),
  ];
}

function readServers(text: string, path: string, checkout: SourceCheckout): McpServer[] {
  if (text === '') return [];
  return path.endsWith('.toml') ? readToml(text, path, checkout) : readJson(text, path, checkout);
}

function readJson(text: string, path: string, checkout: SourceCheckout): McpServer[] {
  let value: unknown;
  try {
    value = parseJsonc(text);
  } catch {
    return [];
  }
  const lines = text.split(/\r?\n/);
  // Claude Code keeps settings for one project under its folder; VS Code and OpenCode have their own names for the list.
  const here = groupOf(groupOf(value, 'projects'), checkout.top);
  const lists = [
    groupOf(here, 'mcpServers'),
    groupOf(value, 'mcpServers'),
    groupOf(value, 'servers'),
    groupOf(value, 'mcp'),
  ];
  return lists.flatMap((list) =>
    Object.entries(list ?? {}).flatMap(([name, server]) => {
      const words = wordsOf(server, checkout);
      const at = lines.findIndex((line) => line.includes(`${JSON.stringify(name)}:`));
      return words.length === 0 ? [] : [describe(name, words, server, { lines, at, path }, checkout)];
    }),
  );
}

function describe(
  name: string,
  words: readonly string[],
  server: unknown,
  { lines, at, path }: { lines: readonly string[]; at: number; path: string },
  checkout: SourceCheckout,
): McpServer {
  const cwd = isGroup(server) && typeof server.cwd === 'string' ? expand(server.cwd, checkout) : '.';
  const from = Math.max(0, at);
  return { name, words, folder: resolve(checkout.top, cwd), path, from: from + 1, to: endOfBlock(lines, from) + 1 };
}

function wordsOf(server: unknown, checkout: SourceCheckout): string[] {
  if (!isGroup(server)) return [];
  const { command, args } = server;
  const list = [...(Array.isArray(command) ? command : [command]), ...(Array.isArray(args) ? args : [])];
  return list.filter((word): word is string => typeof word === 'string').map((word) => expand(word, checkout));
}

/** Replaces the variables that clients expand to the project's folder. */
function expand(word: string, { top }: SourceCheckout): string {
  return word.replace(/\$\{(?:CLAUDE_PROJECT_DIR(?::-[^}]*)?|workspaceFolder|PWD(?::-[^}]*)?)\}/g, top);
}

/** Reads `[mcp_servers.quay]` with `command` and `args`: the only parts of the format that are needed. */
function readToml(text: string, path: string, checkout: SourceCheckout): McpServer[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, at) => {
    const name = /^\s*\[mcp_servers\.(?:"([^"]{1,100})"|([\w-]{1,100}))\]\s*(?:#.*)?$/
      .exec(line)
      ?.slice(1)
      .find(Boolean);
    if (name === undefined) return [];
    const next = lines.findIndex((other, index) => index > at && /^\s*\[/.test(other) && !/^\s*\[\s*["']/.test(other));
    const end = next < 0 ? lines.length : next;
    const body = lines.slice(at + 1, end);
    const server = {
      command: stringsOf(body, 'command')[0],
      args: stringsOf(body, 'args'),
      cwd: stringsOf(body, 'cwd')[0],
    };
    const words = wordsOf(server, checkout);
    if (words.length === 0) return [];
    const last = lines.slice(0, end).findLastIndex((other) => other.trim() !== '');
    return [{ ...describe(name, words, server, { lines, at, path }, checkout), to: last + 1 }];
  });
}

function stringsOf(lines: readonly string[], key: string): string[] {
  const start = lines.findIndex((line) => line.trimStart().startsWith(key) && /^\s*\w+\s*=/.test(line));
  if (start < 0) return [];
  const first = (lines[start] ?? '').replace(/^[^=]*=/, '');
  const isOpen = first.trimStart().startsWith('[') && !first.includes(']');
  const close = isOpen ? lines.findIndex((line, at) => at > start && line.includes(']')) : start;
  const value = [first, ...lines.slice(start + 1, close + 1)].join('\n');
  return [...value.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/g)].map(([, basic, literal]) =>
    basic === undefined ? (literal ?? '') : basic.replace(/\\(["\\])/g, '$1'),
  );
}

function groupOf(value: unknown, key: string): Record<string, unknown> | undefined {
  const inner = isGroup(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isGroup(inner) ? inner : undefined;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readQuietly(path: string): string {
  try {
    return readRegularSync(path, LARGEST).toString('utf8');
  } catch {
    return '';
  }
}
