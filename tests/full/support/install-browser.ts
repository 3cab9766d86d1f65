import { delimiter, join } from 'node:path';
import { canRun, installPackages } from './install-packages.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** Where the installers of other systems put it. */
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser that the page is tested in: what CHROMIUM names, else the first that is installed. */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES].find(canRun);
}

/** Before all tests: installs Chromium by the system's packages where that can be done, and fails where there is none. */
export async function setup(): Promise<void> {
  if (findBrowser() === undefined) await installPackages('chromium', 'fonts-dejavu-core');
  if (findBrowser() !== undefined) return;
  throw new Error(
    'The page is tested in Chromium, and there is none. Install it (apt-get install chromium, brew install --cask chromium), or name one: CHROMIUM=/path/to/chrome npm run test:full',
  );
}
