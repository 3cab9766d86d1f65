import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { AgentsReport } from '../../src/app/agents/agents-report.ts';
import type { InstallReport } from '../../src/app/install/install-report.ts';
import { clearStages, joinLines, makeStage, type RunSettings, type Stage } from './stage.ts';

afterAll(clearStages);

const dist = resolve(import.meta.dirname, '../../dist');

/** A home folder in which agents were used. */
async function stageWith(...folders: string[]): Promise<Stage> {
  const stage = await makeStage();
  for (const folder of folders) await mkdir(join(stage.home, folder), { recursive: true });
  return stage;
}

async function put(stage: Stage, path: string, text: string): Promise<string> {
  const file = join(stage.home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

async function report(stage: Stage, args: string[], settings?: RunSettings): Promise<InstallReport> {
  const { code, stdout, stderr } = await stage.run([...args, '--json'], settings);
  if (code > 1) throw new Error(stderr);
  return JSON.parse(stdout) as InstallReport;
}

const states = ({ agents }: InstallReport) => Object.fromEntries(agents.map(({ name, state }) => [name, state]));

const mine = `{
    // my settings
    "permissions": { "allow": ["Bash(make *)"] },
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./lint.sh" }] }
        ]
    } // the end
}
`;

describe('hardwon install', () => {
  it('says that the plugin is there already, and which of the two speaks', async () => {
    const stage = await stageWith();
    await put(stage, '.claude/settings.json', '{"enabledPlugins": {"hardwon@hardwon": true}}');
    await put(stage, '.codex/config.toml', '[plugins."hardwon@hardwon"]\nenabled = true\n');
    const { notices } = await report(stage, ['install', 'claude', 'codex']);
    expect(notices.filter((notice) => notice.includes('also has the hardwon plugin'))).toEqual([
      expect.stringContaining(`Claude Code also has the hardwon plugin (${join(stage.home, '.claude/settings.json')})`),
      expect.stringContaining(`Codex also has the hardwon plugin (${join(stage.home, '.codex/config.toml')})`),
    ]);
  });

  it('shows the diff and writes nothing, until it is told to', async () => {
    const stage = await stageWith('.codex');
    const settings = await put(stage, '.claude/settings.json', mine);
    const { code, stdout, stderr } = await stage.run(['install']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(
      'Hooks for you, in all projects\n  Claude Code  new, ~/.claude/settings.json\n  Codex        new, ~/.codex/hooks.json\n',
    );
    expect(stdout).toContain('\n--- ~/.claude/settings.json\n+++ ~/.claude/settings.json\n');
    expect(stdout).toMatch(
      /\n\+ +"command": ".*[\\/]dist[\\/]hook\.js'? pre-tool-use claude-code 2>\/dev\/null \|\| true",\n/,
    );
    expect(stdout).toMatch(/\nwrite it: +hardwon install --apply\nadd the skill: mkdir -p ~\/\.\S+/);
    expect(await readFile(settings, 'utf8')).toBe(mine);
    expect(await readdir(join(stage.home, '.codex'))).toEqual([]);
  });

  it('adds to what is there, once, and uninstall makes it what it was, byte for byte', async () => {
    const stage = await stageWith('.gemini', '.local/share/opencode');
    const settings = await put(stage, '.claude/settings.json', mine.replaceAll('\n', '\r\n'));
    const first = await report(stage, ['install', '--apply']);
    expect(first).toMatchObject({ schema: 1, action: 'install', scope: 'user', applied: true, refusals: [] });
    expect(states(first)).toEqual({ 'claude-code': 'new', gemini: 'new', opencode: 'new' });
    const text = await readFile(settings, 'utf8');
    for (const line of mine.split('\n')) expect(text).toContain(line.replace(/(\]| \/\/ the end)$/, ''));
    expect(text).toContain('./lint.sh');

    const second = await report(stage, ['install', '--apply']);
    expect(states(second)).toEqual({ 'claude-code': 'current', gemini: 'current', opencode: 'current' });
    expect(second).toMatchObject({ applied: false, changes: [] });

    const gone = await report(stage, ['uninstall', '--apply']);
    expect(states(gone)).toEqual({ 'claude-code': 'removed', gemini: 'removed', opencode: 'removed' });
    expect(await readFile(settings, 'utf8')).toBe(mine.replaceAll('\n', '\r\n'));
    expect(await readdir(join(stage.home, '.gemini'))).toEqual([]);
    expect(existsSync(join(stage.home, '.config/opencode'))).toBe(false);
    const { code, stdout } = await stage.run(['uninstall']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'There are no hardwon hooks to remove.\n' });
  });

  it('takes out only its own where the settings were changed in between', async () => {
    const stage = await stageWith();
    const settings = await put(stage, '.claude/settings.json', '{}');
    await stage.run(['install', 'claude', '--apply']);
    // As a program would write them.
    const changed = { model: 'oil', ...JSON.parse(await readFile(settings, 'utf8')) };
    await writeFile(settings, JSON.stringify(changed));
    await stage.run(['uninstall', 'claude', '--apply']);
    expect(await readFile(settings, 'utf8')).toBe('{"model":"oil"}');
  });

  it('can be undone', async () => {
    const stage = await stageWith('.codex');
    const settings = await put(stage, '.claude/settings.json', mine);
    const { stdout } = await stage.run(['install', '--apply']);
    expect(stdout).toMatch(/\nundo it: +hardwon undo\nadd the skill: /);
    for (const folder of ['.claude', '.agents'])
      await put(stage, `${folder}/skills/harness-learnings/SKILL.md`, '# There\n');
    expect((await stage.run(['install'])).stdout).not.toContain('add the skill');
    expect((await stage.run(['uninstall'])).stdout).not.toContain('add the skill');
    expect(await stage.run(['undo'])).toMatchObject({ code: 0 });
    expect(await readFile(settings, 'utf8')).toBe(mine);
    expect(existsSync(join(stage.home, '.codex/hooks.json'))).toBe(false);
  });

  it('declares events of a turn only where the user is to be asked, and follows the setting both ways', async () => {
    const stage = await stageWith();
    const settings = join(stage.home, '.claude/settings.json');
    const plugin = join(stage.home, '.config/opencode/plugins/hardwon.js');
    const configure = (stop: string) =>
      put(stage, '.config/hardwon/hardwon.config.json', JSON.stringify({ live: { stop } }));
    const declared = async () => Object.keys(JSON.parse(await readFile(settings, 'utf8')).hooks);
    const calls = ['SessionStart', 'PreToolUse', 'PostToolUseFailure', 'PostToolBatch', 'SubagentStart'];
    await put(stage, '.claude/.keep', '');
    await stage.run(['install', 'claude', 'opencode', '--apply']);
    expect(await declared()).toEqual(calls);
    await configure('ask');
    expect(states(await report(stage, ['install', 'claude', 'opencode', '--apply']))).toEqual({
      'claude-code': 'updated',
      opencode: 'updated',
    });
    expect((await declared()).sort()).toEqual([...calls, 'UserPromptSubmit', 'SubagentStop', 'Stop'].sort());
    expect(await readFile(plugin, 'utf8')).toContain('const ASKS = true;');
    await configure('candidates');
    await stage.run(['install', 'claude', 'opencode', '--apply']);
    expect(await declared()).toEqual(calls);
    expect(await readFile(plugin, 'utf8')).toContain('const ASKS = false;');
  });

  it('replaces its own entries after an upgrade, and uninstall still finds the way back', async () => {
    const stage = await stageWith();
    const settings = await put(stage, '.claude/settings.json', mine);
    await stage.run(['install', 'claude', '--apply']);
    const old = (await readFile(settings, 'utf8'))
      .replaceAll(dist, '/opt/old/hardwon/dist')
      .replace('"timeout": 5', '"timeout": 9');
    await writeFile(settings, old);
    expect(states(await report(stage, ['install', 'claude', '--apply']))).toEqual({ 'claude-code': 'updated' });
    const text = await readFile(settings, 'utf8');
    expect(text).not.toContain('/opt/old');
    expect(text.match(/dist\/hook\.js/g)).toHaveLength(5);
    await stage.run(['uninstall', 'claude', '--apply']);
    expect(await readFile(settings, 'utf8')).toBe(mine);
  });

  it('writes what a team can share: no path of this machine, and nothing where hardwon is missing', async () => {
    const stage = await stageWith();
    const written = await report(stage, ['install', 'all', '--project', '--apply']);
    expect(
      written.agents.map(({ path }) => path?.slice(stage.project.length + 1).replaceAll('\\', '/')).sort(),
    ).toEqual([
      '.claude/settings.json',
      '.codex/hooks.json',
      '.cursor/hooks.json',
      '.gemini/settings.json',
      '.github/hooks/hardwon.json',
      '.opencode/plugins/hardwon.js',
    ]);
    for (const { path = '' } of written.agents) {
      const text = await readFile(path, 'utf8');
      expect(text).toContain('hardwon-hook');
      for (const part of [stage.home, dist, process.execPath]) expect(text).not.toContain(part);
    }
    expect(joinLines(written.notices.join(' '))).toContain('must be on the PATH');
    // Broken settings without a hook in them are no reason to leave the others where they are.
    await stage.write('.gemini/settings.json', '{');
    await stage.run(['uninstall', '--project', '--apply']);
    expect((await readdir(stage.project)).sort()).toEqual(['.gemini', '.git']);
  });

  it('puts hooks of Cursor beside those of others, knows them again, and takes them out byte for byte', async () => {
    const stage = await stageWith();
    const theirs = `{\n\t"version": 1,\n\t"hooks": { "preToolUse": [{ "command": "./lint.sh", "matcher": "Shell" }] }\n}\n`;
    const file = await put(stage, '.cursor/hooks.json', theirs);
    expect(states(await report(stage, ['install', '--apply']))).toEqual({ cursor: 'new' });
    const { version, hooks } = JSON.parse(await readFile(file, 'utf8'));
    expect(version).toBe(1);
    expect(Object.keys(hooks).sort()).toEqual(['postToolUse', 'postToolUseFailure', 'preToolUse', 'sessionStart']);
    expect(hooks.preToolUse).toMatchObject([
      { command: './lint.sh' },
      { command: expect.stringContaining(' pre-tool-use cursor ') },
    ]);
    expect(states(await report(stage, ['install', '--apply']))).toEqual({ cursor: 'current' });
    const { agents } = JSON.parse((await stage.run(['agents', '--json'])).stdout) as AgentsReport;
    expect(agents.find(({ name }) => name === 'cursor')?.hooks).toMatchObject({ installed: true, in: [file] });
    expect(states(await report(stage, ['uninstall', '--apply']))).toEqual({ cursor: 'removed' });
    expect(await readFile(file, 'utf8')).toBe(theirs);
    // What names the program and is not as it writes it is somebody else's.
    const foreign = theirs.replace('./lint.sh', 'hardwon-hook pre-tool-use cursor; ./lint.sh');
    await put(stage, '.cursor/hooks.json', foreign);
    const { notices } = await report(stage, ['uninstall', '--apply']);
    expect(notices.join(' ')).toContain('has a hook that names hardwon and was not written by it');
    expect(await readFile(file, 'utf8')).toBe(foreign);
  });

  it('tells what Codex wants before it runs hooks, and agents claims no more than that they are declared', async () => {
    const stage = await stageWith('.codex');
    const { notices } = await report(stage, ['install', 'codex', '--apply']);
    expect(notices).toEqual([expect.stringMatching(/^Codex: .*do not run until you trust them.*\/hooks\.$/)]);
    const { agents } = JSON.parse((await stage.run(['agents', '--json'])).stdout) as AgentsReport;
    const file = join(stage.home, '.codex/hooks.json');
    expect(agents.find(({ name }) => name === 'codex')?.hooks).toEqual({
      installed: true,
      in: [file],
      user: [file],
      project: [],
    });
    expect(agents.find(({ name }) => name === 'claude-code')?.hooks.installed).toBe(false);
  });

  it('says where the same hooks stand a second time, and where git keeps them from others', async () => {
    const stage = await stageWith('.claude');
    await stage.run(['install', 'claude', '--apply']);
    await stage.write('.gitignore', '.claude/\n');
    const { notices } = await report(stage, ['install', 'claude', '--project', '--apply']);
    const text = notices.join('\n');
    expect(text).toContain(`also has hooks in ${join(stage.home, '.claude/settings.json')}: they would run twice`);
    expect(text).toContain(`git ignores ${join(stage.project, '.claude/settings.json')}`);
    await stage.run(['uninstall', '--apply']);
    const left = await stage.run(['uninstall']);
    expect(left.code).toBe(1);
    expect(joinLines(left.stdout)).toContain(
      '! Claude Code has hooks in ~/harbour/.claude/settings.json. Remove them with: hardwon uninstall --project',
    );
  });

  it('shows no secret of the settings, and leaves it where it is', async () => {
    const stage = await stageWith();
    const secret = ['sk', 'ant', 'api03', 'Qm9yZWRPZkxhbnRlcm5z'.repeat(4)].join('-');
    const text = `{\n  "env": {\n    "ANTHROPIC_API_KEY": "${secret}"\n  }\n}\n`;
    const settings = await put(stage, '.claude/settings.json', text);
    for (const args of [
      ['install'],
      ['install', '--json'],
      ['install', '--apply'],
      ['uninstall'],
      ['uninstall', '--apply'],
    ]) {
      const { code, stdout, stderr } = await stage.run(args);
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain(secret);
    }
    expect(await readFile(settings, 'utf8')).toBe(text);
    expect((await stage.run(['install'])).stdout).toContain('[redacted:');
  });

  it('says where hooks are switched off as a whole', async () => {
    const stage = await stageWith();
    await put(stage, '.claude/settings.json', '{"disableAllHooks": true}');
    await put(stage, '.gemini/settings.json', '{"hooksConfig": {"enabled": false}}');
    const { notices } = await report(stage, ['install', 'claude', 'gemini']);
    expect(notices).toEqual([
      expect.stringMatching(/^Claude Code runs no hooks at all: .*settings\.json\.$/),
      expect.stringMatching(/^Gemini CLI runs no hooks at all: .*settings\.json\.$/),
    ]);
  });

  it('takes the home folder for no project', async () => {
    const stage = await stageWith('.claude');
    const { code, stderr } = await stage.run(['install', 'claude', '--project', '--apply'], { cwd: stage.home });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('is your home folder, not a project'),
    });
    expect(await readdir(join(stage.home, '.claude'))).toEqual([]);
  });

  it('follows CLAUDE_CONFIG_DIR, and links inside the home folder only', async () => {
    const stage = await stageWith('.claude', 'dotfiles');
    const env = { CLAUDE_CONFIG_DIR: join(stage.home, 'elsewhere') };
    await stage.run(['install', 'claude', '--apply'], { env });
    expect(await readFile(join(stage.home, 'elsewhere/settings.json'), 'utf8')).toContain('hook.js');

    const real = await put(stage, 'dotfiles/claude.json', mine);
    await symlink(real, join(stage.home, '.claude/settings.json'));
    expect(await stage.run(['install', 'claude', '--apply'])).toMatchObject({ code: 0 });
    expect(await readFile(real, 'utf8')).toContain('hook.js');
    await stage.run(['uninstall', 'claude', '--apply']);
    expect(await readFile(real, 'utf8')).toBe(mine);

    await mkdir(join(stage.project, '.claude'));
    await symlink(real, join(stage.project, '.claude/settings.json'));
    const away = await stage.run(['install', 'claude', '--project', '--apply']);
    expect(away).toMatchObject({ code: 2, stderr: expect.stringContaining('is a link that leads out of') });
    expect(await readFile(real, 'utf8')).toBe(mine);
  });
});

describe('what stands against it', () => {
  it('is a broken file: told with its line, never overwritten, and nothing else is written either', async () => {
    const stage = await stageWith('.codex');
    const text = '{\n  "model": "oil"\n  "hooks": {}\n}\n';
    const settings = await put(stage, '.claude/settings.json', text);
    const dry = await stage.run(['install']);
    expect(dry.code).toBe(1);
    expect(joinLines(dry.stdout)).toContain('~/.claude/settings.json:3:3: expected a comma or }');
    expect(states(await report(stage, ['install']))).toEqual({ 'claude-code': 'refused', codex: 'new' });
    const applied = await stage.run(['install', '--apply']);
    expect(applied).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('settings.json:3:3: ') });
    expect(await readFile(settings, 'utf8')).toBe(text);
    expect(existsSync(join(stage.home, '.codex/hooks.json'))).toBe(false);
    expect(await stage.run(['install', 'codex', '--apply'])).toMatchObject({ code: 0 });
  });

  it('is a plugin of that name by somebody else', async () => {
    const stage = await stageWith();
    const plugin = await put(stage, '.config/opencode/plugins/hardwon.js', 'export const Mine = async () => ({});\n');
    expect(await stage.run(['install', 'opencode', '--apply'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('already exists and was not written by hardwon'),
    });
    expect(await stage.run(['uninstall', 'opencode', '--apply'])).toMatchObject({ code: 1 });
    expect(await readFile(plugin, 'utf8')).toContain('Mine');
  });

  it('is a wrong name, or no agent at all', async () => {
    const stage = await stageWith();
    const wrong = await stage.run(['install', 'cloude']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain(
      'Hooks cannot be installed for an agent called cloude.\n  They can for claude-code, codex,',
    );
    const none = await stage.run(['install', '--apply']);
    expect(none.code).toBe(1);
    expect(joinLines(none.stdout)).toContain('No agent that supports hooks was found on this machine');
    expect(await stage.run(['install', '--user', '--project'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be combined'),
    });
  });
});

describe('an adapter', () => {
  const lantern = (hooks: string) =>
    `export const agent = { name: 'lantern-cli', title: 'Lantern', root: () => '/nowhere', discover: async () => [], read: async () => ({}), hooks: ${hooks} };`;

  let versions = 0;
  /** A module is loaded once by a process: each version of the adapter is a file of its own. */
  async function adapt(stage: Stage, hooks: string): Promise<void> {
    versions += 1;
    await put(stage, `.config/hardwon/lantern-${versions}.mjs`, lantern(hooks));
    await put(stage, '.config/hardwon/hardwon.config.json', `{"adapters": ["./lantern-${versions}.mjs"]}`);
  }

  it('brings hooks by data alone', async () => {
    const stage = await stageWith();
    await adapt(
      stage,
      "{ form: 'json', user: '~/.lantern/settings.json', project: '.lantern.json', events: [{ name: 'BeforeTool', matcher: 'run' }] }",
    );
    await stage.run(['install', 'lantern', '--apply']);
    const settings = JSON.parse(await readFile(join(stage.home, '.lantern/settings.json'), 'utf8'));
    expect(settings.hooks.BeforeTool[0]).toMatchObject({ matcher: 'run', hooks: [{ type: 'command' }] });
    expect(settings.hooks.BeforeTool[0].hooks[0].command).toMatch(/hook\.js'? before-tool lantern-cli /);
    const { agents } = JSON.parse((await stage.run(['agents', '--json'])).stdout) as AgentsReport;
    expect(agents.find(({ name }) => name === 'lantern-cli')?.hooks.user).toEqual([
      join(stage.home, '.lantern/settings.json'),
    ]);
    await stage.run(['uninstall', 'lantern-cli', '--apply']);
    expect(existsSync(join(stage.home, '.lantern'))).toBe(false);
  });

  it('or by functions of its own, whose mistakes are its own', async () => {
    const stage = await stageWith();
    const form = (add: string) =>
      `{ form: 'own', project: 'lantern.ini', add: ${add}, remove: (text) => text.replace(/^hook=.*\\n/gm, '') || undefined }`;
    await adapt(
      stage,
      form("(text = '', start) => text.replace(/^hook=.*\\n/gm, '') + 'hook=' + start.command('Lit') + '\\n'"),
    );
    await stage.write('lantern.ini', 'oil=full\n');
    await stage.run(['install', 'lantern', '--project', '--apply']);
    expect(await stage.read('lantern.ini')).toBe('oil=full\nhook=hardwon-hook lit lantern-cli 2>/dev/null || true\n');
    expect(states(await report(stage, ['install', 'lantern', '--project']))).toEqual({ 'lantern-cli': 'current' });
    await stage.run(['uninstall', 'lantern', '--project', '--apply']);
    expect(await stage.read('lantern.ini')).toBe('oil=full\n');
    expect((await report(stage, ['install', 'lantern', '--user'])).notices).toContain(
      'Lantern has no settings in which hooks of a user could be.',
    );

    await adapt(stage, form("() => { throw new Error('out of oil') }"));
    expect((await report(stage, ['install', 'lantern', '--project'])).refusals).toEqual([
      'the adapter lantern-cli failed: out of oil',
    ]);
    await adapt(stage, form('() => 7'));
    expect(await stage.run(['install', 'lantern', '--project', '--apply'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('its hooks gave no text'),
    });
    expect(await stage.read('lantern.ini')).toBe('oil=full\n');
  });

  it.each([
    ["{ form: 'xml', user: '~/x' }", 'agent.hooks.form must be json, plugin or own'],
    ["{ form: 'json', events: [{ name: 'a' }] }", 'agent.hooks must have a file'],
    ["{ form: 'json', user: '/etc/x', events: [{ name: 'a' }] }", 'agent.hooks.user must begin with ~/'],
    ["{ form: 'json', user: '~/x', events: [{}] }", 'agent.hooks.events must be a list'],
    ["{ form: 'own', user: '~/x', add() {} }", 'agent.hooks.remove must be a function'],
    ["{ form: 'plugin', project: 'x', windowsShell: 'fish', render() {} }", 'agent.hooks.windowsShell must be'],
  ])('is left out with the reason: %s', async (hooks, reason) => {
    const stage = await stageWith();
    await adapt(stage, hooks);
    expect((await report(stage, ['install', 'codex'])).notices.join()).toContain(reason);
  });

  it.each(["'../outside.json'", "'.'", "'/etc/lantern.json'"])(
    'cannot lead out of the project: %s',
    async (project) => {
      const stage = await stageWith();
      await adapt(stage, `{ form: 'json', project: ${project}, events: [{ name: 'a' }] }`);
      expect((await report(stage, ['install', 'lantern', '--project'])).refusals.join()).toContain('lies outside of');
    },
  );
});
