import { describe, expect, it } from 'vitest';
import type { ImportedEntry, ImportReport } from '../../../src/app/import/import-report.ts';
import { viewImport } from '../../../src/cli/import/view.ts';
import { createPaint } from '../../../src/cli/views/text.ts';

const options = {
  paint: createPaint(false),
  columns: 60,
  home: '/home/ada',
  apply: 'hardwon import --apply',
  undo: 'hardwon undo',
  learn: 'hardwon learn --apply',
};

const entry = (parts: Partial<ImportedEntry> = {}): ImportedEntry => ({
  ...{
    id: 'L-001',
    action: 'add',
    kind: 'command',
    title: 'Run `make tide` first',
    guidance: 'Run `make tide` first.',
  },
  ...{ status: 'watching', confidence: 'low', occurrences: 1, firstSeen: '2026-03-09', lastSeen: '2026-03-09' },
  ...{ fingerprint: 'x', source: 'CLAUDE.md', line: 3 },
  ...parts,
});

const report = (parts: Partial<ImportReport> = {}): ImportReport => ({
  ...{ schema: 1, at: '2026-03-09T09:00:00Z', root: '/home/ada/harbour', applied: false },
  sources: [
    {
      path: '/home/ada/harbour/CLAUDE.md',
      name: 'CLAUDE.md',
      kind: 'headroom',
      label: 'Headroom',
      lessons: 1,
      skipped: [],
    },
  ],
  offered: [],
  lessons: [entry()],
  changes: [
    {
      path: '/m',
      name: '.memory/harness-learnings.md',
      action: 'change',
      diff: '--- a\n+++ b\n@@ -1 +1 @@\n+## L-001: x\n',
    },
  ],
  notices: [],
  ...parts,
});

describe('what was imported, for people', () => {
  it('says where it was found, what becomes of it, the diff, and how to write it', () => {
    expect(viewImport(report(), options)).toBe(`Found:
  CLAUDE.md (Headroom): 1 lesson

New in memory:
  L-001 Run \`make tide\` first (command, watching)

--- a
+++ b
@@ -1 +1 @@
+## L-001: x

They wait for your review: set \`Status: ready\` in
.memory/harness-learnings.md for those that are right.
write it:     hardwon import --apply
`);
  });

  it('tells what was written, and how to go on', () => {
    const text = viewImport(
      report({ applied: true, lessons: [entry({ status: 'ready', similar: 'L-007' })] }),
      options,
    );
    expect(text).toContain('first (command, ready, may repeat\n        L-007)');
    expect(text).toContain('Written:\n  .memory/harness-learnings.md\n');
    expect(text).toContain("Headroom's block stays as it is");
    expect(text).not.toContain('wait for your review');
    expect(text).toMatch(/deliver them: hardwon learn --apply\nundo it: {6}hardwon undo\n$/);
  });

  it('tells known lessons apart, and says where there is nothing to change', () => {
    const lessons = [entry({ action: 'merge', id: 'L-002' }), entry({ action: 'keep', id: 'L-003' })];
    const text = viewImport(report({ lessons, changes: [] }), options);
    expect(text).toMatch(/Known, with newer counts or dates:\n {2}L-002 [\s\S]*Already known:\n {2}L-003 /);
    expect(text).toMatch(/Everything is in memory already: nothing to change\.\n$/);
  });

  it('shows eight lines that were not taken, and how many more there are', () => {
    const [source] = report().sources;
    const skipped = Array.from({ length: 10 }, (_, index) => ({
      line: index + 1,
      reason: 'says \u001b[31mtoo little',
    }));
    const text = viewImport(report({ sources: source ? [{ ...source, skipped }] : [] }), options);
    expect(text).toContain('    line 8 says too little\n    and 2 lines more\n');
    expect(text).not.toContain('line 9');
  });

  it('offers sections with the option that takes them, and fits the terminal', () => {
    const offered = [{ path: '/p', name: 'CLAUDE.md', section: "Ada's gotchas", line: 5, items: 2 }];
    const text = viewImport(
      report({ offered, sources: [], lessons: [], changes: [], notices: ['/home/ada/x.yaml:3: broken'] }),
      options,
    );
    expect(text).toContain('No lessons to import were found for ~/harbour.\n');
    expect(text).toContain(`CLAUDE.md:5 "Ada's gotchas", 2 items\n    --section 'Ada'\\''s gotchas'`);
    expect(text).toContain('! ~/x.yaml:3: broken');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});
