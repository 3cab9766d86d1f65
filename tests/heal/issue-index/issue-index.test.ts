import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSnapshot } from '../../../src/delivery/snapshot/encode.ts';
import { markError } from '../../../src/failures/error-mark.ts';
import { askMemory, askQuickly } from '../../../src/heal/ask-memory.ts';
import { askAndIndex, indexLessons } from '../../../src/heal/issue-index/compile-issues.ts';
import { askIndex } from '../../../src/heal/issue-index/issue-index.ts';
import { issueIndexPath, stampMemory } from '../../../src/heal/issue-index/place.ts';
import { type Askable, findKnownIssues } from '../../../src/heal/known-issues.ts';
import { build } from '../../../src/shared/package.ts';
import { asTold } from '../../memory/lessons.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardwon-issues-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const word = fc.constantFrom('tide', 'quay', 'is', 'Unknown', 'e1', 'x', 'anchor', 'ÄRGER', '42');
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const error = fc.oneof(
  words,
  fc.tuple(words, words).map(([a, b]) => `${a}*${b}`),
  fc.tuple(words, words).map(([a, b]) => `{${a},${b}} gone`),
  fc.constantFrom(
    're:tide \\d+',
    're:(?:quay|anchor) is$',
    're:\\banchor\\b',
    're:tide\\nquay',
    're:(broken',
    'x',
    '*',
  ),
);
const rule = fc.oneof(
  fc.constantFrom(
    'Tool(deploy)',
    'Tool(*)',
    'Tool(mcp__quay__*)',
    'Tool({deploy,Ship})',
    'Edit(**)',
    'Tool(',
    'Read(a/b)',
  ),
  fc.constantFrom('Bash(git push *)', 'Bash(git *)', 'Bash({npm,pnpm} run *)', 'Bash(* x)', 'Bash(Kubectl get *)'),
);
const lessons = fc
  .array(
    fc.record({
      rule,
      error: fc.option(error, { nil: undefined }),
      hasTrigger: fc.boolean(),
      status: fc.constantFrom('ready', 'ready', 'watching', 'retired'),
      confidence: fc.constantFrom('low', 'medium', 'high'),
      occurrences: fc.integer({ min: 1, max: 20 }),
      day: fc.integer({ min: 1, max: 3 }),
      errors: fc.array(
        words.map((line) => markError(line) ?? ''),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(
      ({ rule: text, error: said, hasTrigger, status, confidence, occurrences, day, errors }, index): Askable => {
        const trigger = { rule: text, failed: 0, succeeded: 0, error: said };
        const facts = {
          id: `L-${String(index + 1).padStart(3, '0')}`,
          pattern: 'why',
          guidance: asTold(`what ${index}`),
        };
        return {
          ...facts,
          status: status as Askable['status'],
          confidence: confidence as Askable['confidence'],
          occurrences,
          lastSeen: `2026-03-0${day}`,
          errors: errors.length > 0 ? errors : undefined,
          trigger: hasTrigger || index % 3 > 0 ? trigger : undefined,
        };
      },
    ),
  );
const question = fc.record(
  {
    tool: fc.constantFrom(
      'deploy',
      'Deploy ',
      'git push',
      'git',
      'npm run',
      'mcp__quay__tags',
      'edit',
      'kubectl get',
      'ship',
      '',
    ),
    error: fc.array(words, { maxLength: 3 }).map((list) => list.join('\n  ')),
  },
  { requiredKeys: [] },
);

describe('the index of known issues', () => {
  it('answers as the memory does, to the letter', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(lessons, question, fc.integer({ min: 1, max: 6 }), async (all, asked, limit) => {
        fc.pre(asked.tool !== undefined || asked.error !== undefined);
        const root = join(folder, `p${count++}`);
        const path = issueIndexPath(folder, root);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, encodeSnapshot({ build, stamp: stampMemory(root), notices: [] }, indexLessons(all)));
        expect(askIndex(asked, limit, root, folder)?.issues).toEqual(findKnownIssues(all, asked).slice(0, limit));
      }),
      { numRuns: 400 },
    );
  });

  it('is of no use once a file has changed, is broken, or another program wrote it', async () => {
    const root = join(folder, 'harbour');
    const memory = join(root, '.memory', 'harness-learnings.md');
    const text =
      '## L-001: x\n- Guidance: do it\n- Trigger: Tool(deploy) [failed 0, succeeded 0, error "no such tag"]\n';
    await mkdir(join(root, '.memory', 'learned'), { recursive: true });
    await writeFile(memory, text);
    const ask = () => askIndex({ tool: 'deploy' }, 5, root, folder)?.issues.map(({ fix }) => fix);
    expect(ask()).toBeUndefined();
    await askAndIndex({ tool: 'deploy' }, 5, root, folder);
    expect(ask()).toEqual(['do it']);
    await writeFile(memory, text.replace('do it', 'or it'));
    // Whoever edits may keep size and time.
    await utimes(memory, 1_700_000_000, 1_700_000_000);
    expect(ask()).toBeUndefined();
    await askAndIndex({ tool: 'deploy' }, 5, root, folder);
    await writeFile(join(root, '.memory/learned/patterns.yaml'), 'error_patterns: []\n');
    expect(ask()).toBeUndefined();
    await askAndIndex({ tool: 'deploy' }, 5, root, folder);
    const path = issueIndexPath(folder, root);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length - 5));
    expect(ask()).toBeUndefined();
    await writeFile(path, encodeSnapshot({ build: 'another', stamp: stampMemory(root), notices: [] }, []));
    expect(ask()).toBeUndefined();
  });

  it('knows rows that somebody adds to the YAML at once, on both ways', async () => {
    const root = join(folder, 'orchard');
    await mkdir(join(root, '.memory', 'learned'), { recursive: true });
    await writeFile(
      join(root, '.memory/learned/tool_fixes.yaml'),
      'tool_fixes:\n  - tool_name: press\n    error_pattern: lid is open\n    root_cause: x\n    fix_applied: close it\n  - {tool_name: press, error_pattern: "(x)\\\\1 lid", fix_applied: y}\n',
    );
    const places = { root, userRoot: join(folder, 'nobody'), cacheDir: folder };
    const asked = { tool: 'press', error: 'the Lid is open' };
    const whole = await askMemory(asked, places.root, places.userRoot);
    expect(whole.issues).toMatchObject([{ id: 'L-001', fix: 'close it', layer: 'project' }]);
    expect(whole.notices).toMatchObject([{ line: 6, message: expect.stringContaining('back reference') }]);
    for (let time = 0; time < 2; time++) expect(await askQuickly(asked, 5, places)).toEqual(whole);
    expect(askIndex(asked, 5, root, folder)?.notices).toEqual(whole.notices);
  });
});
