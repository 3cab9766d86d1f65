import { render } from 'preact';
import { App } from './app.tsx';
import { enter, enterAgain } from './enter.ts';
import { applyTheme } from './theme.ts';

applyTheme();
await enter();
enterAgain();
const root = document.getElementById('page');
if (root) render(<App />, root);
