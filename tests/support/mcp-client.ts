import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isolatedEnvironment, type RunOptions } from './run.ts';

/** The official client, connected to a server that it has started. */
export interface OpenClient {
  client: Client;
  /** Calls a tool. */
  call(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
  /** The text of a resource. */
  read(uri: string): Promise<string>;
  /** The text of a prompt. */
  prompt(name: string, input?: Record<string, string>): Promise<string>;
  /** What the server has written to stderr so far. */
  complaints(): string;
  close(): Promise<void>;
}

/** What a tool answered. */
export interface ToolAnswer {
  text: string;
  /** What programs read; empty where the call failed. */
  data: Record<string, unknown>;
  isError: boolean;
}

/** How a client differs from the usual one. */
export interface ClientSettings extends RunOptions {
  /** Arguments of `hardwon mcp`. */
  args?: readonly string[];
  /** Folders that the client has open. */
  roots?: readonly string[];
  /** The revision of the protocol: the one that most clients speak, or the newest. */
  era?: 'legacy' | '2026-07-28';
}

const clients: Client[] = [];
const cli = resolve(import.meta.dirname, '../../dist/cli.js');

/** Starts the built server as an agent would, and shakes hands with it. */
export async function openClient(settings: ClientSettings): Promise<OpenClient> {
  const { args = [], roots, era = 'legacy', home, cwd = home } = settings;
  const env = Object.fromEntries(
    Object.entries(isolatedEnvironment(settings)).map(([name, value]) => [name, value ?? '']),
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', ...args],
    env,
    cwd,
    stderr: 'pipe',
  });
  let complaints = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString('utf8');
  });
  const client = new Client(
    { name: 'lantern', version: '1.0.0' },
    {
      capabilities: roots ? { roots: {} } : {},
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: era } },
    },
  );
  if (roots)
    client.setRequestHandler('roots/list', () => ({
      roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }));
  await client.connect(transport);
  clients.push(client);
  return {
    client,
    async call(name, input = {}) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { text, data: (structuredContent ?? {}) as Record<string, unknown>, isError: isError === true };
    },
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      return contents.map((part) => ('text' in part ? part.text : '')).join('\n');
    },
    async prompt(name, input = {}) {
      const { messages } = await client.getPrompt({ name, arguments: input });
      return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
    },
    complaints: () => complaints,
    close: () => client.close(),
  };
}

/** Ends every server of the file; for `afterAll`. */
export async function closeClients(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.close()));
}
