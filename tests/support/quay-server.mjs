// A server of the official library whose tool fails as a real one does: a wrong tag.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'quay', version: '1.0.0' });

server.registerTool(
  'bonfire_deploy',
  { description: 'Deploys an image.', inputSchema: z.object({ tag: z.string() }) },
  async ({ tag }) => ({ content: [{ type: 'text', text: `manifest unknown: image ${tag} not found` }], isError: true }),
);

await server.connect(new StdioServerTransport());
