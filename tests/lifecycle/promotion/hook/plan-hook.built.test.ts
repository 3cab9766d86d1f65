import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkshop, type Workshop } from '../workshop.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await makeWorkshop();
});
afterEach(() => shop.remove());

const Guidance = 'Before `npm test`, run `npm run db:seed`.';
const SCRIPT = '.claude/hooks/hardwon-L-012-seed-first.mjs';

async function promote(fields: Record<string, string>, request: Parameters<Workshop['promote']>[1] = {}) {
  await shop.remember({ id: 'L-012', title: 'Seed first', fields: { Guidance, Kind: 'prerequisite', ...fields } });
  return (await shop.promote('L-012', request)).outcome;
}

/** What the hook answers to an event. */
async function fire(event: object, script = SCRIPT): Promise<unknown> {
  const { code, output } = await shop.run(process.execPath, [script], JSON.stringify(event));
  expect(code).toBe(0);
  return output === '' ? undefined : JSON.parse(output);
}
const calling = (command: string, session = 's1') => ({
  session_id: `${session}-${shop.home}`,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});
const told = (hookEventName: string, additionalContext = `L-012: ${Guidance}`) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});

describe('a hook before commands', () => {
  it('is declared in the settings, and tells of the lesson before a command that it is about', async () => {
    const [promotion] = await promote({ Trigger: 'Bash(npm test *)' });
    expect(promotion).toMatchObject({ mechanism: 'hook', targets: [SCRIPT] });
    expect(promotion?.notes).toEqual([
      'It is declared in .claude/settings.json, and tells the agent before a command that matches Bash(npm test *). It runs no command.',
    ]);
    expect(JSON.parse((await shop.read('.claude/settings.json')) ?? '')).toEqual({
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [
              { type: 'command', command: `node "$CLAUDE_PROJECT_DIR/${SCRIPT}" 2>/dev/null || true`, timeout: 10 },
            ],
          },
        ],
      },
    });
    expect(await fire(calling('cd web && npm test -- --run'))).toEqual(told('PreToolUse'));
    expect(await fire(calling('npm test'))).toEqual(told('PreToolUse'));
    expect(await fire(calling('npm run lint'))).toBeUndefined();
  });

  it('says it once in a session where the text of the command is not all', async () => {
    await promote({ Trigger: 'Bash(npm test *) when Bash(npm run db:seed *) has not run' });
    expect(await fire(calling('npm test'))).toEqual(told('PreToolUse'));
    expect(await fire(calling('npm test'))).toBeUndefined();
    expect(await fire(calling('npm test', 's2'))).toEqual(told('PreToolUse'));
  });

  it.each(['', '{', '[]', 'null', '{"tool_input": {"command": 3}}', '{"tool_input": null}'])(
    'says nothing to %j, and ends well',
    async (stdin) => {
      await promote({ Trigger: 'Bash(npm test *)' });
      expect(await shop.run(process.execPath, [SCRIPT], stdin)).toEqual({ code: 0, output: '' });
    },
  );
});

describe('a hook at the start of a session', () => {
  it('tells of a lesson without a trigger on commands', async () => {
    const [promotion] = await promote({});
    expect(promotion?.notes[0]).toContain('tells the agent when a session begins. It runs no command.');
    const settings = JSON.parse((await shop.read('.claude/settings.json')) ?? '');
    expect(Object.keys(settings.hooks)).toEqual(['SessionStart']);
    expect(await fire({ hook_event_name: 'SessionStart', source: 'startup' })).toEqual(told('SessionStart'));
  });

  it('runs the command of the lesson only where that was asked for', async () => {
    const Trigger = 'Bash(npm test *) when Bash(node seed.mjs *) has not run';
    await shop.write('seed.mjs', "import { appendFileSync } from 'node:fs';\nappendFileSync('seeded', 'x');\n");
    const [promotion] = await promote({ Trigger }, { run: true });
    expect(promotion?.notes[0]).toContain('It runs `node seed.mjs` at the start of every session.');
    const start = (source: string) => fire({ hook_event_name: 'SessionStart', source, cwd: shop.root });
    const ran = 'node seed.mjs was run at the start of this session and worked.';
    expect(await start('startup')).toEqual(told('SessionStart', `L-012: ${Guidance} (${ran})`));
    expect(await start('compact')).toEqual(told('SessionStart'));
    expect(await shop.read('seeded')).toBe('x');
  });

  it('has nothing to run where the lesson names no command', async () => {
    await expect(promote({ Guidance: 'Seed `scripts/` first.' }, { run: true })).rejects.toThrow('names no command');
    expect(await shop.read('.claude/settings.json')).toBeUndefined();
  });
});

describe('a hook after a failure', () => {
  const failing = (error: unknown, more: object = {}) => ({
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'deploy',
    error,
    ...more,
  });

  it('speaks where the tool fails with what the lesson says, and nowhere else', async () => {
    const [promotion] = await promote({ Trigger: 'Tool(deploy) [failed 3, succeeded 0, error "manifest * unknown"]' });
    expect(promotion?.notes[0]).toContain('after a call that failed');
    expect(JSON.parse((await shop.read('.claude/settings.json')) ?? '').hooks).toMatchObject({
      PostToolUseFailure: [{ hooks: [{ command: expect.stringContaining(SCRIPT) }] }],
    });
    expect(await fire(failing('Error: Manifest for x:1\n  UNKNOWN to the registry'))).toEqual(
      told('PostToolUseFailure'),
    );
    expect(
      await fire(failing('Exit code 1', { tool_name: 'Bash', tool_input: { command: 'cd a && ./bin/deploy x' } })),
    ).toBeUndefined();
    const inShell = { tool_name: 'Bash', tool_input: { command: 'cd a && ./bin/deploy x' } };
    expect(await fire(failing('manifest x unknown', inShell))).toEqual(told('PostToolUseFailure'));
    expect(await fire(failing('unknown manifest'))).toBeUndefined();
    expect(await fire(failing('manifest x unknown', { tool_name: 'other' }))).toBeUndefined();
    expect(
      await fire({
        hook_event_name: 'PostToolUse',
        tool_name: 'deploy',
        tool_response: { stderr: 'manifest a unknown' },
      }),
    ).toEqual(told('PostToolUse'));
  });

  it('takes commands by their rule, and Codex has another event for it', async () => {
    const Trigger = 'Bash(npm publish *) [failed 3, succeeded 0, error "402"]';
    await promote({ Trigger }, { agents: ['codex'] });
    const script = SCRIPT.replace('.claude', '.codex');
    expect(JSON.parse((await shop.read('.codex/hooks.json')) ?? '').hooks).toMatchObject({
      PostToolUse: [{ matcher: 'Bash' }],
    });
    const answer = (command: string, tool_response: string) =>
      fire({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command }, tool_response }, script);
    expect(await answer('npm publish --access public', 'npm error 402 Payment Required')).toEqual(told('PostToolUse'));
    expect(await answer('npm publish', 'ok')).toBeUndefined();
    expect(await answer('npm pack', 'npm error 402')).toBeUndefined();
  });

  it('ends well whatever it gets', async () => {
    await promote({ Trigger: 'Tool(*) [failed 3, succeeded 0, error "quota"]' });
    expect((await shop.run(process.execPath, [SCRIPT], 'no json')).code).toBe(0);
    expect(await fire({})).toBeUndefined();
    expect(await fire(failing('quota of disk exceeded'))).toEqual(told('PostToolUseFailure'));
  });
});

describe('the settings', () => {
  it('are those of each agent that keeps hooks so', async () => {
    const [promotion] = await promote({ Trigger: 'Bash(npm test *)' }, { agents: ['codex', 'claude-code'] });
    expect(promotion?.notes.at(-1)).toContain('Codex runs a new hook only after you trust it');
    expect(await shop.read('.codex/hooks.json')).toContain(SCRIPT);
    expect(await shop.read('.claude/settings.json')).toContain(SCRIPT);
  });

  it('are left alone with everything else where they cannot be read', async () => {
    await shop.write('.claude/settings.json', '{ "hooks": ');
    await expect(promote({})).rejects.toThrow('settings.json');
    expect(await shop.read('.claude/settings.json')).toBe('{ "hooks": ');
    expect(await shop.read(SCRIPT)).toBeUndefined();
  });

  it('name no script that a shell would take for something else', async () => {
    await expect(promote({}, { target: '.claude/hooks/$(x).mjs' })).rejects.toThrow('cannot be a hook script');
    await expect(promote({}, { target: 'hook.sh' })).rejects.toThrow('cannot be a hook script');
  });
});
