/** The choice of the user: as in the system, or one of the two. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'hardwon-theme';

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Sets the theme, and stores it in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  applyTheme();
}

/** Marks the document with the theme in effect: charts are drawn in its colours. */
export function applyTheme(): void {
  const theme = readTheme();
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const isDark = readTheme() === 'system' ? dark.matches : readTheme() === 'dark';
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    dispatchEvent(new Event('themechange'));
  };
  dark.onchange = theme === 'system' ? show : null;
  show();
}
