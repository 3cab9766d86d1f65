import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type HookTarget,
  isHookCommand,
  kebab,
  mayHoldHook,
  parseHookCommand,
  startHook,
} from '../../src/agents/hook-command.ts';

const linux: HookTarget = {
  scope: 'user',
  agent: 'claude-code',
  node: '/usr/bin/node',
  hook: '/usr/lib/node_modules/hardwon/dist/hook.js',
  platform: 'linux',
  windowsShell: 'bash',
};
const windows = {
  ...linux,
  node: 'C:\\Program Files\\nodejs\\node.exe',
  hook: "C:\\Users\\Ada O'Hara\\npm\\node_modules\\hardwon\\dist\\hook.js",
  platform: 'win32',
} as const;
const plain = {
  ...windows,
  node: 'C:\\nodejs\\node.exe',
  hook: 'C:\\npm\\node_modules\\hardwon\\dist\\hook.js',
} as const;
const line = (target: HookTarget) => startHook(target).command('PreToolUse');

describe('startHook', () => {
  it.each([
    [linux, '/usr/bin/node /usr/lib/node_modules/hardwon/dist/hook.js pre-tool-use claude-code 2>/dev/null || true'],
    [
      windows,
      String.raw`'C:\Program Files\nodejs\node.exe' 'C:\Users\Ada O'\''Hara\npm\node_modules\hardwon\dist\hook.js' pre-tool-use claude-code 2>/dev/null || true`,
    ],
    [
      { ...windows, windowsShell: 'powershell' } as const,
      String.raw`try { & 'C:\Program Files\nodejs\node.exe' 'C:\Users\Ada O''Hara\npm\node_modules\hardwon\dist\hook.js' pre-tool-use claude-code 2>$null } catch { }; exit 0`,
    ],
    [
      { ...plain, windowsShell: 'cmd' } as const,
      String.raw`C:\nodejs\node.exe C:\npm\node_modules\hardwon\dist\hook.js pre-tool-use claude-code 2>nul || exit /b 0`,
    ],
    [{ ...windows, windowsShell: 'cmd' } as const, 'hardwon-hook pre-tool-use claude-code 2>nul || exit /b 0'],
  ])('names paths of this machine for the user, as the shell takes them: %#', (target, expected) => {
    expect(line(target)).toBe(expected);
  });

  it.each(['linux', 'win32'] as const)(
    'names no path in a file that is shared, whoever writes it: on %s',
    (platform) => {
      const shared = { ...windows, platform, scope: 'project' } as const;
      expect(line(shared)).toBe('hardwon-hook pre-tool-use claude-code 2>/dev/null || true');
      expect(line({ ...shared, windowsShell: 'cmd' })).toBe(
        'hardwon-hook pre-tool-use claude-code 2>/dev/null || true',
      );
      expect(startHook({ ...shared, windowsShell: 'cmd' }).windowsCommand('PreToolUse')).toBe(
        'hardwon-hook pre-tool-use claude-code 2>nul || exit /b 0',
      );
      expect(line({ ...shared, windowsShell: 'powershell' })).toBe(
        `function h { hardwon-hook pre-tool-use claude-code; }; h 2>${'$'}{null-/dev/null}; exit 0`,
      );
      expect(startHook(shared).program).toEqual(['hardwon-hook']);
    },
  );
});

describe('isHookCommand', () => {
  const paths = fc
    .array(fc.stringMatching(/^[\w .'’äß$&-]{1,12}$/), { minLength: 1, maxLength: 4 })
    .map((parts) => `/${parts.join('/')}`);

  it('knows every line that is made', () => {
    fc.assert(
      fc.property(
        fc.record({
          scope: fc.constantFrom('user', 'project'),
          agent: fc.constantFrom('claude-code', 'lantern', 'night-watch-2'),
          node: paths,
          hook: fc
            .tuple(paths, fc.constantFrom('js', 'cjs'))
            .map(([path, extension]) => `${path}/dist/hook.${extension}`),
          platform: fc.constantFrom('linux', 'win32'),
          windowsShell: fc.constantFrom('bash', 'cmd', 'powershell'),
        }),
        fc.constantFrom('PreToolUse', 'tool.execute.before', 'Stop'),
        (target, event) => {
          const start = startHook(target as HookTarget);
          const { program } = start;
          // For cmd a path that would need quotes gives way to the name on the PATH.
          const isMoved = target.platform === 'win32' && target.windowsShell === 'cmd';
          expect(parseHookCommand(start.command(event))).toEqual({
            program: isMoved ? expect.anything() : program,
            event: kebab(event),
            agent: target.agent,
          });
          expect(isHookCommand(start.windowsCommand(event))).toBe(true);
          expect(mayHoldHook(JSON.stringify(start.command(event)))).toBe(true);
        },
      ),
    );
  });

  it.each([
    'my-wrapper && hardwon-hook pre-tool-use claude-code',
    'hardwon-hook pre-tool-use claude-code; rm -rf /tmp/x',
    'hardwon-hook pre-tool-use claude-code 2>/dev/null || notify-send gone',
    'node /srv/lint/hook.js pre-tool-use claude-code',
    'node scripts/dist/hook.js',
    'hardwon-hook-of-mine pre-tool-use claude-code',
    'hardwon hook PreToolUse',
    'hardwon-hook pre-tool-use claude-code',
    "$(touch ran) 'hardwon-hook/dist/hook.js' session-start claude-code",
    "$(touch ran) '/opt/hardwon/dist/hook.js' session-start claude-code 2>/dev/null || true",
    '`touch ran` /opt/hardwon/dist/hook.js session-start claude-code 2>/dev/null || true',
    `/usr/bin/node /opt/$(touch\${IFS}ran)/dist/hook.js session-start claude-code 2>/dev/null || true`,
    '"/usr/bin/node" "/opt/$(touch ran)/dist/hook.js" session-start claude-code 2>/dev/null || true',
    "'/usr/bin/node' /opt/hardwon/dist/hook.js session-start claude-code 2>/dev/null || true",
    '/usr/bin/node /opt/hardwon/dist/hook.js session-start claude-code 2>/dev/null || true\ntouch ran',
    '/usr/bin/node /opt/hardwon/dist/hook.js session-start claude-code more 2>/dev/null || true',
    '/usr/bin/node --import=/tmp/x.mjs /opt/hardwon/dist/hook.js session-start claude-code 2>/dev/null || true',
    'node dist/hook.js session-start claude-code 2>/dev/null || true',
    '/usr/bin/node /opt/dist/hook.js&touch session-start claude-code 2>nul || exit /b 0',
    'try { & /usr/bin/node ‘/opt/dist/hook.js’ stop claude-code 2>$null } catch { }; exit 0',
    "try { & '/usr/bin/node' '/opt/’; touch ran; ’/dist/hook.js' stop claude-code 2>$null } catch { }; exit 0",
    'function h { hardwon-hook stop claude-code; }; h 2>$(touch ran); exit 0',
    `function h { touch ran; hardwon-hook stop claude-code; }; h 2>\${null-/dev/null}; exit 0`,
    '',
    `hardwon-hook ${'x'.repeat(5000)}`,
  ])('leaves to others what is theirs: %s', (command) => {
    expect(isHookCommand(command)).toBe(false);
  });

  it.each([
    `${"'".repeat(3900)}x`,
    `'${"\\'".repeat(1900)}`,
    `x ${'/dist/hook.js'.repeat(290)}`,
    `x ${'a/dist'.repeat(600)}'`,
    `${"'' ".repeat(1200)}2>/dev/null || true`,
  ])('does not hang on %#', (command) => {
    expect(isHookCommand(command)).toBe(false);
  });
});

describe('kebab', () => {
  it.each([
    ['PreToolUse', 'pre-tool-use'],
    ['PostToolUseFailure', 'post-tool-use-failure'],
    ['tool.execute.before', 'tool-execute-before'],
    ['session_start', 'session-start'],
    ['stop', 'stop'],
  ])('makes %s %s', (event, expected) => {
    expect(kebab(event)).toBe(expected);
  });
});

describe.skipIf(process.platform === 'win32')('in a shell', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hardwon hook '));
    await mkdir(join(folder, "it's bin"));
    const program = join(folder, "it's bin", 'hardwon-hook');
    await writeFile(program, '#!/bin/sh\nprintf "%s " "$@"\ncat\necho noise >&2\nexit 3\n');
    await chmod(program, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const forms = [
    ['sh', 'project', 'bash'],
    ['bash', 'project', 'powershell'],
    ['sh', 'user', 'bash'],
  ] as const;

  it.each(forms)(
    '%s gives the hook its input and its answer back, and hears nothing else: %s, %s',
    async (shell, scope, windowsShell) => {
      const program = join(folder, "it's bin", 'hardwon-hook');
      const target = { ...linux, scope, windowsShell, node: '/bin/sh', hook: program } as const;
      const result = await run(shell, line(target), { PATH: `${join(folder, "it's bin")}:${process.env.PATH}` });
      expect(result).toEqual({ code: 0, stdout: 'pre-tool-use claude-code {"a":1}', stderr: '' });
    },
  );

  it.each(forms)('%s is quiet where the hook is gone: %s, %s', async (shell, scope, windowsShell) => {
    const target = {
      ...linux,
      scope,
      windowsShell,
      node: join(folder, 'no node'),
      hook: join(folder, 'none'),
    } as const;
    expect(await run(shell, line(target), {})).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

function run(
  shell: string,
  command: string,
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const options = { env: { PATH: process.env.PATH, ...env } };
    // Bash reads the user's settings where its input is a socket.
    const args = [...(shell === 'bash' ? ['--norc'] : []), '-c', command];
    const child = execFile(shell, args, options, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end('{"a":1}');
  });
}
