import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InstalledEvent } from '../../src/agents/hook-installer.ts';
import { agents } from '../../src/agents/registry.ts';
import { readEvent } from '../../src/live/event.ts';

const repository = resolve(import.meta.dirname, '../..');
const read = async (path: string) => (await readFile(join(repository, path), 'utf8')).replace(/\s+/g, ' ');
const page = await readFile(join(repository, 'docs/install.md'), 'utf8');

/** Those that are always declared, and those that asking the user takes. */
function listEvents(events: readonly InstalledEvent[]): string {
  const names = (isForAsking: boolean) =>
    events
      .filter((event) => (event.isForAsking ?? false) === isForAsking)
      .map(({ name }) => name)
      .join(', ');
  return names(true) === '' ? names(false) : `${names(false)}; for \`ask\` ${names(true)}`;
}

describe('docs/install.md', () => {
  it('names the events of every agent whose hooks are data, and no others', () => {
    const listed = agents.flatMap(({ title, hooks }) =>
      hooks?.form === 'json' ? [[title, listEvents(hooks.events)]] : [],
    );
    expect(listed.length).toBeGreaterThan(2);
    for (const [title, events] of listed)
      expect(
        page.split('\n').find((line) => line.startsWith(`| ${title} |`)),
        title,
      ).toMatch(new RegExp(`\\| ${events} \\|$`));
  });

  it('says at which moments agents start hardwon, as README and the help do: at all that are installed', async () => {
    const events = agents.flatMap(({ hooks }) => (hooks?.form === 'json' ? hooks.events : []));
    const call = { tool_name: 'Bash', tool_calls: [{ tool_name: 'Bash' }] };
    const moments = (isForAsking: boolean) => {
      const wanted = events.filter((event) => (event.isForAsking ?? false) === isForAsking);
      return [...new Set(wanted.map(({ name }) => readEvent(name, 'claude-code', call)?.moment))].sort();
    };
    expect(moments(false)).toEqual(['after', 'batch', 'before', 'failed', 'start']);
    expect(moments(true)).toEqual(['prompt', 'stop']);
    const said = /when a session starts,? and before and after (?:tool )?calls/;
    for (const path of ['docs/install.md', 'README.md', 'src/cli/install/command.ts', 'docs/commands.md'])
      expect(await read(path), path).toMatch(said);
  });

  it('names what the plugin of OpenCode starts hardwon for', async () => {
    const plugin = await read('src/agents/opencode/plugin.ts');
    const told = [...plugin.matchAll(/tell\('([\w-]+)'/g)].map(([, event]) => event);
    expect([...new Set(told)].sort()).toEqual(
      [
        'post-tool-use-failure',
        'session-start',
        'stop',
        'tool-execute-after',
        'tool-execute-before',
        'user-prompt-submit',
      ].sort(),
    );
    expect(page).toContain(
      'a plugin: session start and compaction, before and after tools, failed tools; for `ask` each prompt and the end of a turn',
    );
  });
});
