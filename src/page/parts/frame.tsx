import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isLocked } from '../describe-error.ts';
import { findPlace, places } from '../places.tsx';
import { describeProgress } from '../progress.ts';
import { printRoute } from '../route.ts';
import { useShell } from '../shell.ts';
import { chooseTheme, readTheme, type Theme } from '../theme.ts';
import { openHelp } from './help.tsx';
import { Icon } from './icon.tsx';
import { PartialNote } from './waiting.tsx';

/** The frame around every view. */
export function PageFrame({ problem, children }: { problem: Error | undefined; children: ComponentChildren }) {
  const { status, route } = useShell();
  const { name: shown, belongsTo: current = shown } = findPlace(route.parts[0]);
  const { project, agent, range } = route.query;
  const changes = status.projects.reduce((sum, each) => sum + (each.writable && each.changes > 0 ? 1 : 0), 0);
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
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
          {status.readOnly ? <p class="tag">Read-only</p> : null}
          <ThemeSwitch />
          <button type="button" class="bare" onClick={openHelp}>
            Keyboard <kbd>?</kbd>
          </button>
          <p class="quiet version">{status.hardwon}</p>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {problem ? (
          <p class="banner" role="alert">
            {isLocked(problem) ? (
              <>
                The server was restarted and has a new link. This page shows old data: open the link that{' '}
                <code>hardwon ui</code> printed.
              </>
            ) : (
              <>
                The server is not responding. This page shows old data: start the server again with{' '}
                <code>hardwon ui</code>.
              </>
            )}
          </p>
        ) : null}
        {status.partial && status.problem === undefined && !problem ? <PartialNote status={status} /> : null}
        {status.ready && !status.partial && status.reading && !problem ? (
          <p class="banner" role="status">
            The server was restarted. This page shows old data until it has read everything:{' '}
            {describeProgress(status.reading).text}.
          </p>
        ) : null}
        {status.ready && status.problem !== undefined ? (
          <p class="banner" role="alert">
            {status.partial ? 'Not all sessions could be read' : 'The latest sessions could not be read'}:{' '}
            {status.problem} This page shows {status.partial ? 'the others' : 'old data'}.
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
    <button type="button" class="bare" onClick={choose} aria-label={`Theme: ${theme}. Change to ${next}`}>
      <Icon name={theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'half'} />
      {theme}
    </button>
  );
}
