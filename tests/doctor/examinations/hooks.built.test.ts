import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hooksExamination } from '../../../src/doctor/examinations/hooks.ts';
import { judgeLatency, latency } from '../../../src/doctor/examinations/latency.ts';
import { clearWards, complaints, makeWard, type Ward } from '../patients.ts';

afterAll(clearWards);

const repository = resolve(import.meta.dirname, '../../..');

async function makeWardWithHooks(...args: string[]): Promise<Ward & { settings: string }> {
  const ward = await makeWard();
  expect(await ward.run('install', ...args, '--apply')).toMatchObject({ code: 0 });
  return { ...ward, settings: join(ward.home, '.claude/settings.json') };
}

/** Without what the journal says. */
const aboutHooks = (found: ReturnType<typeof complaints>) => found.filter(({ says }) => !says.includes('journal'));

describe('hooks', () => {
  it('are missed where there are none', async () => {
    expect(complaints(await (await makeWard()).examine(hooksExamination))).toEqual([
      { state: 'note', says: expect.stringContaining('No agent has hardwon hooks') },
    ]);
  });

  it('answer when they are started as each agent starts them, and leave no trace', async () => {
    const ward = await makeWardWithHooks('all');
    const findings = await ward.examine(hooksExamination);
    const answering = findings
      .filter(({ says }) => / answer \(\d+ ms\)\.$/.test(says))
      .map(({ says }) => says.split(':')[0]);
    expect(answering).toEqual(['Claude Code', 'Codex', 'OpenCode', 'Gemini CLI', 'GitHub Copilot CLI', 'Cursor']);
    expect(aboutHooks(complaints(findings))).toEqual([{ state: 'note', says: expect.stringContaining('are trusted') }]);
    expect(complaints(findings)).toContainEqual({
      state: 'note',
      says: expect.stringContaining('no hook has shown a lesson yet'),
    });
  });

  it('are a problem where they name a program that is gone, and --fix puts them right', async () => {
    const ward = await makeWardWithHooks('claude');
    const text = await readFile(ward.settings, 'utf8');
    await writeFile(ward.settings, text.replaceAll(join(repository, 'dist/hook.js'), '/opt/gone/dist/hook.js'));
    expect(aboutHooks(complaints(await ward.examine(hooksExamination)))).toEqual([
      { state: 'problem', says: expect.stringContaining('start /opt/gone/dist/hook.js, which does not exist') },
    ]);
    expect(aboutHooks(complaints(await ward.repair(hooksExamination)))).toEqual([]);
    expect(await readFile(ward.settings, 'utf8')).toBe(text);
  });

  it('of another installation are told, and not started', async () => {
    const ward = await makeWardWithHooks('claude', 'opencode');
    const marker = join(ward.home, 'started');
    const other = await ward.write(
      'other/dist/hook.js',
      `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');\n`,
    );
    for (const path of [ward.settings, join(ward.home, '.config/opencode/plugins/hardwon.js')])
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll(join(repository, 'dist/hook.js'), other));
    const says = expect.stringMatching(
      /were written by another installation, and start .*other\/dist\/hook\.js; it was not started/,
    );
    expect(aboutHooks(complaints(await ward.examine(hooksExamination)))).toEqual([
      { state: 'note', says },
      { state: 'note', says },
    ]);
    await expect(readFile(marker)).rejects.toThrow('ENOENT');
  });

  it('are a problem where the program says nothing', async () => {
    const ward = await makeWardWithHooks('claude');
    const mute = await ward.write('mute/dist/hook.js', 'process.exit(0);\n');
    const text = await readFile(ward.settings, 'utf8');
    await writeFile(ward.settings, text.replaceAll(join(repository, 'dist/hook.js'), mute));
    const patient = await ward.meet();
    const found = await hooksExamination.examine({ ...patient, program: { ...patient.program, hook: mute } });
    expect(aboutHooks(complaints(found))).toEqual([
      { state: 'problem', says: expect.stringContaining('do not answer') },
    ]);
  });

  it('of a project are those that name the program on the PATH', async () => {
    const ward = await makeWardWithHooks('claude', '--project');
    expect(aboutHooks(complaints(await ward.examine(hooksExamination)))).toEqual([]);
    expect(aboutHooks(complaints(await ward.examine(hooksExamination, { PATH: '' })))).toEqual([
      { state: 'problem', says: expect.stringContaining('start hardwon-hook, which does not exist') },
    ]);
    // Whoever wrote the repository wrote this file, too.
    const marker = join(ward.home, 'started');
    const evil = await ward.write(
      'harbour/dist/hook.js',
      `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');\n`,
    );
    const settings = join(ward.project, '.claude/settings.json');
    const text = await readFile(settings, 'utf8');
    await writeFile(settings, text.replaceAll('hardwon-hook', `${process.execPath} ${evil}`));
    expect(complaints(await ward.examine(hooksExamination))).toContainEqual({
      state: 'note',
      says: expect.stringContaining('was not started'),
    });
    await expect(readFile(marker)).rejects.toThrow('ENOENT');
  });

  describe('that a hostile repository brings', () => {
    const lines = (marker: string) => [
      `$(touch ${marker}) 'hardwon-hook/dist/hook.js' session-start claude-code`,
      `$(touch ${marker}) '/opt/hardwon/dist/hook.js' session-start claude-code 2>/dev/null || true`,
      `touch ${marker}; hardwon-hook session-start claude-code 2>/dev/null || true`,
      `hardwon-hook session-start claude-code 2>/dev/null || touch ${marker}`,
      `function h { hardwon-hook session-start claude-code; }; h 2>$(touch ${marker}); exit 0`,
      `try { & hardwon-hook session-start claude-code 2>$null } catch { }; touch ${marker}`,
      `/bin/sh ./dist/hook.js session-start claude-code 2>/dev/null || true`,
      `/usr/bin/touch ${marker}/dist/hook.js session-start claude-code 2>/dev/null || true`,
    ];
    const files = ['.claude/settings.json', '.gemini/settings.json', '.codex/hooks.json'];

    it.each(files)('are never run, in %s', async (file) => {
      const ward = await makeWard();
      const marker = join(ward.home, 'ran');
      await ward.write('harbour/dist/hook.js', `touch ${marker}\n`);
      for (const command of lines(marker)) {
        // Every shape in which some agent keeps its hooks, and for the user as well.
        const group = [{ hooks: [{ type: 'command', command, commandWindows: command }] }];
        const text = JSON.stringify({ hooks: { SessionStart: group, BeforeAgent: group } });
        await ward.write(`harbour/${file}`, text);
        await ward.write(file, text);
        const found = complaints(await ward.examine(hooksExamination));
        expect(found.map(({ says }) => says).join('\n')).toMatch(
          /not written by it|No agent has hardwon hooks|another installation/,
        );
        for (const action of ['install', 'uninstall']) await ward.run(action, 'all', '--project');
        await expect(readFile(marker), command).rejects.toThrow('ENOENT');
      }
    });

    it('are never run, in a plugin of OpenCode or a plugin folder', async () => {
      const ward = await makeWard();
      const marker = join(ward.home, 'ran');
      const code = `// hardwon: mine\nrequire('node:fs').writeFileSync(${JSON.stringify(marker)}, '');\n`;
      await ward.write('harbour/.opencode/plugins/hardwon.js', code);
      await ward.write('harbour/.claude/settings.json', '{"enabledPlugins": {"hardwon@tools": true}}');
      await ward.write('.claude/plugins/cache/tools/hardwon/9.0.0/start.cjs', code);
      const found = complaints(await ward.examine(hooksExamination));
      expect(found).toContainEqual({ state: 'note', says: expect.stringContaining('not the one of this release') });
      expect(found).toContainEqual({ state: 'problem', says: expect.stringContaining('was not written by hardwon') });
      // Neither does the program of a package that holds a true copy of the plugin.
      await cp(join(repository, 'plugins/hardwon'), join(ward.home, '.claude/plugins/cache/tools/hardwon/9.0.0'), {
        recursive: true,
      });
      const manifest = { name: 'hardwon', bin: { 'hardwon-hook': 'hook.js' } };
      await ward.write('.claude/plugins/cache/tools/package.json', JSON.stringify(manifest));
      await ward.write('.claude/plugins/cache/tools/hook.js', code);
      await ward.examine(hooksExamination);
      await expect(readFile(marker)).rejects.toThrow('ENOENT');
    });

    it('stay, and are told, when hooks are taken out', async () => {
      const ward = await makeWardWithHooks('claude', '--project');
      const settings = join(ward.project, '.claude/settings.json');
      const theirs = { hooks: [{ type: 'command', command: 'touch ran; hardwon-hook stop claude-code' }] };
      const text = JSON.parse(await readFile(settings, 'utf8'));
      text.hooks.SessionStart.push(theirs);
      await writeFile(settings, JSON.stringify(text));
      const { code, stdout, stderr } = await ward.run('uninstall', 'claude', '--project', '--apply');
      expect({ code, told: `${stdout}${stderr}` }).toEqual({
        code: 0,
        told: expect.stringMatching(/names hardwon and\s+was not written by it/),
      });
      expect(JSON.parse(await readFile(settings, 'utf8'))).toEqual({ hooks: { SessionStart: [theirs] } });
    });
  });

  it('are told where they are installed twice, switched off, or in settings that are broken', async () => {
    const ward = await makeWardWithHooks('claude');
    expect(await ward.run('install', 'claude', '--project', '--apply')).toMatchObject({ code: 0 });
    const text = await readFile(ward.settings, 'utf8');
    await writeFile(ward.settings, text.replace('{', '{ "disableAllHooks": true,'));
    expect(aboutHooks(complaints(await ward.examine(hooksExamination)))).toEqual([
      { state: 'problem', says: expect.stringContaining('runs no hooks at all') },
      { state: 'problem', says: expect.stringContaining('everything is said twice') },
    ]);
    await writeFile(ward.settings, text.slice(0, -5));
    expect(complaints(await ward.examine(hooksExamination))).toContainEqual({
      state: 'problem',
      says: expect.stringContaining('settings.json:'),
    });
  });

  it('of Codex are taken to be trusted where its settings say so', async () => {
    const ward = await makeWardWithHooks('codex');
    const file = join(ward.home, '.codex/hooks.json');
    await ward.write('.codex/config.toml', `[hooks.state."${file}:session_start:0:0"]\ntrusted_hash = "sha256:00"\n`);
    expect(aboutHooks(complaints(await ward.examine(hooksExamination)))).toEqual([]);
  });

  it('of the plugin answer, unless settings do, or the program is not found', async () => {
    const ward = await makeWard();
    await ward.write('.claude/settings.json', '{"enabledPlugins": {"hardwon@hardwon": true}}');
    expect(complaints(await ward.examine(hooksExamination))).toContainEqual({
      state: 'problem',
      says: expect.stringContaining('no copy of it'),
    });
    const source = { source: { source: 'directory', path: repository }, installLocation: repository };
    await ward.write('.claude/plugins/known_marketplaces.json', JSON.stringify({ hardwon: source }));
    expect((await ward.examine(hooksExamination))[0]).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('hooks of the plugin in'),
    });
    // A copy finds the program on the PATH alone.
    await ward.write('.claude/plugins/known_marketplaces.json', '{}');
    await cp(join(repository, 'plugins/hardwon'), join(ward.home, '.claude/plugins/cache/hardwon/hardwon/0.1.0'), {
      recursive: true,
    });
    expect((await ward.examine(hooksExamination))[0]).toMatchObject({ state: 'ok' });
    expect(complaints(await ward.examine(hooksExamination, { PATH: '' }))).toContainEqual({
      state: 'problem',
      says: expect.stringContaining('cannot find hardwon'),
    });
    expect(await ward.run('install', 'claude', '--apply')).toMatchObject({ code: 0 });
    expect(complaints(await ward.examine(hooksExamination))).toContainEqual({
      state: 'note',
      says: expect.stringContaining('One of the two is enough'),
    });
  });
});

describe('latency', () => {
  it('is measured beside a bare start', async () => {
    const [finding] = await (await makeWard()).examine(latency);
    expect(finding?.says).toMatch(/^A hook takes \d+ ms, a bare start of Node \d+ ms: [\d.]+ times\./);
  });

  it.each([
    [40, 56, 'ok'],
    [40, 120, 'note'],
    [400, 480, 'note'],
  ])('of a start in %i ms and a hook in %i ms is %s', (bare, hook, state) => {
    expect(judgeLatency(bare, hook).state).toBe(state);
  });
});
