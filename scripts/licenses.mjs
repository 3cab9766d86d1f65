import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The licences of the packages that ended up inside a bundle: theirs ask for their notice to travel along. */
export async function writeNotices(moduleIds) {
  const folders = new Set();
  for (const id of moduleIds) {
    const folder = packageFolder(id);
    if (folder) folders.add(folder);
  }
  const notices = [];
  for (const folder of [...folders].sort()) notices.push(await writeNotice(folder));
  return `Packages bundled into hardwon, with their licences.\n\n${notices.join('\n')}`;
}

/** `…/node_modules/@scope/name/lib/x.js` -> `…/node_modules/@scope/name`; undefined for our own files. */
function packageFolder(moduleId) {
  const path = moduleId.replaceAll('\\', '/').replace(/^\0/, '');
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return match?.[1];
}

async function writeNotice(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const name = (await readdir(folder)).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  const text = name ? await readFile(join(folder, name), 'utf8') : `Licence: ${manifest.license}`;
  const title = `${manifest.name} ${manifest.version}`;
  return `${title}\n${'-'.repeat(title.length)}\n${text.trim()}\n`;
}
