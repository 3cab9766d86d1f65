import { createRequire } from 'node:module';

/** The package's version: from package.json, so that it is said in one place. */
export const version: string = (createRequire(import.meta.url)('../package.json') as { version: string }).version;
