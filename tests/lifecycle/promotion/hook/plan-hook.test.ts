import { describe, expect, it } from 'vitest';
import { addHookEntry } from '../../../../src/lifecycle/promotion/hook/plan-hook.ts';

const entry = { event: 'PreToolUse', matcher: 'Bash', command: 'node x.mjs', timeout: 10 };
const add = (text?: string) => addHookEntry(text, entry, '.claude/settings.json');
const group = { matcher: 'Bash', hooks: [{ type: 'command', command: 'node x.mjs', timeout: 10 }] };

describe('addHookEntry', () => {
  it('makes settings where there are none', () => {
    expect(JSON.parse(add())).toEqual({ hooks: { PreToolUse: [group] } });
    expect(JSON.parse(add('  \n'))).toEqual({ hooks: { PreToolUse: [group] } });
  });

  it('adds to what is there and leaves comments, order and layout alone', () => {
    const before = `{
    // ours
    "model": "opus",
    "hooks": {
        "PreToolUse": [
            { "matcher": "Edit", "hooks": [{ "type": "command", "command": "a" }] } // keep
        ],
        "Stop": []
    },
    "env": { "A": "1" }
}
`;
    const after = add(before);
    const lines = after.split('\n');
    for (const line of before.split('\n'))
      expect(lines).toContainEqual(expect.stringContaining(line.replace(/ \/\/ keep$/, '')));
    expect(after).toContain('// keep');
    const plain = JSON.parse(after.replace(/\/\/.*/g, ''));
    expect(plain.hooks.PreToolUse).toEqual([{ matcher: 'Edit', hooks: [{ type: 'command', command: 'a' }] }, group]);
    expect(Object.keys(plain)).toEqual(['model', 'hooks', 'env']);
  });

  it('adds an event, or the hooks themselves, where they are missing', () => {
    expect(JSON.parse(add('{"hooks": {"Stop": []}}')).hooks).toEqual({ Stop: [], PreToolUse: [group] });
    expect(JSON.parse(add('{"a": 1}'))).toEqual({ a: 1, hooks: { PreToolUse: [group] } });
  });

  it('is there once', () => {
    expect(add(add())).toBe(add());
  });

  it.each(['[]', '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', '{"hooks": '])(
    'refuses settings that are not what they should be: %s',
    (text) => {
      expect(() => add(text)).toThrow('.claude/settings.json');
    },
  );
});
