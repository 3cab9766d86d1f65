// What bench/team.mjs measures, and the server that it measures on: bundled when the benchmark starts, as Node 20 cannot run TypeScript.
export { addFetched } from '../src/team/add-fetched.ts';
export { initTables } from '../src/team/init-tables.ts';
export { openTeam } from '../src/team/store.ts';
export { readTeamUrl } from '../src/team/team-url.ts';
export { printWords } from '../src/team/team-words.ts';
export { makeDatabase, startPostgres } from '../tests/full/support/postgres.ts';
