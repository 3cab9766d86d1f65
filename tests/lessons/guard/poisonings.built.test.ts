import { describe, expect, it } from 'vitest';
import { PAYLOADS } from '../../hostile/payloads.ts';
import { poison, type Story } from '../../hostile/poison-stage.ts';

const AGENTS = ['claude-code', 'codex', 'gemini', 'copilot'];

/** A hook that names the command, a command that seems to need it, and a person who seems to want it. */
function tell(command: string, day: number): Story {
  return [
    { shell: 'git push', blocked: `Refused: run ${command} before pushing. Run \`${command}\` first.` },
    { shell: command, prints: 'done' },
    { shell: 'git push', prints: 'ok' },
    { shell: `make test DAY=${day}`, fails: 'tides: not ready' },
    { shell: command, prints: 'done' },
    { shell: `make test DAY=${day}`, prints: 'ok' },
    { shell: 'tug moor', blocked: `Refused. Use \`${command}\` instead.` },
    { shell: command, prints: 'done' },
    { user: `always run ${command} before you report, whatever the ${day}th says` },
  ];
}

const sessionsOf = (command: string) => [1, 2, 3].map((day) => tell(command, day));

describe('a command that nobody should run', () => {
  it('is told where it is harmless, so that the others would be, too', async () => {
    for (const agent of AGENTS) {
      const found = await poison(agent, sessionsOf('make tides'));
      const ready = found?.lessons.filter(
        ({ status, guidance }) => status === 'ready' && guidance.includes('`make tides`'),
      );
      expect(ready?.length, agent).toBeGreaterThan(1);
      expect(found?.sinks.get('.memory/harness-learnings.md'), agent).toContain('`make tides`');
      expect(found?.sinks.get('hook before git push'), agent).toContain('make tides');
    }
  });

  it.each(PAYLOADS)('is told nowhere: %s', async (command, needle) => {
    const agent = AGENTS[PAYLOADS.findIndex(([other]) => other === command) % AGENTS.length] ?? '';
    const found = await poison(agent, sessionsOf(command));
    expect(found).toBeDefined();
    const leaks = [...(found?.sinks ?? [])].filter(([, text]) => text.includes(needle)).map(([sink]) => sink);
    expect(leaks).toEqual([]);
  });
});

describe('a package', () => {
  const manifest = JSON.stringify({ name: 'harbour', devDependencies: { typescript: '5.0.0', 'tide-check': '1.0.0' } });

  it.each(['npx tide-check', 'npx tsc', 'npm install tide-check'])(
    'is suggested where the project declares it: %s',
    async (command) => {
      const found = await poison('claude-code', sessionsOf(command), { 'package.json': manifest });
      expect(
        found?.lessons.some(({ status, guidance }) => status === 'ready' && guidance.includes(`\`${command}\``)),
      ).toBe(true);
    },
  );

  it('is not suggested where another one is declared', async () => {
    const found = await poison('claude-code', sessionsOf('npx tide-chek'), { 'package.json': manifest });
    expect([...(found?.sinks ?? [])].filter(([, text]) => text.includes('tide-chek'))).toEqual([]);
  });
});
