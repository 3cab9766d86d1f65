import { describe, expect, it } from 'vitest';
import { toolMemory } from '../../../src/memory/sources/tool-memory.ts';

const read = async (text: string) => toolMemory.read(text, 'tool_fixes.yaml');

describe('tool fixes', () => {
  it('name the tool and the error they are about', async () => {
    const { lessons, skipped } = await read(`tool_fixes:
  - tool_name: press_deploy
    error_pattern: "manifest unknown"
    root_cause: "Short SHA doesn't exist in the registry"
    fix_applied: "Use full 40-char SHA instead of 8-char"
    date_learned: 2026-01-03
    times_prevented: 3
  - tool_name: press_build
    error_pattern: "(a+)+$"
    fix_applied: "Build it twice"
  - tool_name: no_fix
`);
    expect(lessons).toEqual([
      {
        line: 2,
        kind: 'tool-use',
        fingerprint: expect.stringMatching(/./),
        title: '`press_deploy`: Use full 40-char SHA instead of 8-char',
        guidance: 'When `press_deploy` fails with "manifest unknown": Use full 40-char SHA instead of 8-char.',
        pattern: "Short SHA doesn't exist in the registry",
        phase: 'debug',
        prevented: 3,
        trigger: { rule: 'Tool(press_deploy)', error: 'manifest unknown', failed: 0, succeeded: 0 },
        firstSeen: '2026-01-03',
        lastSeen: '2026-01-03',
      },
      // An expression that could hang is kept in words only.
      {
        line: 8,
        kind: 'tool-use',
        title: '`press_build`: Build it twice',
        guidance: '`press_build`: Build it twice',
        pattern: '`press_build` failed with "(a+)+$"',
      },
    ]);
    expect(skipped).toEqual([{ line: 11, reason: 'has no fix_applied' }]);
  });

  it('have common mistakes beside them', async () => {
    const { lessons } = await read(`common_mistakes:
  missing_flags:
    description: "Tools need --yes for automation"
    examples:
      - press: "--force"
      - "IMAGE_TAG needs a digest"
  wrong_formats:
    description: Tags have a format
`);
    expect(lessons.map(({ kind, guidance }) => [kind, guidance])).toEqual([
      ['command', 'Tools need --yes for automation: `press` `--force`; IMAGE_TAG needs a digest'],
      ['command', 'Tags have a format'],
    ]);
  });
});

describe('error patterns', () => {
  it('are about every tool whose error says so', async () => {
    const { lessons, skipped } = await read(`error_patterns:
  - pattern: "ImagePull(BackOff|Error)"
    meaning: "Cannot pull container image"
    fix: "Check the image name"
    commands:
      - image_exists(...)
auth_patterns:
  - {pattern: "No route to host", meaning: "VPN not connected", fix: "Connect the VPN."}
  - {pattern: "401"}
`);
    expect(lessons.map(({ guidance, pattern, trigger }) => [guidance, pattern, trigger?.rule, trigger?.error])).toEqual(
      [
        [
          'When an error says "ImagePull(BackOff|Error)": Check the image name. Commands: `image_exists(...)`.',
          'Cannot pull container image',
          'Tool(*)',
          'ImagePull{BackOff,Error}',
        ],
        ['When an error says "No route to host": Connect the VPN.', 'VPN not connected', 'Tool(*)', 'No route to host'],
      ],
    );
    expect(skipped).toEqual([{ line: 9, reason: 'has no pattern and fix' }]);
  });
});

describe('the log of failures', () => {
  it('is a lesson for each fix that worked, however often it did', async () => {
    const { lessons, skipped } = await read(`failures:
  - {tool: pods, error: "No route to host", fix_attempted: vpn_connect, success: true, timestamp: "2026-01-06T10:30:00"}
  - {tool: pods, error: "No route to host", fix_attempted: vpn_connect, success: true, timestamp: "2026-01-04T10:30:00"}
  - {tool: merges, error: "401 Unauthorized", fix_attempted: "N/A", success: false}
`);
    expect(lessons).toMatchObject([
      {
        line: 2,
        kind: 'retry',
        guidance: 'When `pods` fails with "No route to host", run `vpn_connect` and call it again.',
        occurrences: 2,
        firstSeen: '2026-01-04',
        lastSeen: '2026-01-06',
        trigger: { rule: 'Tool(pods)', error: 'No route to host' },
      },
    ]);
    expect(skipped).toEqual([{ line: 4, reason: 'tells of no fix that worked' }]);
  });
});

describe('what is not as expected', () => {
  it.each([
    ['a: [1\nb: x\n', 'tool_fixes.yaml:2: '],
    ['tool_fixes:\n  - a: "open\n', 'tool_fixes.yaml:'],
    ['- a\n- list\n', 'tool_fixes.yaml:1: the file must be a group of keys'],
    [`${'['.repeat(20_000)}`, 'tool_fixes.yaml'],
    [
      `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'.replace(/./g, (name, at: number) => `${name}: &${name} [${'*_, '.repeat(9).replaceAll('_', 'abcdefg'[at] ?? '')}]\n`)}`,
      'tool_fixes.yaml: cannot be read as YAML: Excessive alias count',
    ],
  ])('%.40j is an error with its place', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'broken-file', message: expect.stringContaining(message) });
  });

  it('is passed over where it is only of another type, and unknown keys are named', async () => {
    expect(await read('tool_fixes: 7\nfailures:\n  - text\nversion: 2\n')).toMatchObject({
      lessons: [],
      skipped: [
        { line: 3, reason: 'tells of no fix that worked' },
        { line: 4, reason: 'is under a key that is not known' },
      ],
    });
    expect(await read('')).toMatchObject({ lessons: [], skipped: [] });
  });

  it('is no tool memory without one of its keys', () => {
    expect(toolMemory.recognises('tool_fixes: []\n', 'a.yml')).toBe(true);
    expect(toolMemory.recognises('services:\n  web: {}\n', 'compose.yaml')).toBe(false);
    expect(toolMemory.recognises('tool_fixes: []\n', 'a.md')).toBe(false);
  });
});
