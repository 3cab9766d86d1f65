import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFindings } from '../../../src/failures/findings/read-findings.ts';
import { programs } from '../../../src/programs/index.ts';
import { samples } from './samples.ts';

const tools = programs.filter(({ findings }) => findings !== undefined);

describe('every format', () => {
  it('has a sample', () => {
    const read = samples.flatMap(([, output]) => readFindings(output).map(({ tool }) => tool));
    expect(new Set(read)).toEqual(new Set([...tools.map(({ names }) => names), 'flake8']));
  });

  it.each(samples)('reads %s', (_, output, findings) => {
    expect(readFindings(output)).toEqual(findings.map((finding) => ({ places: 1, ...finding })));
  });

  it('is linear: a hostile line of any length is read at once', () => {
    for (const { has } of tools.flatMap(({ findings = [] }) => findings)) {
      const line = `${has}${' a(b) [c] '.repeat(45)}${has}`.slice(0, 500);
      readFindings(`${line}\n`.repeat(2000));
    }
  });
});

describe('reading', () => {
  it('counts a rule once per file, with its places', () => {
    const output = [
      'pkg/a.go:3:4: not checked (errcheck)',
      'pkg/a.go:9:4: not checked (errcheck)',
      'pkg/b.go:1:4: not checked (errcheck)',
    ];
    expect(readFindings(output.join('\n')).map(({ path, places }) => [path, places])).toEqual([
      ['pkg/a.go', 2],
      ['pkg/b.go', 1],
    ]);
  });

  it('leaves warnings out', () => {
    expect(readFindings('/srv/orchard/a.ts\n  3:4  warning  Unexpected any  no-explicit-any\n')).toEqual([]);
    expect(readFindings('  ⚠ eslint(no-console): Unexpected console\n   ╭─[src/a.ts:3:4]\n')).toEqual([]);
    expect(readFindings('src/a.ts:3:4 lint/style/useConst ━━━━\n\n  ! This let is assigned once.\n')).toEqual([]);
  });

  it.each([
    'pkg/a.go:3:4: cannot use x as string value (int)',
    '    trees_test.go:12: got 3 (want)',
    'src/a.ts 40ms',
    ' ✓ tests/a.test.ts (12ms)',
    'E501 is what we call a long line',
    'GET /trees 200 (12ms)',
  ])('finds no rule in %j', (line) => {
    expect(readFindings(`${line}\n`).filter(({ kind }) => kind !== 'compile')).toEqual([]);
  });

  it('never throws, and names only what stands in the output', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...samples.map(([, output]) => output)))), (parts) => {
        const output = parts.join('\n');
        for (const { path, rule } of readFindings(output)) {
          if (path !== undefined) expect(output).toContain(path);
          if (rule !== undefined) expect(output).toContain(rule.slice(rule.lastIndexOf('/') + 1).split(':', 1)[0]);
        }
      }),
    );
  });
});
