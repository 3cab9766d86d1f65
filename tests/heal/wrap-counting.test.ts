import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foldJournal } from '../../src/delivery/journal/fold-journal.ts';
import { autoHeal, autoHealed } from '../../src/index.ts';
import { saveFix } from '../../src/lifecycle/save-fix.ts';
import { loadMemory, renderMemory } from '../../src/memory/memory.ts';

let project: string;
const before = { HOME: process.env.HOME, XDG_DATA_HOME: process.env.XDG_DATA_HOME };
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'hardwon-counting-'));
  await mkdir(join(project, '.git'));
  await mkdir(join(project, '.memory'));
  process.env.HOME = project;
  process.env.XDG_DATA_HOME = join(project, 'data');
  const fix = {
    tool: 'deploy',
    errorPattern: 'manifest unknown',
    rootCause: 'short tag',
    fix: 'Use the full tag',
    commands: [],
  };
  const { memory } = saveFix(await loadMemory(project), fix, new Date('2026-03-09'), { isRead: true });
  await writeFile(join(project, '.memory/harness-learnings.md'), renderMemory(memory));
});
afterEach(async () => {
  process.env.HOME = before.HOME;
  if (before.XDG_DATA_HOME === undefined) delete process.env.XDG_DATA_HOME;
  else process.env.XDG_DATA_HOME = before.XDG_DATA_HOME;
  await rm(project, { recursive: true, force: true });
});

const FULL = '0123456789abcdef0123456789abcdef01234567';
const counted = () => {
  const count = foldJournal(join(project, 'data/hardwon')).get(project)?.get('L-001');
  return count && { shown: count.shown, followed: count.followed, ignored: count.ignored, helped: count.helped };
};

async function deploy({ tag }: { tag: string }, _context: object = {}): Promise<string> {
  if (tag.length < 40) throw new Error(`manifest unknown: ${tag}`);
  return `deployed ${tag}`;
}

describe('what autoHeal tells', () => {
  it('is counted as shown, as not followed where the same failure comes again, and as helped where another call works', async () => {
    const healed = autoHeal(deploy, { project });
    await expect(healed({ tag: 'abc' })).rejects.toThrow('Use the full tag');
    expect(counted()).toEqual({ shown: 1, followed: 0, ignored: 0, helped: 0 });
    await expect(healed({ tag: 'abd' })).rejects.toThrow('Use the full tag');
    expect(counted()).toEqual({ shown: 2, followed: 0, ignored: 1, helped: 0 });
    await healed({ tag: FULL });
    await healed({ tag: FULL });
    expect(counted()).toEqual({ shown: 2, followed: 1, ignored: 1, helped: 1 });
  });

  it('is counted where the call that works is made by another process', async () => {
    await expect(autoHeal(deploy, { project })({ tag: 'abc' })).rejects.toThrow('Use the full tag');
    await autoHeal(deploy, { project })({ tag: FULL });
    expect(counted()).toEqual({ shown: 1, followed: 1, ignored: 0, helped: 1 });
  });

  it('is not counted as followed where the same call works later, whatever context comes with it', async () => {
    let isThere = false;
    const pull = autoHeal(
      async ({ tag }: { tag: string }, _context: object) => {
        if (!isThere) throw new Error('manifest unknown');
        return tag;
      },
      { tool: 'deploy', project },
    );
    const context: Record<string, unknown> = { requestId: 1 };
    context.self = context;
    await expect(pull({ tag: 'abc' }, context)).rejects.toThrow(/^manifest unknown\n/);
    isThere = true;
    await pull({ tag: 'abc' }, { requestId: 2 });
    expect(counted()).toEqual({ shown: 1, followed: 0, ignored: 0, helped: 0 });
  });

  it('is counted for methods that are decorated', async () => {
    class Quay {
      async deploy(tag: string) {
        return deploy({ tag });
      }
    }
    const decorate = autoHealed<string>({ project });
    Quay.prototype.deploy = decorate(Quay.prototype.deploy, { kind: 'method', name: 'deploy' });
    await expect(new Quay().deploy('abc')).rejects.toThrow('Use the full tag');
    await new Quay().deploy(FULL);
    expect(counted()).toEqual({ shown: 1, followed: 1, ignored: 0, helped: 1 });
  });

  it('leaves a call that works alone, though its arguments cannot be named', async () => {
    const broken = autoHeal(deploy, {
      project,
      arguments() {
        throw new Error('no names');
      },
    });
    expect(await broken({ tag: FULL })).toBe(`deployed ${FULL}`);
    await expect(broken({ tag: 'abc' })).rejects.toThrow('manifest unknown: abc');
  });
});
