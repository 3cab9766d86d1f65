import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/registry.ts';

const repository = resolve(import.meta.dirname, '../..');
const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome');

/** The road of DESIGN: each folder imports from those before it. */
const road = [
  'shared',
  'programs',
  'shell',
  'config',
  'redaction',
  'agents',
  'sessions',
  'failures',
  'lessons',
  'memory',
  'delivery',
  'lifecycle',
  'heal',
  'loop',
  'proof',
  'team',
  'app',
  'doctor',
];
const doors = ['cli', 'live', 'mcp', 'web', 'page'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardwon-boundaries-'));
  await copyFile(join(repository, 'biome.json'), join(folder, 'biome.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('import boundaries', () => {
  it('let each station of the road import only from those before it', async () => {
    const files = new Map<string, string>();
    const forbidden: string[] = [];
    for (const [at, from] of road.entries()) {
      for (const to of [...road, ...doors]) {
        if (to === from) continue;
        const path = `src/${from}/to-${to}.ts`;
        files.set(path, importing(`../${to}/thing.ts`));
        if (!(road.indexOf(to) >= 0 && road.indexOf(to) < at)) forbidden.push(path);
      }
    }
    expect(await findRestricted('road', files)).toEqual(forbidden.sort());
  });

  it('know every folder, and the root holds the library alone', async () => {
    const entries = await readdir(join(repository, 'src'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(folders.sort()).toEqual([...road, ...doors].sort());
    expect(entries.filter((entry) => entry.isFile()).map((entry) => entry.name)).toEqual(['index.ts']);
  });

  it('leave no two folders that import each other', async () => {
    const imports = await readFolderImports();
    const mutual = [...imports].flatMap(([from, targets]) =>
      [...targets].filter((to) => from < to && imports.get(to)?.has(from)).map((to) => `${from} and ${to}`),
    );
    expect(imports.get('cli')).toContain('app');
    expect(mutual).toEqual([]);
  });

  it('hold in folders inside a station too', async () => {
    const files = new Map([
      ['src/failures/cause/good.ts', importing('../../agents/call.ts')],
      ['src/failures/cause/bad.ts', importing('../../lessons/lesson.ts')],
      ['src/failures/cause/deep/bad.ts', importing('../../../cli/program.ts')],
      ['src/failures/cause/deep/good.ts', importing('../../failure.ts')],
    ]);
    expect(await findRestricted('nested', files)).toEqual([
      'src/failures/cause/bad.ts',
      'src/failures/cause/deep/bad.ts',
    ]);
  });

  it('keep agents apart', async () => {
    const files = new Map([
      ['src/agents/lantern/own.ts', importing('./paths.ts')],
      ['src/agents/lantern/type.ts', importing('../call.ts')],
      ['src/agents/lantern/shared.ts', importing('../../shared/errors.ts')],
      ['src/agents/lantern/parts/own.ts', importing('../paths.ts')],
      ['src/agents/lantern/parts/type.ts', importing('../../call.ts')],
      ['src/agents/lantern/parts/shared.ts', importing('../../../shared/errors.ts')],
      ['src/agents/registry.ts', importing('./lantern/index.ts')],
      ['src/agents/lantern/other.ts', importing('../harbour/reader.ts')],
      ['src/agents/lantern/parts/other.ts', importing('../../harbour/reader.ts')],
      ['src/agents/lantern/sessions.ts', importing('../../sessions/store.ts')],
    ]);
    expect(await findRestricted('agents', files)).toEqual([
      'src/agents/lantern/other.ts',
      'src/agents/lantern/parts/other.ts',
      'src/agents/lantern/sessions.ts',
    ]);
  });

  it('ask for an agent by its name in its own folder alone, but for the one that is usual and the settings named after one', async () => {
    const names = agents.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    const named = new RegExp(`'(?:${names.join('|')})'`);
    const root = join(repository, 'src');
    const found: string[] = [];
    for (const file of (await readdir(root, { recursive: true })).sort()) {
      const path = file.replaceAll('\\', '/');
      // There they are programs.
      if (!/\.tsx?$/.test(path) || /^(?:agents|programs|shell)\//.test(path)) continue;
      if (named.test(await readFile(join(root, file), 'utf8'))) found.push(path);
    }
    expect(found).toEqual([
      'app/configured-request.ts',
      'cli/agent-folders.ts',
      'config/defaults.ts',
      'config/restrict.ts',
    ]);
  });

  it('keep what the hook loads of an agent as light as it is', async () => {
    const files = new Map([
      ['src/agents/lantern/live.ts', importing('../live-client.ts')],
      ['src/agents/harbour/live.ts', importing('./paths.ts')],
      ['src/agents/orchard/live.ts', importing('node:fs')],
      ['src/agents/quay/live.ts', importing('../../shared/errors.ts')],
    ]);
    expect(await findRestricted('live', files)).toEqual([
      'src/agents/harbour/live.ts',
      'src/agents/orchard/live.ts',
      'src/agents/quay/live.ts',
    ]);
  });

  it('keep the hook light, and the use cases before the doors', async () => {
    const files = new Map([
      ['src/live/own.ts', importing('./stdin.ts')],
      ['src/live/shared.ts', importing('../shared/errors.ts')],
      ['src/app/learn/learn.ts', importing('../../delivery/render.ts')],
      ['src/cli/learn/command.ts', importing('../../app/learn/learn.ts')],
      ['src/live/triggers.ts', importing('../lessons/triggers/rule.ts')],
      ['src/live/snapshot.ts', importing('../delivery/snapshot/layout.ts')],
      ['src/live/apply.ts', importing('../delivery/apply.ts')],
      ['src/live/config.ts', importing('../config/load.ts')],
      ['src/live/memory.ts', importing('../memory/memory.ts')],
      ['src/live/writer.ts', importing('../delivery/snapshot/write-snapshot.ts')],
      ['src/live/sessions.ts', importing('../sessions/store.ts')],
      ['src/cli/commands/hook.ts', importing('../../live/hook.ts')],
    ]);
    expect(await findRestricted('doors', files)).toEqual([
      'src/cli/commands/hook.ts',
      'src/live/apply.ts',
      'src/live/config.ts',
      'src/live/memory.ts',
      'src/live/sessions.ts',
      'src/live/writer.ts',
    ]);
    const wrong = new Map([
      ['src/app/history/session-history.ts', importing('../../live/stdin.ts')],
      ['src/app/learn/learn.ts', importing('../../cli/program.ts')],
    ]);
    expect(await findRestricted('app', wrong)).toEqual([
      'src/app/history/session-history.ts',
      'src/app/learn/learn.ts',
    ]);
    const doctor = new Map([
      ['src/doctor/examine.ts', importing('../app/learn/learn.ts')],
      ['src/cli/doctor/run.ts', importing('../doctor/examine.ts')],
      ['src/doctor/examinations/hooks.ts', importing('../../live/respond.ts')],
      ['src/doctor/view.ts', importing('../cli/views/text.ts')],
    ]);
    expect(await findRestricted('doctor', doctor)).toEqual(['src/doctor/examinations/hooks.ts', 'src/doctor/view.ts']);
  });

  it('keep the doors apart', async () => {
    const files = new Map([
      ['src/mcp/own.ts', importing('./workplace.ts')],
      ['src/mcp/tools/own.ts', importing('../define-tool.ts')],
      ['src/mcp/tools/memory.ts', importing('../../memory/memory.ts')],
      ['src/mcp/tools/learn.ts', importing('../../app/learn/learn.ts')],
      ['src/cli/mcp/run.ts', importing('../mcp/serve.ts')],
      ['src/mcp/tools/view.ts', importing('../../cli/views/text.ts')],
      ['src/mcp/hook.ts', importing('../live/stdin.ts')],
      ['src/mcp/page.ts', importing('../web/page.ts')],
      ['src/cli/check/run.ts', importing('../mcp/tools/shapes.ts')],
      ['src/cli/ui/run.ts', importing('../web/serve.ts')],
      ['src/web/own.ts', importing('../app/surroundings.ts')],
      ['src/web/flags.ts', importing('../cli/options.ts')],
    ]);
    expect(await findRestricted('apart', files)).toEqual([
      'src/cli/check/run.ts',
      'src/mcp/hook.ts',
      'src/mcp/page.ts',
      'src/mcp/tools/view.ts',
      'src/web/flags.ts',
    ]);
  });

  it('keep the page to the types of the answers', async () => {
    const files = new Map([
      [
        'src/page/views/answer.ts',
        "import type { thing } from '../../web/answers/status.ts';\nexport type Copy = thing;\n",
      ],
      ['src/page/views/own.ts', importing('../api.ts')],
      ['src/page/views/server.ts', importing('../../web/serve.ts')],
      ['src/page/views/lesson.ts', importing('../../lessons/lesson.ts')],
      ['src/page/disk.ts', importing('node:fs')],
    ]);
    expect(await findRestricted('page', files)).toEqual([
      'src/page/disk.ts',
      'src/page/views/lesson.ts',
      'src/page/views/server.ts',
    ]);
  });

  it('see a type import and a lazy import as imports', async () => {
    const files = new Map([
      ['src/shared/type.ts', "import type { thing } from '../lessons/lesson.ts';\nexport type Copy = thing;\n"],
      ['src/shared/lazy.ts', "export const load = () => import('../memory/store.ts');\n"],
    ]);
    expect(await findRestricted('forms', files)).toEqual(['src/shared/lazy.ts', 'src/shared/type.ts']);
  });

  it('refuse an import cycle', async () => {
    const files = new Map([
      ['src/shared/left.ts', "import { right } from './right.ts';\nexport const left = () => right;\n"],
      ['src/shared/right.ts', "import { left } from './left.ts';\nexport const right = () => left;\n"],
    ]);
    expect(await find('cycle', files, 'noImportCycles')).toEqual(['src/shared/left.ts', 'src/shared/right.ts']);
  });
});

/** Which folders of `src/` each of them imports from, read from the files. */
async function readFolderImports(): Promise<Map<string, Set<string>>> {
  const root = join(repository, 'src');
  const imports = new Map<string, Set<string>>();
  for (const file of await readdir(root, { recursive: true })) {
    if (!/\.tsx?$/.test(file)) continue;
    const from = folderOf(file);
    const text = await readFile(join(root, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const to = folderOf(relative(root, join(root, dirname(file), target)));
      if (to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  return imports;
}

function folderOf(path: string): string {
  return path.split(/[\\/]/)[0] ?? '';
}

function importing(target: string): string {
  return `import { thing } from '${target}';\nexport const copy = thing;\n`;
}

function findRestricted(name: string, files: Map<string, string>): Promise<string[]> {
  return find(name, files, 'noRestrictedImports');
}

/** Writes the files below a folder of their own and returns those that Biome reports under the rule. */
async function find(name: string, files: Map<string, string>, rule: string): Promise<string[]> {
  const root = join(folder, name);
  await mkdir(root);
  await copyFile(join(folder, 'biome.json'), join(root, 'biome.json'));
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const report = await runBiome(root);
  const found = report.diagnostics
    .filter((each) => each.category.endsWith(`/${rule}`))
    .map((each) => each.location.path);
  return [...new Set(found.map((path) => path.replaceAll('\\', '/')))].sort();
}

interface Report {
  diagnostics: { category: string; location: { path: string } }[];
}

function runBiome(cwd: string): Promise<Report> {
  const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      try {
        done(JSON.parse(stdout));
      } catch {
        fail(error ?? new Error(stderr));
      }
    });
  });
}
