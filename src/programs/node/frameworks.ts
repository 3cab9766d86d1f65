import type { Program } from '../program.ts';

/** Frameworks and tools whose package has another name than their program. */
export const nodeFrameworks: readonly Program[] = [
  { names: 'nest', packages: '@nestjs/cli' },
  { names: 'vue', packages: '@vue/cli' },
  { names: 'swc', packages: '@swc/cli' },
  { names: 'babel', packages: '@babel/cli' },
  { names: 'commitlint', packages: '@commitlint/cli' },
  { names: 'changeset', packages: '@changesets/cli' },
  { names: 'sb', packages: 'storybook' },
  { names: 'rw', packages: '@redwoodjs/core' },
  { names: 'cap', packages: '@capacitor/cli' },
  { names: 'remix', packages: '@remix-run/dev' },
  { names: 'graphql-codegen', packages: '@graphql-codegen/cli' },
  { names: 'openapi', packages: '@openapitools/openapi-generator-cli' },
  { names: 'openapi-generator-cli', packages: '@openapitools/openapi-generator-cli' },
  { names: 'sentry', packages: '@sentry/cli' },
  { names: 'sentry-cli', packages: '@sentry/cli' },
  { names: 'svelte-kit', packages: '@sveltejs/kit' },
  { names: 'marp', packages: '@marp-team/marp-cli' },
  { names: 'tailwindcss', packages: 'tailwindcss @tailwindcss/cli' },
];

/** Tools that measure the coverage of a program, or set variables for it. */
export const nodeLaunchers: readonly Program[] = [
  { names: 'c8', startsTestRunners: true },
  { names: 'nyc', startsTestRunners: true },
  { names: 'cross-env', startsTestRunners: true },
  { names: 'env-cmd', startsTestRunners: true },
];
