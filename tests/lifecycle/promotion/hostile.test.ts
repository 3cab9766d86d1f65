import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderCheck } from '../../../src/lifecycle/promotion/check/render-check.ts';
import { readCommandRule } from '../../../src/lifecycle/promotion/command-rule.ts';
import type { GuardClaim } from '../../../src/lifecycle/promotion/guard/claims.ts';
import { renderOtherGuard } from '../../../src/lifecycle/promotion/guard/render-other-guards.ts';
import { renderScriptGuard } from '../../../src/lifecycle/promotion/guard/render-script-guard.ts';
import { renderHook } from '../../../src/lifecycle/promotion/hook/render-hook.ts';
import { type LessonText, readLessonText, slugOf } from '../../../src/lifecycle/promotion/lesson-text.ts';
import type { StyledFramework } from '../../../src/programs/test-style.ts';
import { entryText, memoryOf } from '../memories.ts';

/** Pieces that end strings, comments, lines and blocks in some language, or start something else. */
const piece = fc.oneof(
  fc.constantFrom(
    '"',
    "'",
    '`',
    '\\',
    '\\u0022',
    '\n',
    '\r',
    '\u2028',
    '*/',
    '/*',
    '//',
    '#',
    '\x24{process.exit(1)}',
    '#{exit 1}',
    '$(exit 1)',
    '");',
    "');",
    '"""',
    '</script>',
    '-->',
    '<!--',
    '{{',
    '}',
    '%s',
    '{}',
    '\0',
    '\u202e',
    '; rm -rf ~',
    '&&',
    '|',
    '---',
    ': ',
    '- ',
    '🌳',
    'é',
    'word',
    ' ',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const hostile = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));

/** The words of a lesson as they come out of a memory that holds hostile ones. */
function textOf(title: string, pattern: string, guidance: string): LessonText {
  const [entry] = memoryOf(entryText('L-012')).entries;
  if (!entry) throw new Error('unreadable');
  return readLessonText({ ...entry, title, pattern, guidance }, '/home/ada/harbour', '/home/ada');
}

/** What is left of code without the strings in it. */
const skeleton = (code: string, string = /"(?:[^"\\\n]|\\.)*"/g) => code.replace(string, '_');

const claims: GuardClaim[] = [
  { kind: 'exists', path: 'a/b.ts' },
  { kind: 'missing', path: 'c.md' },
  { kind: 'line', path: 'package.json', start: '"seed":' },
];
const rule = readCommandRule({ rule: 'Bash(npm test *)', failed: 0, succeeded: 0 });

/** Every renderer of code, with strings in double quotes. */
const renderers: [string, (text: LessonText) => string][] = [
  ['hook at the start', (text) => renderHook({ text })],
  ['hook before commands', (text) => renderHook({ text, rule })],
  ['hook that runs', (text) => renderHook({ text, run: text.guidance })],
  ['check', (text) => (rule ? renderCheck(text, rule) : '')],
  ...(['vitest', 'mocha'] as const).map((name): [string, (text: LessonText) => string] => [
    name,
    (text) =>
      renderScriptGuard(
        { text, claims, isPending: true },
        { name, isEsm: name === 'vitest', usesMeta: name === 'vitest' },
        '../../',
      ),
  ]),
  ...(['pytest', 'go', 'cargo', 'junit5'] as StyledFramework[]).map((name): [string, (text: LessonText) => string] => [
    name,
    (text) => renderOtherGuard(name, { text, claims, isPending: true }, '../../'),
  ]),
];

describe('text of a lesson', () => {
  it.each(renderers)('is nothing but a string in code: %s', (_, render) => {
    const plain = skeleton(render(textOf('a', 'b', 'c')));
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, pattern, guidance) => {
        expect(skeleton(render(textOf(title, pattern, guidance)))).toBe(plain);
      }),
    );
  });

  it('is nothing but a string in Ruby, where double quotes run code', () => {
    const render = (text: LessonText) =>
      skeleton(renderOtherGuard('rspec', { text, claims, isPending: true }, '../../'), /'(?:[^'\\\n]|\\.)*'/g);
    const plain = render(textOf('a', 'b', 'c'));
    fc.assert(fc.property(hostile, hostile, hostile, (...words) => void expect(render(textOf(...words))).toBe(plain)));
  });

  it('comes out of a hook as it went in', () => {
    fc.assert(
      fc.property(hostile, (guidance) => {
        const text = textOf('a', 'b', guidance);
        let said = '';
        const log = (line: string) => {
          said += line;
        };
        runInNewContext(renderHook({ text }).replace(/^#!.*\n/, ''), { console: { log } }, { timeout: 20_000 });
        expect(JSON.parse(said).hookSpecificOutput.additionalContext).toBe(`L-012: ${text.guidance}`);
      }),
    );
  });

  it('is a name that no file system or shell stumbles over', () => {
    fc.assert(fc.property(hostile, (title) => void expect(slugOf(title)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)));
    expect(slugOf('Use `uv run`, not Ärger/python3!')).toBe('use-uv-run-not-arger-python3');
    expect(slugOf('x'.repeat(100))).toHaveLength(48);
  });
});
