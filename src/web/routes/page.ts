import type { Context, Hono } from 'hono';
import type { AppParts } from '../app.ts';
import { ENTRANCE, letIn } from '../guard.ts';
import { check, enterBody } from '../inputs.ts';
import type { PageFile } from '../page-files.ts';
import { bodyOf } from './body.ts';

/** Adds the routes for the files of the page, and for entering with the token of the link. */
export function addPage(app: Hono, { page, guard: { token } }: AppParts): void {
  const send = (context: Context, file: PageFile) => {
    context.header('etag', file.etag);
    context.header('cache-control', 'no-cache');
    if (context.req.header('if-none-match') === file.etag) return context.body(null, 304);
    return context.body(file.body, 200, { 'content-type': file.type });
  };
  for (const [path, file] of page) app.get(path === '/index.html' ? '/' : path, (context) => send(context, file));
  app.post(ENTRANCE, async (context) => {
    const asked = check(enterBody, await bodyOf(context));
    if (!letIn(context, asked.token, token))
      return context.json(
        { error: 'That is not the key of this server.', hint: 'Open the link that hardwon ui printed.' },
        401,
      );
    return context.json({ ok: true });
  });
}
