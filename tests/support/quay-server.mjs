// A server of the official library whose tools fail as those of real ones do: a wrong tag, a login that has run out, a network that is away.
import { existsSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'quay', version: '1.0.0' });

server.registerTool(
  'bonfire_deploy',
  { description: 'Deploys an image.', inputSchema: z.object({ tag: z.string() }) },
  async ({ tag }) =>
    tag.length === 40
      ? { content: [{ type: 'text', text: `deployed ${tag}` }] }
      : { content: [{ type: 'text', text: `manifest unknown: image ${tag} not found` }], isError: true },
);

server.registerTool(
  'get_pods',
  { description: 'Lists pods.', inputSchema: z.object({ cluster: z.string() }) },
  async ({ cluster }) => {
    if (!existsSync('connected')) throw new Error('dial tcp 10.0.0.1:443: No route to host');
    if (!existsSync(`login-${cluster}`)) throw new Error('HTTP 401: the token has expired');
    return { content: [{ type: 'text', text: `two pods in ${cluster}` }] };
  },
);

server.registerTool(
  'count_berths',
  {
    description: 'Counts berths.',
    inputSchema: z.object({ quay: z.string() }),
    outputSchema: z.object({ free: z.number() }),
  },
  async ({ quay }) => ({
    content: [{ type: 'text', text: `no such quay: ${quay}` }],
    structuredContent: { free: 0 },
    isError: true,
  }),
);

await server.connect(new StdioServerTransport());
