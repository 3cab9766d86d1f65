import { appendFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { allKinds } from '../redaction/fake-secrets.ts';
import type { Step } from '../support/described-session.ts';
import { clearStages, makeStage, readFileStep, type Stage, shell } from './stage.ts';
import { readAll } from './tree.ts';

afterAll(clearStages);

/** One made-up secret of every kind that is known, the same on every run. */
const secrets = allKinds.flatMap((kind, index) => fc.sample(kind.planted, { numRuns: 1, seed: 7 + index }));
const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'.slice(0, 36)}`;

/** Everything that a user can make the tool print about a project. */
async function printAll(stage: Stage): Promise<string> {
  const runs = [await stage.run(['learn', '--verbose']), await stage.run(['learn', '--json'])];
  const { lessons } = await stage.learn();
  for (const { id } of lessons)
    runs.push(await stage.run(['why', id, '--limit', '50']), await stage.run(['why', id, '--json']));
  runs.push(await stage.run(['projects', '--json']), await stage.run(['learn', '--apply']), await stage.run(['undo']));
  await stage.run(['learn', '--apply']);
  return runs.map(({ stdout, stderr }) => stdout + stderr).join('\n');
}

/** Everything that the tool wrote: all files but the agent's own logs and git's. */
async function readWritten(stage: Stage): Promise<string> {
  const files = await readAll(stage.home);
  const own = [...files].filter(([path]) => !path.endsWith('.jsonl') && !path.includes('/.git/'));
  expect(own.some(([path]) => path.endsWith('sessions.db'))).toBe(true);
  return own.map(([path, bytes]) => `${path}\n${bytes.toString('latin1')}`).join('\n');
}

function findLeaks(text: string, planted: readonly string[]): string[] {
  return planted.filter((secret) => text.includes(secret));
}

describe('secrets', () => {
  it('of every kind in outputs, commands and messages are in no output, file or cache', async () => {
    const stage = await makeStage();
    const session = (day: number): Step[] => [
      { user: `Use this:\n${secrets.map(({ text }) => text).join('\n\n')}` },
      ...secrets.flatMap(({ text }, index) => [
        shell(`python3 tools/load${day}.py '${index}'`, `${text}\n\nModuleNotFoundError: No module named 'polars'`),
        shell(`uv run python tools/load${day}.py '${index}'`),
        shell(`cat <<'END' > notes${index}\n${text}\nEND`, `sh: 1: cannot create notes${index}: Permission denied`),
        shell(`cat <<'END' > /tmp/notes${index}\n${text}\nEND`),
      ]),
      { says: secrets.map(({ text }) => text).join('\n') },
    ];
    await stage.tellSteps(session(1), session(2));
    const printed = await printAll(stage);
    expect(printed).toContain('uv run python');
    const planted = secrets.map(({ secret }) => secret);
    expect(planted.length).toBeGreaterThan(50);
    expect(findLeaks(printed, planted)).toEqual([]);
    expect(findLeaks(await readWritten(stage), planted)).toEqual([]);
  });

  it('in what lessons are made of are never told', async () => {
    const stage = await makeStage();
    const password = 'tr0ub4dor-and-3-horses';
    const url = `https://ada:${password}@ports.example.org/api`;
    const session: () => Step[] = () => [
      // A variable that is missing, a value that is wrong, a flag that is not known, a host, a file: each with a secret in it.
      shell('bin/tides load', 'error: TIDES_TOKEN is not set'),
      shell(`TIDES_TOKEN=${token} bin/tides load`),
      shell(
        `bin/tides push --regon north --token ${token}`,
        "error: unknown option '--regon'. Did you mean '--region'?",
      ),
      shell(`bin/tides push --region north --token ${token}`),
      shell(`curl -sf ${url}/v1/tides`, 'curl: (22) The requested URL returned error: 404'),
      shell(`curl -sf ${url}/v2/tides`),
      readFileStep(`config/${token}.json`, true),
      readFileStep(`settings/${token}.json`),
      denied(`curl -H 'Authorization: Bearer ${token}' https://ports.example.org`),
      rejected(`mysql -u ada -p${password} harbour`, `never type ${token} again`),
    ];
    await stage.tellSteps(session(), session(), session());
    const printed = await printAll(stage);
    const { lessons } = await stage.learn();
    expect(lessons.length).toBeGreaterThan(2);
    expect(findLeaks(printed, [token, password])).toEqual([]);
    expect(findLeaks(await readWritten(stage), [token, password])).toEqual([]);
  });

  // Known defect: the reason why a line is no JSON quotes its first characters, or all of a short one.
  it('in a line that cannot be read are not quoted', async () => {
    const stage = await makeStage();
    const session = (): Step[] => [
      shell('python3 a.py', "ModuleNotFoundError: No module named 'polars'"),
      shell('uv run python a.py'),
    ];
    const { files } = await stage.tellSteps(session(), session());
    await appendFile(files[0] ?? '', 'PASSWORD=tr0ub4dor\n');
    expect((await stage.report()).read.badLines).toBe(1);
    expect((await stage.run(['learn', '--verbose'])).stdout).not.toContain('tr0ub4dor');
    expect(await readWritten(stage)).not.toContain('tr0ub4dor');
  });

  it('that are allowed by the configuration are shown', async () => {
    const stage = await makeStage();
    const allowed = `ghp_${'Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Qq0Pp9Oo8'.slice(0, 36)}`;
    await stage.write('../.config/hardwon/hardwon.config.json', JSON.stringify({ redaction: { allow: [allowed] } }));
    const session = (): Step[] => [
      shell('python3 a.py', `${allowed} ${token}\nModuleNotFoundError: No module named 'polars'`),
      shell('uv run python a.py'),
    ];
    await stage.tellSteps(session(), session());
    const { stdout } = await stage.run(['why', 'L-001', '--json']);
    expect(stdout).toContain(allowed);
    expect(stdout).not.toContain(token);
  });
});

describe('what only this machine knows', () => {
  it('is not in CLAUDE.md: e-mail addresses, home folders', async () => {
    const stage = await makeStage();
    const session = (): Step[] => [
      shell('bin/invite ada@harbour.example --as owner', 'error: unknown role owner, use one of: admin, guest'),
      shell('bin/invite ada@harbour.example --as admin'),
      shell('make chart FROM=/home/mara/charts', "make: *** No rule to make target 'chart'.  Stop."),
      shell('make charts FROM=/home/mara/charts'),
      readFileStep('/home/mara/notes/tide.md', true),
      readFileStep('/home/mara/docs/tide.md'),
      readFileStep(`${stage.home}/notes/berth.md`, true),
      readFileStep(`${stage.home}/docs/berth.md`),
      readFileStep(`${stage.project}/src/berth.ts`, true),
      readFileStep(`${stage.project}/src/model/berth.ts`),
      shell(`node ${stage.home}/tools/gen.js`, `Error: Cannot find module '${stage.home}/tools/gen.js'`),
      shell(`node ${stage.home}/bin/gen.js`),
      rejected('git push --force git@ports.example.org:ada/harbour.git', 'never force'),
    ];
    await stage.tellSteps(session(), session(), session());
    const { lessons } = await stage.learn(['--apply']);
    expect(lessons.length).toBeGreaterThan(2);
    const shared = (await stage.read('CLAUDE.md')) ?? '';
    expect(shared).toContain('`src/model/berth.ts`');
    for (const private_ of ['mara', 'ada@', stage.home, '/home/']) expect(shared, private_).not.toContain(private_);
  });
});

function denied(command: string): Step {
  return { ...withCommand(command), end: { how: 'denied' } };
}

function rejected(command: string, words: string): Step {
  return { ...withCommand(command), end: { how: 'rejected', words } };
}

function withCommand(command: string) {
  const step = shell(command);
  if (!('use' in step)) throw new Error('a call');
  return step;
}
