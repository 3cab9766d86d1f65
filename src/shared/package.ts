import { readFileSync } from 'node:fs';

/** The part of package.json that the program needs. */
interface Manifest {
  version: string;
  engines: { node: string };
}

declare const HARDWON_MANIFEST: Manifest | undefined;
declare const HARDWON_SOURCES: string | undefined;

/** Embedded in the build, because looking for the file takes 3 ms of each start. */
const manifest: Manifest = typeof HARDWON_MANIFEST === 'object' ? HARDWON_MANIFEST : readManifest();

/** The package's version: from package.json, so that it is stated in one place. */
export const version: string = manifest.version;

/** The version of Node that it needs, as in package.json: `>=20.12.0`. */
export const neededNode: string = manifest.engines.node;

/**
 * Identifies the program that made a result: its version, and in a build a hash of its sources, so that a changed program
 * computes results again.
 */
export const build: string = typeof HARDWON_SOURCES === 'string' ? `${version} ${HARDWON_SOURCES}` : version;

/** Returns a file of this package by its path from the package's root, as in `plugins/hardwon/commands/memory.md`. */
export function packageFile(path: string): URL {
  // Programs are built into dist/; the sources, which tests run, are one folder deeper.
  const root = typeof HARDWON_MANIFEST === 'object' ? '../' : '../../';
  return new URL(`${root}${path}`, import.meta.url);
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as Manifest;
}
