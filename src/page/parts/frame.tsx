import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isLocked } from '../describe-error.ts';
import { findPlace, places } from '../places.tsx';
import { printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { chooseTheme, readTheme, type Theme } from '../theme.ts';
import { percent } from '../words.ts';
import { openHelp } from './help.tsx';
import { Icon } from './icon.tsx';

/** The frame around every view. */
export function PageFrame({ problem, children }: { problem: Error | undefined; children: ComponentChildren }) {
  const { status, route } = useShell();
  const { name: shown, belongsTo: current = shown } = findPlace(route.parts[0]);
  const { project, agent, range } = route.query;
  const changes = status.projects.reduce((sum, each) => sum + (each.writable && each.changes > 0 ? 1 : 0), 0);
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <header class="side">
        <a class="brand" href={printRoute(['overview'])}>
          <img src="/icon.svg" alt="" width="26" height="26" />
          hardwon
        </a>
        <nav aria-label="Pages">
          {places.map(({ name, title, menuTitle = title, icon, keepsFilters, writes }) =>
            icon === undefined || (status.readOnly && writes) ? null : (
              <a
                key={name}
                href={printRoute([name], keepsFilters ? { project, agent, range } : {})}
                aria-current={name === current ? 'page' : undefined}
              >
                <Icon name={icon} />
                <span>{menuTitle}</span>
                {name === 'changes' && changes > 0 ? <b class="pill">{changes}</b> : null}
              </a>
            ),
          )}
        </nav>
        <div class="side-foot">
          {status.readOnly ? <p class="tag">read only</p> : null}
          <ThemeSwitch />
          <button type="button" class="bare" onClick={openHelp}>
            Keys <kbd>?</kbd>
          </button>
          <p class="quiet version">{status.hardwon}</p>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {problem ? (
          <p class="banner" role="alert">
            {isLocked(problem) ? (
              <>
                The server was started again, with another key. What you see is from before; open the link that{' '}
                <code>hardwon ui</code> printed.
              </>
            ) : (
              <>
                The server does not answer. What you see is what it said last; start it again with <code>hardwon ui</code>.
              </>
            )}
          </p>
        ) : null}
        {status.ready && status.reading && !problem ? (
          <p class="banner" role="status">
            The server was started again, and reads the logs ({percent(status.reading.done, status.reading.total)}). What you see
            is from before.
          </p>
        ) : null}
        {status.ready && status.problem !== undefined ? (
          <p class="banner" role="alert">
            What is new could not be read: {status.problem} What you see is from before.
          </p>
        ) : null}
        {children}
      </main>
    </div>
  );
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const choose = () => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" class="bare" onClick={choose} aria-label={`Colours: ${theme}. Change to ${next}`}>
      <Icon name={theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'half'} />
      {theme}
    </button>
  );
}
