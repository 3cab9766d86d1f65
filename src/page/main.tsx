import { render } from 'preact';
import { send } from './api.ts';
import { App } from './app.tsx';
import { applyTheme } from './theme.ts';

/** The key in the opened link becomes a cookie, and leaves the address. */
async function enter(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(undefined, '', location.pathname);
  // Where it is wrong, the first question says so.
  await send('/api/enter', { token }).catch(() => {});
}

applyTheme();
await enter();
const root = document.getElementById('page');
if (root) render(<App />, root);
