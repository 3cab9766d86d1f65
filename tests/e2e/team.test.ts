import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SyncReport } from '../../src/app/team/sync.ts';
import { type Colleague, makeColleague, NOBODY, onceWrongRunner } from './team-stage.ts';

async function sync(person: Colleague, args: readonly string[] = []): Promise<SyncReport> {
  const { code, stdout, stderr } = await person.share(['sync', '--json', ...args]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as SyncReport;
}

describe('hardwon sync', () => {
  it('shows every row that would leave, with neither calls nor paths nor names, and sends nothing', async () => {
    const ann = await makeColleague(NOBODY, onceWrongRunner);
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
  });

  it('keeps private words here, and says why', async () => {
    const secret = `
sessions:
  - calls:
      - {id: a1, shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: a2, shell: /home/ada/venv/bin/python tools/load.py, prints: loaded 12 rows}
  - calls:
      - {id: b1, shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: b2, shell: /home/ada/venv/bin/python tools/load.py, prints: loaded 12 rows}
`;
    const ann = await makeColleague(NOBODY, secret);
    const report = await sync(ann, ['--dry-run']);
    expect(JSON.stringify(report.rows)).not.toContain('ada');
    expect(report.sent.groups + report.withheld.length).toBeGreaterThan(0);
    expect(report.withheld).toMatchObject([{ reason: expect.stringContaining('home folder') }]);
  });

  it('is no error without a network, and says what is wrong with an address', async () => {
    const ann = await makeColleague(NOBODY, onceWrongRunner);
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
      ['mysql://ann@host/team', 'only PostgreSQL is supported'],
      ['sqlite:///srv/team.db', 'only PostgreSQL is supported'],
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
    const ann = await makeColleague('', onceWrongRunner);
    await ann.write('hardwon.config.json', JSON.stringify({ team: { url: NOBODY } }));
    const found = await ann.run(['sync']);
    expect(found).toMatchObject({ code: 2, stderr: expect.stringContaining('No team is configured') });
    await ann.write(
      join('..', '.config/hardwon/hardwon.config.json'),
      JSON.stringify({ team: { url: NOBODY, people: 3 } }),
    );
    expect(await ann.run(['sync'])).toMatchObject({ code: 0, stdout: expect.stringContaining('cannot be reached') });
  });

  it('tells a team that a trusted repository names nothing of other projects', async () => {
    const ann = await makeColleague('', onceWrongRunner);
    const other = join(ann.home, 'orchard');
    await mkdir(other, { recursive: true });
    await ann.git(['init', '-q'], other);
    await ann.git(['remote', 'add', 'origin', 'git@example.com:dock/orchard.git'], other);
    await ann.tell(onceWrongRunner.replaceAll('load.py', 'pick.py'), other);
    const own = join('..', '.config/hardwon/hardwon.config.json');
    const team = { url: NOBODY };
    const count = async () =>
      (JSON.parse((await ann.run(['sync', '--dry-run', '--json'])).stdout) as SyncReport).sent.groups;
    await ann.write(own, JSON.stringify({ team }));
    expect(await count()).toBe(2);
    await ann.write('hardwon.config.json', JSON.stringify({ team }));
    await ann.write(own, JSON.stringify({ trust: [ann.project] }));
    expect(await count()).toBe(1);
  });
});
