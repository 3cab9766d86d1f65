import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteTeam } from '../../src/team/sqlite-engine.ts';
import { describeTeamStore } from './store-contract.ts';

describeTeamStore('SQLite', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'hardwon-team-')), 'team.db');
  return { as: (person) => openSqliteTeam(path, person) };
});
