import { mkdtempSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SyncReport } from '../../src/app/team/sync.ts';
import { type Colleague, makeColleague, makeTeamFile, onceWrongRunner } from './team-stage.ts';

async function sync(person: Colleague, args: readonly string[] = []): Promise<SyncReport> {
  const { code, stdout, stderr } = await person.share(['sync', '--json', ...args]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as SyncReport;
}

describe('hardwon sync', () => {
  it('makes what came up once for each of two people a lesson for both, and for somebody who has no sessions', async () => {
    const url = makeTeamFile();
    const [ann, ben, eve] = await Promise.all([
      makeColleague(url('ann'), onceWrongRunner),
      makeColleague(url('ben'), onceWrongRunner),
      makeColleague(url('eve')),
    ]);
    expect((await ann.learn()).lessons).toMatchObject([{ status: 'watching' }]);
    expect(await sync(ann)).toMatchObject({
      reached: true,
      sent: { rows: 1, groups: 1 },
      knows: { ready: 0, waiting: 1 },
    });
    expect(await sync(ben)).toMatchObject({
      reached: true,
      sent: { groups: 1 },
      knows: { people: 2, machines: 2, ready: 1 },
    });
    // Ann has not asked since, and her lesson is still her own.
    expect((await ann.learn()).lessons).toMatchObject([{ status: 'watching' }]);
    expect(await sync(ann)).toMatchObject({ sent: { rows: 0, unchanged: 1 }, knows: { ready: 1 } });
    expect((await ann.learn()).lessons).toMatchObject([{ status: 'ready', sessions: 1 }]);
    expect(await sync(eve)).toMatchObject({ sent: { rows: 0 }, knows: { ready: 1 } });
    const { lessons } = await eve.learn(['--apply']);
    expect(lessons).toMatchObject([
      { status: 'ready', origin: 'learned on machines of the team', evidence: [], occurrences: 2 },
    ]);
    expect(await eve.read('CLAUDE.md')).toContain('uv run');
    // Without the team, nothing of it is used.
    expect((await ann.run(['learn', '--json'])).stdout).toContain('"status": "watching"');
  });

  it('shows every row that would leave, with neither calls nor paths nor names, and sends nothing', async () => {
    const url = makeTeamFile();
    const ann = await makeColleague(url('ann'), onceWrongRunner);
    const report = await sync(ann, ['--dry-run']);
    expect(report).toMatchObject({ reached: false, sent: { groups: 1 } });
    const text = JSON.stringify([report.rows, report.words]);
    expect(text).not.toContain(ann.home);
    expect(text).not.toContain('harbour');
    expect(text).not.toContain('tools/load.py');
    expect(text).not.toMatch(/"a1"|toolu_/);
    const { stdout } = await ann.share(['sync', '--dry-run']);
    expect(stdout).toContain('These rows would leave this machine');
    expect(stdout).toContain('uv run');
    expect(await sync(await makeColleague(url('ben')))).toMatchObject({ knows: { waiting: 0, ready: 0 } });
  });

  it('keeps private words here, and says why', async () => {
    const url = makeTeamFile();
    const secret = `
sessions:
  - calls:
      - {id: a1, shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: a2, shell: /home/ada/venv/bin/python tools/load.py, prints: loaded 12 rows}
  - calls:
      - {id: b1, shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: b2, shell: /home/ada/venv/bin/python tools/load.py, prints: loaded 12 rows}
`;
    const ann = await makeColleague(url('ann'), secret);
    const report = await sync(ann);
    expect(JSON.stringify(report.rows ?? '')).not.toContain('ada');
    expect(report.sent.groups + report.withheld.length).toBeGreaterThan(0);
    expect(report.withheld).toMatchObject([{ reason: expect.stringContaining('home folder') }]);
  });

  it('joins project facts only within a repository', async () => {
    const url = makeTeamFile();
    const path = `
sessions:
  - calls:
      - {id: a1, read: src/berth.ts, missing: true}
      - {id: a2, read: src/model/berth.ts, prints: export const berth = 1;}
`;
    const ann = await makeColleague(url('ann'), path);
    const ben = await makeColleague(url('ben'), path, 'git@example.com:dock/orchard.git');
    const eve = await makeColleague(url('eve'), path, 'https://example.com/dock/harbour');
    await sync(ann);
    expect(await sync(ben)).toMatchObject({ sent: { groups: 1 }, knows: { ready: 0 } });
    expect(await sync(eve)).toMatchObject({ sent: { groups: 1 }, knows: { ready: 1 } });
  });

  it('is no error without a network, and says what is wrong with an address', async () => {
    const ann = await makeColleague('postgres://ann@127.0.0.1:1/team', onceWrongRunner);
    const offline = await ann.share(['sync']);
    expect(offline).toMatchObject({ code: 0, stdout: expect.stringContaining('cannot be reached') });
    expect(offline.stdout.replaceAll('\n', ' ')).toContain('1 row waits for the next run');
    expect(await sync(ann)).toMatchObject({
      reached: false,
      waiting: 1,
      problem: expect.stringContaining('team on 127.0.0.1'),
    });
    const none = await ann.run(['sync']);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('No team is configured') });
    for (const [url, message] of [
      ['mysql://ann@host/team', 'only PostgreSQL and SQLite'],
      ['postgres://ann@host/', 'names no database'],
      ['postgres://host/team', 'names no user'],
      ['nonsense', 'not a URL'],
      ['postgres://ann@host/team?sslmode=prefer', 'without encryption'],
    ] as const)
      expect(await ann.run(['sync'], { env: { HARDWON_TEAM_URL: url } })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(message),
      });
  });

  it('takes the address from the configuration of the user, and not from that of a repository', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'hardwon-team-')), 'team.db');
    const ann = await makeColleague('', onceWrongRunner);
    await ann.write('hardwon.config.json', JSON.stringify({ team: { url: `sqlite://${file}` } }));
    const found = await ann.run(['sync']);
    expect(found).toMatchObject({ code: 2, stderr: expect.stringContaining('No team is configured') });
    await ann.write(
      join('..', '.config/hardwon/hardwon.config.json'),
      JSON.stringify({ team: { url: `sqlite://${file}`, people: 3 } }),
    );
    expect(await ann.run(['sync'])).toMatchObject({ code: 0 });
    expect(readFileSync(file).length).toBeGreaterThan(0);
  });

  it('tells a team that a trusted repository names nothing of other projects', async () => {
    const ann = await makeColleague('', onceWrongRunner);
    const other = join(ann.home, 'orchard');
    await mkdir(other, { recursive: true });
    await ann.git(['init', '-q'], other);
    await ann.git(['remote', 'add', 'origin', 'git@example.com:dock/orchard.git'], other);
    await ann.tell(onceWrongRunner.replaceAll('load.py', 'pick.py'), other);
    const own = join('..', '.config/hardwon/hardwon.config.json');
    const team = { url: makeTeamFile()('ann') };
    const count = async () =>
      (JSON.parse((await ann.run(['sync', '--dry-run', '--json'])).stdout) as SyncReport).sent.groups;
    await ann.write(own, JSON.stringify({ team }));
    expect(await count()).toBe(2);
    await ann.write('hardwon.config.json', JSON.stringify({ team }));
    await ann.write(own, JSON.stringify({ trust: [ann.project] }));
    expect(await count()).toBe(1);
    expect(await ann.run(['sync'])).toMatchObject({ code: 0 });
    expect(await count()).toBe(0);
  });
});
