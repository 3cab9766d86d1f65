import { readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LearnReport } from '../../src/app/learn/learn-report.ts';
import { clearStages, makeStage } from './stage.ts';
import { everyFile, laterLesson, oneLesson } from './stories.ts';
import { takeTree } from './tree.ts';

afterAll(clearStages);

const START = '<!-- hardwon:learn:start -->';
const END = '<!-- hardwon:learn:end -->';

describe('text of the user around the block', () => {
  const files: [string, string][] = [
    ['with LF', '# Harbour\n\nMind the tide.\n'],
    ['with CRLF', '# Harbour\r\n\r\nMind the tide.\r\n'],
    ['with a byte order mark', '\uFEFF# Harbour\n'],
    ['with a byte order mark and CRLF', '\uFEFF# Harbour\r\nTide.\r\n'],
    ['without a final newline', '# Harbour\n\nMind the tide.'],
    ['with blanks and blank lines at the end', '# Harbour  \n\n\n \n'],
    ['of one line', 'x'],
    ['with letters beyond ASCII', '# Häfen 港 🚢\n'],
    ['with our markers in a code block', `\`\`\`\n${START}\n${END}\n\`\`\`\n`],
  ];
  it('stays byte for byte, and undo leaves no trace', async () => {
    const stage = await makeStage();
    const paths: string[] = [];
    for (const [index, [, text]] of files.entries()) {
      await stage.tell(oneLesson, join(stage.home, `project-${index}`));
      paths.push(await stage.write(`../project-${index}/CLAUDE.md`, text));
    }
    expect((await stage.run(['learn', '--all', '--apply'])).code).toBe(0);
    for (const [index, [what, text]] of files.entries()) {
      const written = await readFile(paths[index] ?? '');
      expect(written.subarray(0, Buffer.byteLength(text)).equals(Buffer.from(text)), what).toBe(true);
      const added = written.toString().slice(text.length);
      expect(added, what).toContain(START);
      // The new lines end as those of the file do.
      const ending = text.includes('\r\n') ? '\r\n' : '\n';
      expect(added.split('\n').length, what).toBe(added.split(ending).length);
      if (ending === '\n') expect(added, what).not.toContain('\r');
    }
    for (const path of paths) await stage.run(['undo', '--project', dirname(path)]);
    const after = await Promise.all(paths.map((path) => readFile(path)));
    expect(after.map(String)).toEqual(files.map(([, text]) => text));
  });

  it('stays while the block in the middle of it is rewritten', async () => {
    const stage = await makeStage(oneLesson);
    const path = await stage.write('CLAUDE.md', `\uFEFFabove\r\n${START}\r\n${END}\r\nbelow, no newline`);
    await stage.run(['learn', '--apply']);
    await stage.tell(laterLesson);
    await stage.run(['learn', '--apply']);
    const text = await readFile(path, 'utf8');
    expect(text).toContain('Use `src/model/berth.ts`');
    expect(text.startsWith(`\uFEFFabove\r\n${START}\r\n`)).toBe(true);
    expect(text.endsWith(`\r\n${END}\r\nbelow, no newline`)).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});

describe('broken markers', () => {
  const broken: [string, string, number][] = [
    ['a start without an end', `# Harbour\n\n${START}\nsome lesson\n`, 3],
    ['an end without a start', `# Harbour\n${END}\n`, 2],
    ['a start that is doubled', `${START}\n${START}\n${END}\n`, 2],
    ['an end that is doubled', `${START}\nx\n${END}\n${END}\n`, 4],
    ['two blocks', `${START}\n${END}\n\n${START}\n${END}\n`, 4],
    ['a marker with text behind it', `${START} mine\n${END}\n`, 1],
  ];
  it('name file and line, and nothing at all is written', async () => {
    const stage = await makeStage();
    const paths: string[] = [];
    for (const [index, [, text]] of broken.entries()) {
      await stage.tell(everyFile, join(stage.home, `project-${index}`));
      paths.push(await stage.write(`../project-${index}/CLAUDE.md`, text));
    }
    const before = await takeTree(stage.home, { without: ['.cache', '.local'], times: true });
    for (const [index, path] of paths.entries()) {
      const { code, stdout, stderr } = await stage.run(['learn', '--apply', '--force', '--project', dirname(path)]);
      const [what, , line] = broken[index] ?? [];
      expect({ code, stdout }, what).toEqual({ code: 2, stdout: '' });
      expect(stderr, what).toContain(`${paths[index]}:${line}: `);
      expect(stderr, what).not.toContain('    at ');
    }
    // A dry run shows the rest all the same, and does not say that all is well.
    const dry = await stage.run(['learn', '--diff', '--project', dirname(paths[0] ?? '')]);
    expect(dry.code).toBe(0);
    expect(dry.stdout.replaceAll('\n  ', ' ')).toContain('CLAUDE.md:3: ');
    expect(dry.stdout).toContain('+++ b/CLAUDE.local.md');
    expect(dry.stdout).not.toContain('write it:');
    expect(dry.stdout).not.toContain('Everything is written');
    expect(await takeTree(stage.home, { without: ['.cache', '.local'], times: true })).toEqual(before);
  });

  it('of one project do not keep the others from being written with --all', async () => {
    const stage = await makeStage(oneLesson);
    const other = join(stage.home, 'orchard');
    await stage.tell(oneLesson, other);
    const path = await stage.write('../orchard/CLAUDE.md', `${START}\n`);
    const { code, stdout } = await stage.run(['learn', '--all', '--apply', '--json']);
    expect(code).toBe(1);
    const { projects } = JSON.parse(stdout) as LearnReport;
    const outcome = Object.fromEntries(projects.map(({ name, applied, refusals }) => [name, { applied, refusals }]));
    expect(outcome).toEqual({
      harbour: { applied: true, refusals: [] },
      orchard: { applied: false, refusals: [expect.stringContaining(`${path}:1: `)] },
    });
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
    expect(await readFile(path, 'utf8')).toBe(`${START}\n`);
  });
});

describe('a block that was edited by hand', () => {
  it('is refused with what to do, replaced with --force, and brought back by undo', async () => {
    const stage = await makeStage(everyFile);
    await stage.run(['learn', '--apply']);
    const path = join(stage.project, 'CLAUDE.md');
    const edited = (await readFile(path, 'utf8')).replace('lacks `polars` here', 'is from 2019');
    expect(edited).toContain('is from 2019');
    await writeFile(path, edited);
    await stage.tell(laterLesson);
    const before = await takeTree(stage.home, { without: ['.cache', '.local'], times: true });

    const refused = await stage.run(['learn', '--apply']);
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`${path}:1: `);
    expect(refused.stderr).toContain('edited by hand');
    expect(refused.stderr).toContain('--force');
    expect(refused.stderr).toContain('.memory/harness-learnings.md');
    expect(await takeTree(stage.home, { without: ['.cache', '.local'], times: true })).toEqual(before);

    const dry = await stage.run(['learn']);
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/edited by\s+hand/);
    expect(dry.stdout).not.toContain('Everything is written already');

    const forced = await stage.run(['learn', '--apply', '--force']);
    expect(forced.code).toBe(0);
    expect(await readFile(path, 'utf8')).not.toContain('is from 2019');
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await readFile(path, 'utf8')).toBe(edited);
  });

  it('is refused though nothing but the block would change', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const path = join(stage.project, 'CLAUDE.md');
    await writeFile(path, (await readFile(path, 'utf8')).replace('lacks `polars` here', 'is from 2019'));
    const { code, stderr, stdout } = await stage.run(['learn', '--apply']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('edited by hand');
    expect((await stage.run(['learn'])).stdout).not.toContain('Everything is written already');
  });

  it('is not one where only a formatter went over it', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const path = join(stage.project, 'CLAUDE.md');
    const formatted = (await readFile(path, 'utf8')).replace(/^- /gm, '* ').replace('instead of', 'instead\n  of');
    await writeFile(path, formatted);
    const { code, stdout } = await stage.run(['learn', '--apply']);
    expect(code).toBe(0);
    expect(stdout).toContain('nothing to change');
    expect(await readFile(path, 'utf8')).toBe(formatted);
  });
});

describe('files of others', () => {
  it('leaves a block of Headroom alone, and says so', async () => {
    const stage = await makeStage(oneLesson);
    const theirs =
      '# Harbour\n\n<!-- headroom:learn:start -->\n## Learned\n- use uv\n<!-- headroom:learn:end -->\n\nbelow\n';
    await stage.write('CLAUDE.md', theirs);
    const { code, stdout } = await stage.run(['learn', '--apply']);
    expect(code).toBe(0);
    expect(stdout).toContain('Headroom');
    expect(stdout).toContain('CLAUDE.md:3');
    expect((await stage.read('CLAUDE.md'))?.startsWith(theirs)).toBe(true);
    expect(await stage.read('CLAUDE.md')).toContain(START);
  });

  it('does not follow a link that leads out of the project', async () => {
    const stage = await makeStage(oneLesson);
    const outside = join(stage.home, 'private.md');
    await writeFile(outside, 'mine\n');
    await symlink(outside, join(stage.project, 'CLAUDE.md'));
    const { code, stderr } = await stage.run(['learn', '--apply']);
    expect(code).toBe(2);
    expect(stderr).toContain('CLAUDE.md is a link');
    expect(await readFile(outside, 'utf8')).toBe('mine\n');
    expect(await stage.read('.memory/harness-learnings.md')).toBeUndefined();
  });

  it('writes through a link inside the project, and keeps the link', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('docs/agents.md', '# Agents\n');
    await symlink('docs/agents.md', join(stage.project, 'CLAUDE.md'));
    expect((await stage.run(['learn', '--apply'])).code).toBe(0);
    expect(await stage.read('docs/agents.md')).toContain('uv run python');
    expect((await takeTree(stage.project)).find((line) => line.startsWith('CLAUDE.md '))).toContain(
      'link to docs/agents.md',
    );
  });

  it('refuses a memory file in the middle of a merge, with its line', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const memory = await stage.read('.memory/harness-learnings.md');
    const lines = (memory ?? '').split('\n').length;
    await stage.write('.memory/harness-learnings.md', `${memory}<<<<<<< ours\n=======\n>>>>>>> theirs\n`);
    const { code, stderr } = await stage.run(['learn']);
    expect(code).toBe(2);
    expect(stderr).toContain(`harness-learnings.md:${lines}: `);
    expect(stderr).toContain('merge');
  });

  it('keeps what a person wrote into memory: better words, notes, own lessons', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const memory = (await stage.read('.memory/harness-learnings.md')) ?? '';
    const mine = memory
      .replace(/- Guidance: .*/, '- Guidance: Always go through `uv run`.')
      .concat(
        '\nA note of mine.\n\n## L-002: Tell the harbour master\n- Guidance: Write to the harbour master first.\n- Confidence: high\n',
      );
    await stage.write('.memory/harness-learnings.md', mine);
    await stage.tell(laterLesson);
    expect((await stage.run(['learn', '--apply'])).code).toBe(0);
    const after = (await stage.read('.memory/harness-learnings.md')) ?? '';
    expect(after).toContain('A note of mine.');
    expect(after).toContain('- Guidance: Always go through `uv run`.');
    expect(after).toContain('- Occurrences: 3');
    const shared = (await stage.read('CLAUDE.md')) ?? '';
    expect(shared).toContain('Always go through `uv run`. (L-001, seen 3 times)');
    expect(shared).toContain('Write to the harbour master first. (L-002');
    expect(shared).toContain('Use `src/model/berth.ts`: `src/berth.ts` does not exist. (L-003');
    expect((await stage.run(['why', 'L-002'])).stdout).toContain('written by hand');
  });
});
