import type { Program } from '../program.ts';

/** Linters of Go. */
export const golangciLint: Program = {
  names: 'golangci-lint',
  subcommands: { second: 'cache config' },
  valueFlags:
    '-c --config --timeout -E --enable -D --disable --build-tags -j --concurrency --out-format --new-from-rev --path-prefix',
  passesOn: true,
  pathFlags: '-c',
};
