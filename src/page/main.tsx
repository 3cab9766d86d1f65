import { render } from 'preact';
import { sendRequest } from './api.ts';
import { App } from './app.tsx';
import { applyTheme } from './theme.ts';

applyTheme();
await enter();
enterAgain();
const root = document.getElementById('page');
if (root) render(<App />, root);

/** Exchanges the token in an opened link for a cookie, and removes it from the address. Returns whether there was one. */
async function enter(): Promise<boolean> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return false;
  history.replaceState(undefined, '', location.pathname);
  // If the token is wrong, the first request reports it.
  await sendRequest('/api/enter', { token }).catch(() => {});
  return true;
}

/** Handles the link of a restarted server that is opened in a window already showing the page: the browser then loads nothing. */
function enterAgain(): void {
  const isLink = () => new URLSearchParams(location.hash.slice(1)).has('token');
  addEventListener(
    'hashchange',
    (event) => {
      if (!isLink()) return;
      // No view has such an address.
      event.stopImmediatePropagation();
      void enter().then(() => location.reload());
    },
    { capture: true },
  );
}
