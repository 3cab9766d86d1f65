import { render } from 'preact';
import { sendRequest } from './api.ts';
import { App } from './app.tsx';
import { applyTheme } from './theme.ts';

applyTheme();
await enter();
enterAgain();
const root = document.getElementById('page');
if (root) render(<App />, root);

/** The key in an opened link becomes a cookie, and leaves the address. Says whether there was one. */
async function enter(): Promise<boolean> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return false;
  history.replaceState(undefined, '', location.pathname);
  // Where it is wrong, the first question says so.
  await sendRequest('/api/enter', { token }).catch(() => {});
  return true;
}

/** The link of a server that was started again may be opened in a window that shows the page already: the browser then loads nothing. */
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
