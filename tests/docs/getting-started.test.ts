import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ExampleHome, makeExampleHome } from './example-home.ts';
import { readDocument, splitCode } from './markdown.ts';

let home: ExampleHome;
beforeEach(async () => {
  home = await makeExampleHome();
});
afterEach(() => home.remove());

describe('what getting-started promises', () => {
  it('a first run changes no file but the index', async () => {
    const before = await home.files();
    expect((await home.run(['learn'])).stdout).toContain('Would be written with --apply:');
    const { code, stdout } = await home.run(['learn', '--diff']);
    expect(code).toBe(0);
    expect(stdout).toContain('+- Run `uv run python` instead of `python3`');
    expect(await home.files()).toEqual(before);
  });

  it('shows the output that is printed', async () => {
    const { stdout } = await home.run(['learn'], { env: { COLUMNS: '80' } });
    const printed = stdout.replaceAll(home.project, '~/harbour').split('\n');
    const shown = splitCode(readDocument('docs/getting-started.md')).blocks.find(({ language }) => language === 'text');
    const lines = (shown?.text ?? '').split('\n').filter((line) => line.trim() !== '…');
    expect(lines.length).toBeGreaterThan(14);
    expect(lines.filter((line) => !printed.includes(line))).toEqual([]);
  });

  it('why works before anything is written, and shows the call that failed and the one that worked', async () => {
    const { code, stdout } = await home.run(['why', 'L-003']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /failed python3 scripts\/[\s\S]*No module named 'polars'[\s\S]*worked uv run python scripts\//,
    );
  });

  it('--apply writes, a second run has nothing to change, and undo takes all of it back', async () => {
    const before = await home.files();
    expect(await home.run(['learn', '--apply'])).toMatchObject({ code: 0 });
    const written = await home.files();
    expect(written['harbour/CLAUDE.md']?.startsWith(before['harbour/CLAUDE.md'] ?? '?')).toBe(true);
    expect(Object.keys(written)).toEqual(
      expect.arrayContaining([
        'harbour/.memory/.gitignore',
        'harbour/.memory/harness-learnings.md',
        'harbour/CLAUDE.local.md',
      ]),
    );
    const again = await home.run(['learn', '--apply']);
    expect(again.stdout).toContain('Everything is written already');
    expect(await home.files()).toEqual(written);
    expect(await home.run(['undo'])).toMatchObject({ code: 0 });
    const after = await home.files();
    expect(projectFiles(after)).toEqual(projectFiles(before));
    expect(await home.run(['undo'])).toMatchObject({ code: 1 });
  });

  it('text of the user stays, and a block that was edited is refused', async () => {
    expect(await home.run(['learn', '--apply'])).toMatchObject({ code: 0 });
    const path = join(home.project, 'CLAUDE.md');
    const text = (await home.files())['harbour/CLAUDE.md'] ?? '';
    await writeFile(path, text.replace('lacks `polars`', 'has no `polars`'));
    const edited = await home.files();
    await writeFile(
      join(home.project, '.memory/harness-learnings.md'),
      retire(edited['harbour/.memory/harness-learnings.md'] ?? ''),
    );
    const before = await home.files();
    const refused = await home.run(['learn', '--apply']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('edited by hand');
    expect(await home.files()).toEqual(before);
    expect(await home.run(['learn', '--apply', '--force'])).toMatchObject({ code: 0 });
    const forced = (await home.files())['harbour/CLAUDE.md'] ?? '';
    expect(forced).not.toContain('has no `polars`');
    expect(forced).not.toContain('(L-003');
    expect(forced.startsWith('# Harbour\n\nBerth bookings for small ports.\n')).toBe(true);
  });

  it('a project is found from anywhere', async () => {
    const elsewhere = join(home.path, 'elsewhere');
    await mkdir(elsewhere);
    const ids = async (args: string[], cwd?: string) => {
      const { stdout } = await home.run([...args, '--json'], cwd === undefined ? {} : { cwd });
      const { projects } = JSON.parse(stdout) as { projects: { name: string; lessons: { id: string }[] }[] };
      return projects.map(({ name, lessons }) => `${name} ${lessons.length}`);
    };
    const here = await ids(['learn']);
    expect(here).toEqual([expect.stringMatching(/^harbour \d+$/)]);
    expect(await ids(['learn', '--project', home.project], elsewhere)).toEqual(here);
    expect(await ids(['learn', '--all'], elsewhere)).toEqual(here);
    expect(await ids(['learn'], elsewhere)).toEqual([]);
  });

  it("the agent's folder can be elsewhere", async () => {
    const moved = join(home.path, 'moved');
    await rename(home.claude, moved);
    const count = async (args: string[], env: Record<string, string> = {}) => {
      const { stdout } = await home.run(['learn', '--json', ...args], { env });
      return (JSON.parse(stdout) as { projects: unknown[] }).projects.length;
    };
    expect(await count([])).toBe(0);
    expect(await count(['--claude-dir', moved])).toBe(1);
    expect(await count([], { CLAUDE_CONFIG_DIR: moved })).toBe(1);
  });

  it('a budget and a confidence narrow down what is delivered, on the command line and in the configuration', async () => {
    const delivered = async (args: string[]) => {
      const { stdout } = await home.run(['learn', '--json', ...args]);
      const [project] = (JSON.parse(stdout) as { projects: Delivered[] }).projects;
      return (project?.lessons ?? [])
        .filter((lesson) => lesson.delivered)
        .map(({ id, confidence }) => `${id} ${confidence}`);
    };
    const all = await delivered([]);
    const few = await delivered(['--budget', '300']);
    const high = await delivered(['--min-confidence', 'high']);
    expect(few.length).toBeGreaterThan(0);
    expect(few.length).toBeLessThan(all.length);
    expect(high).toEqual(all.filter((lesson) => lesson.endsWith(' high')));
    expect(high.length).toBeLessThan(all.length);
    await writeFile(join(home.project, 'hardwon.config.json'), '{ "budget": 300 }');
    expect(await delivered([])).toEqual(few);
    await writeFile(join(home.project, 'hardwon.config.json'), '{ "minConfidence": "high" }');
    expect(await delivered([])).toEqual(high);
    await writeFile(join(home.project, 'hardwon.config.json'), '{ "budgit": 300 }');
    expect(await home.run(['learn'])).toMatchObject({ code: 2, stderr: expect.stringContaining('budget') });
  });
});

interface Delivered {
  lessons: { id: string; confidence: string; delivered: boolean }[];
}

/** Silences L-003 as the page says. */
function retire(memory: string): string {
  const at = memory.indexOf('## L-003');
  return memory.slice(0, at) + memory.slice(at).replace('- Status: ready', '- Status: retired');
}

/** Without what hardwon keeps for itself. */
function projectFiles(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).filter(([name]) => name.startsWith('harbour/') || name.startsWith('.claude/')),
  );
}
