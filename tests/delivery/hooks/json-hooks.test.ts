import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startHook } from '../../../src/agents/hook-command.ts';
import type { HookScope, JsonHooks } from '../../../src/agents/hook-installer.ts';
import { parseJsonc } from '../../../src/config/jsonc.ts';
import { addJsonHooks, hasJsonHooks, removeJsonHooks } from '../../../src/delivery/hooks/json-hooks.ts';

const hooks: JsonHooks = {
  form: 'json',
  user: '~/.lantern/settings.json',
  events: [{ name: 'Start' }, { name: 'BeforeTool', matcher: 'run|read' }],
  extra: { timeout: 5 },
};
const path = '/home/ada/.lantern/settings.json';

function starting(hook = '/opt/hardwon/dist/hook.js', scope: HookScope = 'user') {
  return startHook({ scope, agent: 'lantern', node: '/usr/bin/node', hook, platform: 'linux', windowsShell: 'cmd' });
}

const add = (text: string | undefined, hook?: string, form = hooks) => addJsonHooks(text, form, starting(hook), path);
const remove = (text: string, form = hooks) => removeJsonHooks(text, form, path);

const command = (event: string, hook = '/opt/hardwon/dist/hook.js') =>
  `/usr/bin/node ${hook} ${event} lantern 2>/dev/null || true`;
const entry = (event: string, hook?: string) => ({ type: 'command', command: command(event, hook), timeout: 5 });
const ours = {
  Start: [{ hooks: [entry('start')] }],
  BeforeTool: [{ matcher: 'run|read', hooks: [entry('before-tool')] }],
};

describe('addJsonHooks', () => {
  it('makes settings where there are none', () => {
    expect(JSON.parse(add(undefined))).toEqual({ hooks: ours });
    expect(add(' \n')).toBe(add(undefined));
    expect(add(undefined)).toMatch(/^\{\n {2}"hooks": \{\n {4}"Start": \[[\s\S]*\}\n$/);
  });

  it('adds to hooks of others behind them, and touches nothing', () => {
    const text = `\uFEFF{\r\n\t// mine\r\n\t"hooks": {\r\n\t\t"BeforeTool": [\r\n\t\t\t{ "matcher": "run", "hooks": [{ "type": "command", "command": "lint.sh" }] }, // keep\r\n\t\t],\r\n\t\t"End": []\r\n\t},\r\n\t"model": "oil"\r\n}\r\n`;
    const longer = add(text);
    expect(parseJsonc(longer)).toEqual({
      hooks: {
        BeforeTool: [{ matcher: 'run', hooks: [{ type: 'command', command: 'lint.sh' }] }, ...ours.BeforeTool],
        End: [],
        Start: ours.Start,
      },
      model: 'oil',
    });
    const lines = longer.split('\r\n');
    expect(longer.split('\n')).toHaveLength(lines.length);
    // Of the old lines only one had no comma yet.
    expect(text.split('\r\n').filter((line) => !lines.includes(line))).toEqual(['\t\t"End": []']);
    expect(remove(longer)).toBe(text);
  });

  it('is content with what it has written, also after another program wrote it anew', () => {
    const text = add('{"model": "oil"}');
    expect(add(text)).toBe(text);
    const anew = JSON.stringify(JSON.parse(text), undefined, 4);
    expect(add(anew)).toBe(anew);
  });

  it('replaces its own entries, where they stand, and drops those it no longer wants', () => {
    const old = { ...hooks, events: [{ name: 'Start' }, { name: 'BeforeTool', matcher: 'run' }, { name: 'Stop' }] };
    const other = { hooks: [{ type: 'command', command: 'tidy.sh' }] };
    const before = add(undefined, '/old/hardwon/dist/hook.js', old).replace(
      '"Stop": [',
      `"Stop": [\n      ${JSON.stringify(other)},`,
    );
    const after = parseJsonc(add(before)) as { hooks: object };
    expect(after).toEqual({ hooks: { ...ours, Stop: [other] } });
    expect(Object.keys(after.hooks)).toEqual(['Start', 'BeforeTool', 'Stop']);
  });

  it('takes its entry out of a group that somebody put it into, and leaves the rest of the group', () => {
    const mixed = { hooks: { Start: [{ hooks: [{ type: 'command', command: 'a.sh' }, entry('start')] }] } };
    expect(parseJsonc(add(JSON.stringify(mixed)))).toEqual({
      hooks: { Start: [{ hooks: [{ type: 'command', command: 'a.sh' }] }, ...ours.Start], BeforeTool: ours.BeforeTool },
    });
  });

  it.each([
    ['a line with more in it', { ...entry('start'), command: `$(touch ran) ${command('start')}` }],
    ['another member that starts something', { ...entry('start'), windows: 'touch ran' }],
    [
      'a line of ours beside one of somebody else',
      { type: 'command', command: 'touch ran', description: command('start') },
    ],
    ['a member that is a list', { ...entry('start'), env: ['PATH=.'] }],
  ])('leaves an entry of somebody else alone: %s', (_what, theirs) => {
    const text = JSON.stringify({ hooks: { Start: [{ hooks: [theirs] }] } });
    expect(hasJsonHooks(text, hooks, path)).toBe(false);
    expect(remove(text)).toBe(text);
    expect(parseJsonc(add(text))).toMatchObject({ hooks: { Start: [{ hooks: [theirs] }, ...ours.Start] } });
  });

  it('knows entries without groups, another member, and a command line for Windows', () => {
    const flat: JsonHooks = { ...hooks, isFlat: true, member: 'on', windowsMember: 'windows' };
    const text = addJsonHooks(undefined, flat, starting('/x/dist/hook.js', 'project'), path);
    expect(JSON.parse(text).on.Start).toEqual([
      {
        type: 'command',
        command: 'hardwon-hook start lantern 2>/dev/null || true',
        windows: 'hardwon-hook start lantern 2>nul || exit /b 0',
        timeout: 5,
      },
    ]);
    expect(addJsonHooks(text, flat, starting('/x/dist/hook.js', 'project'), path)).toBe(text);
    expect(remove(text, flat)).toBeUndefined();
    expect(add(undefined, '/x/dist/hook.js', flat)).not.toContain('windows');
  });

  it.each([
    ['{\n  "hooks": [}\n', 2, 'expected a value'],
    ['[1]', 1, 'the settings must be an object'],
    ['{\n\n  "hooks": []\n}', 3, '"hooks" must be an object'],
    ['{\n  "hooks": {\n    "Start": {}\n  }\n}', 3, '"Start" must be a list'],
    ['{"a": 1,\n"a": 2}', 2, 'appears here twice'],
  ])('refuses %j, broken on line %i: %s', (text, line, message) => {
    expect(() => add(text)).toThrow(expect.objectContaining({ code: 'broken-file' }));
    expect(() => add(text)).toThrow(new RegExp(`^${path}:${line}:\\d+: .*${message}`));
  });
});

describe('removeJsonHooks', () => {
  it('leaves no file where it made one', () => {
    expect(remove(add(undefined))).toBeUndefined();
    expect(remove(add('{}'))).toBeUndefined();
  });

  it('leaves what others put in since, and what was theirs', () => {
    const text = JSON.parse(add('{"model": "oil"}'));
    text.hooks.BeforeTool.unshift({ hooks: [{ type: 'command', command: 'lint.sh' }] });
    text.hooks.Start[0].hooks.push({ type: 'command', command: 'hello.sh' });
    expect(parseJsonc(remove(JSON.stringify(text, undefined, 2)) ?? '')).toEqual({
      model: 'oil',
      hooks: {
        Start: [{ hooks: [{ type: 'command', command: 'hello.sh' }] }],
        BeforeTool: [{ hooks: [{ type: 'command', command: 'lint.sh' }] }],
      },
    });
  });

  it('keeps a list or a file in which somebody left a comment', () => {
    const text = add(undefined).replace('"Start": [', '"Start": [ // ask Grace');
    expect(remove(text)).toMatch(/"Start": \[ \/\/ ask Grace\n\s*\]/);
    expect(remove(`// mine\n${add(undefined)}`)).toBe('// mine\n{}\n');
  });

  it.each([
    '{}',
    '{"hooks": {"Start": ["hook.js"]}}',
    '{"hooks": {"Start": [{"hooks": []}], "hook.js": 1}}',
    '{"hooks":',
    '7',
  ])('finds nothing of ours in %s', (text) => {
    expect(hasJsonHooks(text, hooks, path)).toBe(false);
  });
});

/** Settings with hooks of others, as people and programs write them. */
const settings = fc
  .tuple(
    fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    fc.option(
      fc.dictionary(
        fc.constantFrom('Start', 'BeforeTool', 'End'),
        fc.array(
          fc.record({
            matcher: fc.string(),
            hooks: fc.array(fc.record({ command: fc.string() }), { minLength: 1, maxLength: 2 }),
          }),
          { minLength: 1, maxLength: 2 },
        ),
        { minKeys: 1 },
      ),
      { nil: undefined },
    ),
    fc.constantFrom(undefined, 2, '\t'),
    fc.constantFrom('', '\uFEFF'),
  )
  .filter(([others]) => !('hooks' in others))
  .filter(([others, own]) => own !== undefined || Object.keys(others).length > 0)
  .map(
    ([others, own, indent, mark]) =>
      mark + JSON.stringify({ ...others, ...(own && { hooks: own }) }, undefined, indent),
  );

describe('any settings', () => {
  it('keep everything of others, are as wanted after one run, and are the same again in the end', () => {
    fc.assert(
      fc.property(settings, (text) => {
        const longer = add(text);
        expect(hasJsonHooks(longer, hooks, path)).toBe(true);
        expect(add(longer)).toBe(longer);
        expect(remove(longer)).toBe(text);
        expect(remove(add(longer, '/new/hardwon/dist/hook.js'))).toBe(text);
      }),
    );
  });
});

describe('a file whose entries stand in the list of an event', () => {
  const flat: JsonHooks = { ...hooks, isFlat: true, frame: { version: 1 } };
  const entries = { Start: [entry('start')], BeforeTool: [{ ...entry('before-tool'), matcher: 'run|read' }] };

  it('is made with all that it must have, and is gone with the hooks', () => {
    const text = add(undefined, undefined, flat);
    expect(JSON.parse(text)).toEqual({ version: 1, hooks: entries });
    expect(add(text, undefined, flat)).toBe(text);
    expect(remove(text, flat)).toBeUndefined();
  });

  it('keeps the entries of others, also those that name the program in their own way', () => {
    const theirs = [{ command: './lint.sh', matcher: 'run' }, { command: `${command('before-tool')}; ./lint.sh` }];
    const text = JSON.stringify({ version: 1, hooks: { BeforeTool: theirs } }, undefined, 2);
    const longer = add(text, undefined, flat);
    expect(JSON.parse(longer).hooks.BeforeTool).toEqual([...theirs, ...entries.BeforeTool]);
    expect(remove(longer, flat)).toBe(text);
  });

  it('gets what it must have where it lacks it, and keeps what is not ours', () => {
    const longer = add('{"model": "oil"}', undefined, flat);
    expect(JSON.parse(longer)).toEqual({ model: 'oil', version: 1, hooks: entries });
    expect(JSON.parse(remove(longer, flat) ?? '')).toEqual({ model: 'oil', version: 1 });
  });

  it('takes an entry of an earlier release for its own, whatever its matcher was', () => {
    const old = {
      version: 1,
      hooks: { BeforeTool: [{ ...entry('before-tool', '/opt/old/dist/hook.js'), matcher: 'run' }] },
    };
    const text = add(JSON.stringify(old), undefined, flat);
    expect(JSON.parse(text).hooks.BeforeTool).toEqual(entries.BeforeTool);
    expect(hasJsonHooks(text, flat, path)).toBe(true);
  });
});
