import { readFileSync } from 'node:fs';

/** What package.json says that the program has to know. */
interface Manifest {
  version: string;
  engines: { node: string };
}

declare const HARDWON_MANIFEST: Manifest | undefined;
declare const HARDWON_SOURCES: string | undefined;

/** Built in, because to look for the file takes 3 ms of each start. */
const manifest: Manifest = typeof HARDWON_MANIFEST === 'object' ? HARDWON_MANIFEST : readManifest();

/** The package's version: from package.json, so that it is said in one place. */
export const version: string = manifest.version;

/** The Node that it needs, as package.json has it: `>=20.12.0`. */
export const neededNode: string = manifest.engines.node;

/** The program that made a result: its version, and what its sources hash to where it was built, so that a changed one works things out anew. */
export const build: string = typeof HARDWON_SOURCES === 'string' ? `${version} ${HARDWON_SOURCES}` : version;

/** A file of this package by its path from the package's root, as in `plugins/hardwon/commands/memory.md`. */
export function packageFile(path: string): URL {
  // Programs are built into dist/; the sources, which tests run, lie one folder deeper.
  const root = typeof HARDWON_MANIFEST === 'object' ? '../' : '../../';
  return new URL(`${root}${path}`, import.meta.url);
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as Manifest;
}
