import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/registry.ts';
import { createRedactor } from '../../src/redaction/redact.ts';
import { lazyRedactor } from '../../src/sessions/lazy-redactor.ts';
import { openIndex } from '../../src/sessions/session-index.ts';
import { stripControls } from '../../src/shared/terminal.ts';
import { allLogWriters } from '../support/log-writers/index.ts';
import { isLong } from './length.ts';
import { hideLogFolders, plantEverywhere, plantMembers, writePlanted } from './planting.ts';
import { findSurvivor, plantedSecrets, Survivors } from './secrets.ts';
import { Seeded } from './seeded.ts';

const homes: string[] = [];
afterAll(() => Promise.all(homes.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Everything that is kept and shown of the logs in a home folder. */
async function readIndexed(home: string): Promise<string> {
  const path = join(home, 'index', 'sessions.db');
  const index = await openIndex(path);
  const redact = lazyRedactor([]);
  await index.refresh({ agents, places: { home, env: {} }, redact });
  const shown: string[] = [];
  for await (const session of index.stream(await index.sessions())) {
    shown.push(JSON.stringify(session));
    for (const { id, agent } of session.calls) {
      const text = await index.recall(id, redact, agent);
      if (text !== undefined) shown.push(text.input, text.output);
    }
  }
  shown.push(JSON.stringify(await index.sessions()));
  index.close();
  const files = await readdir(join(home, 'index'));
  const bytes = await Promise.all(files.map((file) => readFile(join(home, 'index', file), 'latin1')));
  return [...bytes, ...shown].map(stripControls).join('\n');
}

async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'hardwon-planted-'));
  homes.push(home);
  return home;
}

describe('planted secrets', () => {
  const planted = plantedSecrets(20260309);

  it('are of more than 150 kinds', () => {
    expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(150);
    expect(planted.length).toBeGreaterThanOrEqual(300);
  });

  it('are all found', async () => {
    const redacted = await createRedactor().redact(planted.map(({ text }) => text));
    const leaks = planted.filter(
      (secret, index) => findSurvivor(stripControls(redacted[index] ?? ''), secret) !== undefined,
    );
    expect(leaks.map(({ kind }) => kind)).toEqual([]);
  });

  it('are found when wrapped at 60 columns, wherever they begin', async () => {
    const long = planted
      .filter(({ text, secret }) => text === secret && !text.includes('\n') && text.length >= 30)
      .slice(0, 120);
    const texts = long.map(({ text }, index) =>
      (`${'on '.repeat(40).slice(0, index % 60)} ${text}`.match(/.{1,60}/g) ?? []).join('\n'),
    );
    const redacted = await createRedactor().redact(texts);
    const leaks = long.filter(
      (secret, index) => findSurvivor((redacted[index] ?? '').replaceAll('\n', ''), secret) !== undefined,
    );
    expect(leaks.map(({ kind }) => kind)).toEqual([]);
  });

  it.each(allLogWriters.map((writer) => [writer.agent, writer] as const))(
    '%s: are in nothing that is kept or shown',
    async (_, writer) => {
      const home = await makeHome();
      // Another share of the kinds for each agent; `npm run test:hostile` plants all of them.
      const offset = allLogWriters.indexOf(writer);
      const some = isLong ? planted : planted.filter((_secret, index) => index % (8 * allLogWriters.length) === offset);
      const { sessions } = await writePlanted(home, writer, plantEverywhere(some));
      expect(sessions.length).toBeGreaterThan(20);
      const kept = hideLogFolders(await readIndexed(home));
      expect(kept).toContain('[redacted:');
      const leaks = new Survivors(some)
        .find(kept)
        .map(({ kind, at }) => `${kind}: …${kept.slice(Math.max(0, at - 90), at + 60)}`);
      expect(leaks).toEqual([]);
    },
  );

  it.each(allLogWriters.map((writer) => [writer.agent, writer] as const))(
    '%s: members that tell a secret by their name are hidden',
    async (_, writer) => {
      const home = await makeHome();
      const random = new Seeded(7);
      const values = new Map<string, string>();
      const steps = plantMembers((label) => {
        const value = random.word().replace(/\d$/, '');
        values.set(label, value);
        return value;
      });
      const session = { start: '2026-03-09T10:00:00Z', cwd: '/home/ada/harbour', branch: 'main', steps };
      const possible = steps.filter((step) => writer.lacks?.([{ ...session, steps: [step] }]) === undefined);
      if (possible.length === 0) return;
      await writePlanted(home, writer, [{ ...session, steps: possible }]);
      const kept = await readIndexed(home);
      expect([...values].filter(([, value]) => kept.includes(value)).map(([label]) => label)).toEqual([]);
    },
  );
});
