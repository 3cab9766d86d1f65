import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('../package.json') as { version: string; engines: { node: string } };

/** The package's version: from package.json, so that it is said in one place. */
export const version: string = manifest.version;

/** The Node that it needs, as package.json has it: `>=20.12.0`. */
export const neededNode: string = manifest.engines.node;

declare const HARDWON_SOURCES: string | undefined;

/** The program that made a result: its version, and what its sources hash to where it was built, so that a changed one works things out anew. */
export const build: string = typeof HARDWON_SOURCES === 'string' ? `${version} ${HARDWON_SOURCES}` : version;
