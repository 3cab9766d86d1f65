// A server of the official library that makes trouble: it dies, takes its time, says much, and speaks on stderr.
import { existsSync, writeFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const say = (text, isError = false) => ({ content: [{ type: 'text', text }], isError });

function makePier() {
  const server = new McpServer({ name: 'pier', version: '1.0.0' });
  server.registerTool(
    'sink',
    { description: 'Ends the server.', inputSchema: z.object({ with: z.string() }) },
    async (input) => {
      if (input.with === 'signal') process.kill(process.pid, 'SIGKILL');
      process.exit(3);
    },
  );

  server.registerTool(
    'shout',
    { description: 'Says much.', inputSchema: z.object({ words: z.string(), times: z.number(), fails: z.boolean() }) },
    async ({ words, times, fails }) => say(words.repeat(times), fails),
  );

  server.registerTool('moor', { description: 'Moors once somebody has logged in, and waits.' }, async (context) => {
    if (!existsSync('moored')) throw new Error('HTTP 401: the token has expired');
    writeFileSync('waits', '');
    const { signal } = context.mcpReq;
    await new Promise((done) => signal.addEventListener('abort', done));
    process.stderr.write('pier: the call was taken back\n');
    return say('never told');
  });

  server.registerTool('count', { description: 'Tells how it goes.' }, async (context) => {
    const { _meta, notify } = context.mcpReq;
    for (const progress of [1, 2])
      await notify({ method: 'notifications/progress', params: { progressToken: _meta.progressToken, progress } });
    // The official client forgets who hears of progress once it has read the answer, also where both come at once.
    await new Promise((done) => setTimeout(done, 300));
    return say('counted');
  });
  return server;
}

process.stderr.write('pier: listening\n');
serveStdio(makePier);
