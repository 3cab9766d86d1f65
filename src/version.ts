import { createRequire } from 'node:module';

/** The package's version: from package.json, so that it is said in one place. */
export const version: string = (createRequire(import.meta.url)('../package.json') as { version: string }).version;

declare const HARDWON_SOURCES: string | undefined;

/** The program that made a result: its version, and what its sources hash to where it was built, so that a changed one works things out anew. */
export const build: string = typeof HARDWON_SOURCES === 'string' ? `${version} ${HARDWON_SOURCES}` : version;
