import { afterAll, describe, expect, it } from 'vitest';
import { runHook } from '../support/run.ts';
import { clearStages, joinLines, makeStage, NOW, shell } from './stage.ts';

afterAll(clearStages);

const FIXES = '.memory/learned/tool_fixes.yaml';
const MEMORY = '.memory/harness-learnings.md';
const fix = (more: Record<string, string> = {}) =>
  Object.entries({
    tool: 'deploy',
    'error-pattern': 'manifest unknown',
    'root-cause': 'the short hash is no tag',
    fix: 'use the full hash',
    ...more,
  })
    .flatMap(([name, value]) => [`--${name}`, value])
    .concat('--human');

describe('hardwon learn-fix', () => {
  it('saves a fix as a lesson, shows it as YAML, and check finds it', async () => {
    const stage = await makeStage();
    const { code, stdout } = await stage.run(['learn-fix', ...fix()]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Saved the tool fix to memory, as L-001.
  Tool: deploy
  Pattern: manifest unknown
  Root cause: the short hash is no tag
  Fix: use the full hash
The next time this pattern appears, you will be reminded of the fix.
`);
    expect(await stage.read(FIXES)).toContain(`tool_fixes:
  - tool_name: deploy
    error_pattern: manifest unknown
    root_cause: the short hash is no tag
    fix_applied: use the full hash
    date_learned: 2026-03-09
    times_prevented: 0
    id: L-001
`);
    const found = await stage.run(['check', '--tool', 'deploy', '--error', 'Error: Manifest Unknown (x)']);
    expect(found.code).toBe(0);
    expect(found.stdout).toBe(`Known issues found: 1

deploy (L-001, medium confidence, seen once)
  pattern     manifest unknown
  root cause  the short hash is no tag
  fix         use the full hash
`);
    const none = await stage.run(['check', '--tool', 'other', '--error', 'manifest unknown']);
    expect(none.code).toBe(1);
    expect(joinLines(none.stdout)).toContain('Nothing is known about this error of other.');
    expect((await stage.run(['check', '--error', '-', '--json'], { stdin: 'x\nmanifest unknown\n' })).stdout).toContain(
      '"L-001"',
    );
    const nothing = await stage.run(['check']);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('Name a tool (hardwon check kubectl), or pipe the error');
  });

  it('is found by the bare name of the tool, and by an error that is piped', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix()]);
    expect(await stage.run(['check', 'deploy'])).toEqual(await stage.run(['check', '--tool', 'deploy']));
    expect((await stage.run(['check', 'deploy', '--error', 'manifest unknown'])).code).toBe(0);
    expect((await stage.run(['check'], { stdin: 'step 3\nmanifest unknown\n' })).stdout).toContain('use the full hash');
    expect((await stage.run(['check'], { stdin: 'another error\n' })).code).toBe(1);
    // Commander takes this one, and must come to the same.
    expect((await stage.run(['check', '--', 'deploy'])).stdout).toContain('use the full hash');
    const both = await stage.run(['check', 'deploy', '--tool', 'git']);
    expect(both.code).toBe(2);
    expect(both.stderr).toContain('Name one, with or without --tool.');
  });

  it('is a candidate where nobody is at a terminal: found when the error comes back, and not delivered', async () => {
    const stage = await makeStage();
    const alone = fix().filter((word) => word !== '--human');
    const { stdout } = await stage.run(['learn-fix', ...alone]);
    expect(stdout).toContain('It is a candidate and not delivered yet: hardwon confirm L-001');
    expect((await stage.run(['check', '--tool', 'deploy', '--error', 'manifest unknown'])).stdout).toContain(
      'use the full hash',
    );
    await stage.run(['learn-fix', ...fix({ fix: 'use anything' }).filter((word) => word !== '--human')]);
    await stage.run(['learn', '--apply']);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(await stage.read(FIXES)).toContain('fix_applied: use the full hash\n');
    await stage.run(['confirm', '--human', 'L-001']);
    await stage.run(['learn', '--apply']);
    expect(await stage.read('CLAUDE.md')).toContain('use the full hash');
  });

  it('is delivered like any lesson', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix()]);
    await stage.run(['learn', '--apply']);
    expect(await stage.read('CLAUDE.md')).toContain('When `deploy` fails with "manifest unknown": use the full hash.');
  });

  it('is said by the hooks when the error comes back', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix({ tool: 'mcp__quay__deploy' })]);
    const event = {
      session_id: 'one',
      cwd: stage.project,
      tool_name: 'mcp__quay__deploy',
      tool_use_id: 'a',
      tool_input: {},
    };
    const failed = JSON.stringify({ ...event, error: 'Error: manifest unknown (x)' });
    const { code, stdout } = await runHook('post-tool-use-failure', {
      home: stage.home,
      cwd: stage.home,
      stdin: failed,
      now: NOW,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('use the full hash');
  });

  it('is said by the hooks as unconfirmed where an agent saved it, at its very error and nowhere else', async () => {
    const stage = await makeStage();
    const alone = fix({ tool: 'bonfire_deploy' }).filter((word) => word !== '--human');
    await stage.run(['learn-fix', ...alone]);
    const call = {
      cwd: stage.project,
      tool_name: 'mcp__wf__bonfire_deploy',
      tool_use_id: 'a',
      tool_input: { tag: 'a' },
    };
    const hear = async (name: string, session: string, more: object) => {
      const stdin = JSON.stringify({ ...call, session_id: session, ...more });
      return (await runHook(name, { home: stage.home, cwd: stage.home, stdin, now: NOW })).stdout;
    };
    const failed = await hear('post-tool-use-failure', 'one', { error: 'Error: manifest unknown (x)' });
    expect(failed).toContain('hardwon note that an agent saved and nobody has confirmed (L-001)');
    expect(failed).toContain('use the full hash. Root cause: the short hash is no tag');
    expect(await hear('post-tool-use-failure', 'two', { error: 'Error: out of memory' })).not.toContain(
      'use the full hash',
    );
    expect(await hear('pre-tool-use', 'three', {})).not.toContain('use the full hash');
    expect(await hear('session-start', 'four', { source: 'startup' })).not.toContain('use the full hash');
    expect((await stage.run(['reject', 'L-001'])).code).toBe(0);
    expect(await hear('post-tool-use-failure', 'five', { error: 'manifest unknown' })).not.toContain(
      'use the full hash',
    );
  });

  it('counts a fix on that is saved again, with its new words', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix()]);
    const { stdout } = await stage.run(['learn-fix', ...fix({ fix: 'use all 40 signs of the hash' })]);
    expect(stdout).toContain('as L-001, seen 2 times now');
    expect(await stage.read(FIXES)).toContain('fix_applied: use all 40 signs of the hash\n');
    expect(await stage.read(MEMORY)).toContain('- Confidence: high\n- Occurrences: 2\n');
  });

  it('takes over rows that people write and change, and keeps their comments', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix()]);
    const edited = (await stage.read(FIXES))
      ?.replace('fix_applied: use the full hash', 'fix_applied: take all 40 signs # as Ada says')
      .concat(
        '  # from the wiki\n  - tool_name: lint\n    error_pattern: no config\n    fix_applied: run it in the root\n',
      );
    await stage.write(FIXES, edited ?? '');
    await stage.run(['confirm', '--human', 'L-001']);
    const text = await stage.read(FIXES);
    expect(text).toContain('fix_applied: take all 40 signs # as Ada says\n');
    expect(text).toContain('  # from the wiki\n  - tool_name: lint\n');
    expect(text).toContain('id: L-002\n');
    expect(await stage.read(MEMORY)).toContain('When `deploy` fails with "manifest unknown": take all 40 signs.');
    expect((await stage.run(['check', '--tool', 'lint'])).stdout).toContain('run it in the root');
    expect((await stage.run(['confirm', '--human', 'L-001', '--dry-run', '--json'])).stdout).not.toContain(FIXES);
  });

  it('takes out the row of a lesson that was rejected, and refuses to save it again', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix()]);
    await stage.run(['reject', 'L-001']);
    expect(await stage.read(FIXES)).not.toContain('deploy');
    const { code, stderr } = await stage.run(['learn-fix', ...fix()]);
    expect(code).toBe(2);
    expect(stderr).toContain('hardwon restore L-001 brings it back.');
  });

  it('shows what is about any tool among the patterns', async () => {
    const stage = await makeStage();
    await stage.run([
      'learn-fix',
      ...fix({ tool: '*', 'error-pattern': 'ImagePullBackOff' }),
      '--command',
      'check-image NAME',
    ]);
    expect(await stage.read('.memory/learned/patterns.yaml')).toContain(`error_patterns:
  - pattern: ImagePullBackOff
    meaning: the short hash is no tag
    fix: use the full hash
    commands:
      - check-image NAME
    id: L-001
`);
    expect((await stage.run(['check', '--error', 'pod: ImagePullBackOff'])).stdout).toContain(
      'commands    check-image NAME',
    );
  });

  it('leaves a broken file alone, and tells its line', async () => {
    const stage = await makeStage();
    await stage.write(FIXES, 'tool_fixes:\n  - tool_name: [\n');
    const { code, stdout } = await stage.run(['learn-fix', ...fix()]);
    expect(code).toBe(0);
    expect(joinLines(stdout)).toContain('tool_fixes.yaml:3: the file is left alone');
    expect(await stage.read(FIXES)).toBe('tool_fixes:\n  - tool_name: [\n');
    expect(await stage.read(MEMORY)).toContain('## L-001');
  });

  it('check finds a lesson by the very error that it was mined from, though that names nothing of it', async () => {
    const stage = await makeStage();
    const told = (port: number) => `tides loaded\nError: nobody answers in berth ${port}, giving up`;
    await stage.tellSteps(
      [shell('make test', told(4)), shell('make seed'), shell('make test')],
      [shell('make test', told(17)), shell('make seed'), shell('make test')],
    );
    expect((await stage.learn(['--apply'])).lessons).toMatchObject([{ id: 'L-001', kind: 'prerequisite' }]);
    const ask = (error: string, tool = 'make') => stage.run(['check', '--tool', tool, '--error', error]);
    const asked = await ask('x\n\u001b[31mError:  nobody answers in berth 230, giving up\u001b[0m\nbye');
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('make seed') });
    expect((await ask('Error: nobody answers in the harbour, giving up')).code).toBe(1);
    expect((await ask('Error: nobody answers in berth 4, giving up', 'npm')).code).toBe(1);
    // It is known by a mark: no memory holds what a tool printed.
    const memory = await stage.read('.memory/harness-learnings.md');
    expect(memory).toMatch(/^- Errors: [0-9a-z]+$/m);
    expect(memory).not.toContain('nobody answers');
    await stage.run(['learn', '--apply']);
    expect(await stage.read('.memory/harness-learnings.md')).toBe(memory);
  });

  it('check tells of a lesson that cannot be read, since it may be the one', async () => {
    const stage = await makeStage();
    await stage.write(MEMORY, '## L-001: x\n- Guidance: Run `a`.\n- Confidence: certain\n');
    const { code, stderr } = await stage.run(['check', '--tool', 'a']);
    expect(code).toBe(1);
    expect(stderr).toContain('harness-learnings.md:3: L-001 is left alone');
    expect((await stage.run(['promote', '--check'])).stderr).toContain('harness-learnings.md:3: L-001 is left alone');
  });

  it('saves for all projects of a user, and keeps secrets out', async () => {
    const stage = await makeStage();
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const { stdout } = await stage.run(['learn-fix', ...fix({ fix: `log in with ${secret}` }), '--user']);
    expect(stdout).not.toContain(secret);
    const found = await stage.run(['check', '--tool', 'deploy'], { cwd: stage.home });
    expect(joinLines(found.stdout)).toContain('in your own memory');
    expect(found.stdout).not.toContain(secret);
    expect(await stage.read(MEMORY)).toBeUndefined();
  });

  it('is not asked about a tool without a name', async () => {
    const { code, stderr } = await (await makeStage()).run(['check', '--tool', ' ']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no tool and no error to look up.')]);
  });

  it('takes a path and a sub-command for the program, as check and heal do, and by the very line that check prints', async () => {
    const stage = await makeStage();
    for (const tool of ['./deploy.sh', 'git push']) {
      const none = await stage.run(['check', '--tool', tool, '--error', 'manifest unknown']);
      const line = joinLines(none.stdout.replaceAll('\\\n', ' '));
      const saved = /hardwon learn-fix --tool (\S+) --error-pattern/.exec(line)?.[1] ?? '';
      for (const name of [saved, tool])
        expect(
          await stage.run(['learn-fix', ...fix({ tool: name, 'error-pattern': 'manifest unknown' })]),
        ).toMatchObject({
          code: 0,
          stdout: expect.stringContaining(`Tool: ${saved}\n`),
        });
      expect(await stage.run(['check', '--tool', tool, '--error', 'manifest unknown'])).toMatchObject({ code: 0 });
    }
    expect((await stage.read(FIXES)) ?? '').toMatch(/tool_name: deploy\.sh[\s\S]*tool_name: git\n/);
  });

  it('says what is wrong with a pattern or a name', async () => {
    const stage = await makeStage();
    for (const [more, words] of [
      [{ 'error-pattern': '(\\w+) \\1' }, 'a back reference cannot be matched in linear time'],
      [{ tool: 'rm -rf /' }, 'is not a valid tool name'],
      [{ fix: ' ', tool: '' }, 'A fix needs --tool, --fix.'],
    ] as const) {
      const { code, stderr } = await stage.run(['learn-fix', ...fix(more)]);
      expect(code).toBe(2);
      expect(joinLines(stderr)).toContain(words);
    }
  });

  it('matches regular expressions, by line and in linear time', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix({ 'error-pattern': '^npm (ERR!|error) code E\\d{3}$', tool: 'npm' })]);
    expect((await stage.read(FIXES)) ?? '').toContain('error_pattern: ^npm (ERR!|error) code E\\d{3}$\n');
    const check = (error: string) => stage.run(['check', '--error', error]);
    expect((await check('log\nnpm ERR! code E404\nmore')).code).toBe(0);
    expect((await check('npm ERR! code E404x')).code).toBe(1);
    expect(
      (await stage.run(['learn-fix', ...fix({ 'error-pattern': '^npm (ERR!|error) code E\\d{3}$', tool: 'npm' })]))
        .stdout,
    ).toContain('seen 2 times now');
  });

  it('knows a tool of an MCP server by its own name and with that of the server, and counts its fix once', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix({ tool: 'bonfire_deploy' })]);
    const again = await stage.run(['learn-fix', ...fix({ tool: 'mcp__wf__bonfire_deploy' })]);
    expect(again.stdout).toContain('as L-001, seen 2 times now');
    for (const tool of ['bonfire_deploy', 'mcp__wf__bonfire_deploy', 'mcp__other_one__bonfire_deploy'])
      expect((await stage.run(['check', '--tool', tool, '--error', 'manifest unknown'])).code).toBe(0);
    expect((await stage.run(['check', '--tool', 'mcp__wf__deploy', '--error', 'manifest unknown'])).code).toBe(1);
    expect((await stage.run(['memory', '--tool', 'mcp__wf__bonfire_deploy'])).stdout).toContain('L-001');
  });

  it('answers about a tool alone with what is known about it, and not with patterns for every tool', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix({ tool: '*', 'error-pattern': 'no space left', fix: 'clean up' })]);
    await stage.run(['learn-fix', ...fix()]);
    expect((await stage.run(['check', '--tool', 'kubectl'])).code).toBe(1);
    const { stdout } = await stage.run(['check', '--tool', 'deploy']);
    expect(stdout).toContain('Known issues found: 1\n');
    expect((await stage.run(['check', '--tool', 'kubectl', '--error', 'write: no space left'])).stdout).toContain(
      'clean up',
    );
  });

  it.each(['e', '<any>e<any>', '!', '(a|bc)'])(
    'refuses the pattern %j, which would be in every error',
    async (pattern) => {
      const stage = await makeStage();
      const { code, stderr } = await stage.run(['learn-fix', ...fix({ 'error-pattern': pattern })]);
      expect(code).toBe(2);
      expect(stderr).toContain('The error pattern cannot be used');
    },
  );

  it('always tells the root cause, and what nobody has confirmed', async () => {
    const stage = await makeStage();
    const words = ['--tool', 'deploy', '--error-pattern', 'manifest unknown', '--fix', 'use the full hash'];
    await stage.run(['learn-fix', ...words]);
    const { stdout } = await stage.run(['check', '--tool', 'deploy']);
    expect(stdout).toContain('(L-001, medium confidence, seen once, unconfirmed)');
    expect(stdout).toContain('  root cause  not known\n  fix         use the full hash\n');
    await stage.run(['confirm', 'L-001', '--human']);
    expect((await stage.run(['check', '--tool', 'deploy'])).stdout).toContain('seen once)');
  });

  it('answers the same on the short way and on the long one, and sees every edit at once', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix()]);
    const both = async () => {
      const short = await stage.run(['check', '--tool', 'deploy', '--json']);
      // What the end of options means is left to commander.
      const long = await stage.run(['check', '--tool', 'deploy', '--json', '--']);
      expect(long).toEqual(short);
      return JSON.parse(short.stdout).issues.map((issue: { fix: string }) => issue.fix);
    };
    expect(await both()).toEqual(['use the full hash']);
    await stage.write(MEMORY, ((await stage.read(MEMORY)) ?? '').replaceAll('use the full hash', 'use the whole hash'));
    expect(await both()).toEqual(['use the whole hash']);
    const rows = (await stage.read(FIXES)) ?? '';
    await stage.write(
      FIXES,
      `${rows}  - {tool_name: deploy, error_pattern: quota is used up, fix_applied: ask for more}\n`,
    );
    expect(await both()).toEqual(['ask for more', 'use the whole hash']);
  });

  it('keeps the commands of a fix over later changes, and shows them in the YAML', async () => {
    const stage = await makeStage();
    await stage.run(['learn-fix', ...fix({ command: 'git rev-parse HEAD' })]);
    expect(await stage.read(FIXES)).toContain('    commands:\n      - git rev-parse HEAD\n');
    await stage.write(
      FIXES,
      ((await stage.read(FIXES)) ?? '').replace('    commands:\n      - git rev-parse HEAD\n', ''),
    );
    await stage.run(['learn-fix', ...fix({ 'error-pattern': 'another one' })]);
    expect((await stage.run(['check', '--error', 'manifest unknown'])).stdout).toContain('git rev-parse HEAD');
  });
});

describe('the files of another tool memory', () => {
  const fixes = `tool_fixes:
  - tool_name: bonfire_deploy
    error_pattern: "manifest unknown"
    root_cause: "Short SHA doesn't exist in Quay"
    fix_applied: "Use full 40-char SHA instead of 8-char"
    date_learned: "2026-01-03"
    times_prevented: 3

common_mistakes:
  missing_flags:
    description: "CLI tools often need --yes/--force for automation"
    examples:
      - bonfire: "--force"
      - glab: "--yes"

  wrong_formats:
    description: "Image tags, SHAs, and IDs have specific format requirements"
    examples:
      - "Git SHA must be full 40-char, not short 8-char"
      - "IMAGE_TAG for ITS deploy needs sha256 digest"
`;
  const patterns = `error_patterns:
  - pattern: "ImagePullBackOff"
    meaning: "Cannot pull container image"
    fix: "Check image name, tag exists in Quay"
    commands:
      - quay_check_image_exists(...)

auth_patterns:
  - pattern: "No route to host"
    meaning: "VPN not connected"
    fix: "Connect to the VPN"
    commands:
      - vpn_connect()
`;

  it('are asked as they stand, keep their words, and say of common mistakes which tools make them', async () => {
    const stage = await makeStage();
    await stage.write(FIXES, fixes);
    await stage.write('.memory/learned/patterns.yaml', patterns);
    const ask = async (...asked: string[]) => (await stage.run(['check', ...asked])).stdout.replace(/\s+/g, ' ');
    const expectAnswers = async () => {
      expect(await ask('--tool', 'bonfire_deploy', '--error', 'manifest unknown: image not found')).toContain(
        "root cause Short SHA doesn't exist in Quay fix Use full 40-char SHA instead of 8-char",
      );
      expect(await ask('--error', 'ssh: No route to host')).toContain('fix Connect to the VPN commands vpn_connect()');
      expect(await ask('--tool', 'glab')).toContain('fix `bonfire` `--force`; `glab` `--yes`');
      expect((await stage.run(['check', '--tool', 'helm'])).code).toBe(1);
      // One that lists no tool is found by what it speaks of, whatever tool failed.
      for (const asked of [
        ['--error', 'invalid IMAGE_TAG: 0123'],
        ['--tool', 'helm', '--error', 'fatal: no such SHA: 0123'],
        ['--error', 'sha256 expected'],
      ])
        expect(await ask(...asked)).toContain('Git SHA must be full 40-char');
      for (const error of ['the deploy needs a format', 'not full', 'image not found', 'SHAKE IT'])
        expect(await stage.run(['check', '--error', error])).toMatchObject({ code: 1 });
    };
    await expectAnswers();
    expect(await stage.read(MEMORY)).toBeUndefined();

    await stage.run(['learn-fix', ...fix()]);
    await expectAnswers();
    const written = await stage.read(FIXES);
    expect(written).toContain('date_learned: "2026-01-03"\n    times_prevented: 3\n    id: L-');
    expect(written).toContain(fixes.slice(fixes.indexOf('  missing_flags:'), fixes.indexOf('  wrong_formats:')));
    const memory = (await stage.read(MEMORY)) ?? '';
    expect(memory.match(/^- Status: watching$/gm)).toHaveLength(2);
    // A login is missing: that is about the environment, wherever the lesson is shown.
    expect(await stage.read('.memory/learned/patterns.yaml')).toMatch(
      /auth_patterns:\n {2}- pattern: "No route to host"/,
    );
    expect(memory).toMatch(/No route to host[\s\S]*?- Kind: environment/);
  });

  it('do not bring back a common mistake that was rejected', async () => {
    const stage = await makeStage();
    await stage.write(
      FIXES,
      'common_mistakes:\n  flags: {description: Tools need a flag, examples: [{glab: "--yes"}]}\n',
    );
    await stage.run(['learn-fix', ...fix()]);
    const [, id = ''] = /^## (L-\d+): Tools need a flag$/m.exec((await stage.read(MEMORY)) ?? '') ?? [];
    expect((await stage.run(['reject', id])).code).toBe(0);
    await stage.run(['learn-fix', ...fix({ tool: 'lint' })]);
    expect((await stage.run(['check', '--tool', 'glab'])).code).toBe(1);
    expect(await stage.read(MEMORY)).not.toContain('Tools need a flag');
  });
});
