import type { Program } from '../program.ts';

/** GoReleaser, which publishes. */
export const goreleaser: Program = { names: 'goreleaser', subcommands: {} };
