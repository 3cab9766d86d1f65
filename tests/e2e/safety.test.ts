import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage } from './stage.ts';
import { everyFile, oneLesson, savedFix } from './stories.ts';
import { takeTree } from './tree.ts';

afterAll(clearStages);

/** What a home has besides what is derived and can be deleted at any time. */
async function takeFiles(home: string): Promise<readonly string[]> {
  return (await takeTree(home)).filter((line) => !line.startsWith('.cache'));
}

describe('nothing is written unasked', () => {
  it('by learn, import, install and tidy without --apply', async () => {
    const stage = await makeStage(everyFile);
    await stage.write(
      'learned/tool_fixes.yaml',
      'tool_fixes:\n  - {tool_name: deploy, error_pattern: gone, fix_applied: wait}\n',
    );
    await stage.run(['learn', '--apply']);
    await stage.write('CLAUDE.md', '# Harbour\n');
    const before = await takeFiles(stage.home);
    for (const args of [['learn'], ['import'], ['install'], ['tidy'], ['learn', '--all']]) {
      expect((await stage.run(args)).code, args.join(' ')).toBeLessThan(2);
      expect(await takeFiles(stage.home), args.join(' ')).toEqual(before);
    }
  });

  it('and what is a person’s own word is written at once, and shown', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const saved = await stage.run(savedFix);
    expect(saved.code).toBe(0);
    expect(joinLines(saved.stdout)).toContain('use the full one');
    expect(await stage.read('.memory/harness-learnings.md')).toContain('use the full one');
    const confirmed = await stage.run(['confirm', '--human', 'L-001']);
    expect(confirmed.code).toBe(0);
    expect(joinLines(confirmed.stdout)).toContain('L-001 is confirmed, with high confidence: Use `uv run python`');
    expect(await stage.read('.memory/harness-learnings.md')).toContain('- Validated: 2026-03-09\n');
    const rejected = await stage.run(['reject', 'L-001']);
    expect(rejected.stdout).toContain('L-001');
    expect(await stage.read('.memory/harness-learnings.md')).not.toContain('## L-001:');
  });
});

describe('nothing leaves the machine', () => {
  it('no command that reads, tells or writes lessons opens a connection', async () => {
    const stage = await makeStage(everyFile);
    let opened = 0;
    const count = () => {
      opened += 1;
    };
    subscribe('net.client.socket', count);
    try {
      const commands = [
        ['learn', '--apply'],
        ['why', 'L-001'],
        ['stats'],
        ['consult'],
        ['check', '--tool', 'python3'],
        ['projects'],
        ['agents'],
        ['install', '--apply'],
        ['backtest'],
        ['undo'],
      ];
      for (const args of commands) expect((await stage.run(args)).code, args.join(' ')).toBeLessThan(2);
      expect(opened).toBe(0);
      // It would have been seen.
      const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
      await once(socket, 'close');
      server.close();
      expect(opened).toBe(1);
    } finally {
      unsubscribe('net.client.socket', count);
    }
  });
});

describe('a folder that is not there', () => {
  it('is not named as where logs are, by agents and doctor', async () => {
    const stage = await makeStage();
    const info = {
      id: 'ses_1',
      directory: stage.project,
      time: { created: 1_772_000_000_000, updated: 1_772_000_000_000 },
    };
    await stage.write('../opencode-export/ses_1.json', JSON.stringify({ info, messages: [] }));
    const { stdout } = await stage.run(['agents']);
    expect(stdout).toContain('logs   ~/opencode-export\n');
    expect(stdout).not.toContain('.local/share/opencode');
    expect(stdout).toMatch(/\n {2}Codex +~\/\.codex \(not there\)\n/);
    const doctor = await stage.run(['doctor']);
    expect(joinLines(doctor.stdout)).toMatch(/OpenCode: 1 log file in ~\/opencode-export,/);
  });
});

describe('debug', () => {
  it('suggests no fix that was saved for every tool where no error says so', async () => {
    const stage = await makeStage();
    const fix = [
      '--tool',
      '*',
      '--error-pattern',
      'No route to host',
      '--root-cause',
      'the VPN is off',
      '--fix',
      'connect it',
    ];
    expect((await stage.run(['learn-fix', ...fix])).code).toBe(0);
    expect((await stage.run(['debug', 'deploy'])).stdout).not.toContain('L-001');
    expect((await stage.run(['debug', 'deploy', 'ssh: No route to host'])).stdout).toContain('L-001');
    expect((await stage.run(['check', '--tool', 'deploy'])).code).toBe(1);
  });
});
