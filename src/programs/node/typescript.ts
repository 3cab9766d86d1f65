import type { Program } from '../program.ts';

/** The compiler of TypeScript, and those that are built on it. */
export const typescript: Program = {
  names: 'tsc',
  valueFlags: '-p --project -b --outDir --rootDir --target -t --module -m --lib --jsx --declarationDir --tsBuildInfoFile',
  pathFlags: '-p --project -b',
  changes: true,
};
