import { describe, expect, it } from 'vitest';
import { findShellPatch, readPatch } from '../../../src/agents/codex/patch.ts';

const text = `*** Begin Patch
*** Update File: src/tides.ts
@@ function ebb
 const a = 1;
-const b = 2;
+const b = 3;
@@
-far away
*** Add File: docs/tides.md
+# Tides
*** Delete File: old.ts
*** End Patch`;

describe('a patch', () => {
  it('names its files with the first place that changes', () => {
    expect(readPatch(text)?.files).toEqual([
      {
        action: 'update',
        path: 'src/tides.ts',
        oldText: 'const a = 1;\nconst b = 2;\n',
        newText: 'const a = 1;\nconst b = 3;\n',
      },
      { action: 'add', path: 'docs/tides.md', oldText: '', newText: '# Tides\n' },
      { action: 'delete', path: 'old.ts', oldText: '', newText: '' },
    ]);
  });

  it('may have been written on Windows', () => {
    const patch = readPatch(
      '*** Begin Patch\r\n*** Update File: src\\my tides.ts\r\n@@\r\n-a\r\n+b\r\n*** End Patch\r\n',
    );
    expect(patch?.files).toMatchObject([{ path: 'src\\my tides.ts' }]);
  });

  it.each(['', 'hello', '*** Begin Patch\n*** End Patch', '*** Update File: a.ts'])('is not %j', (other) => {
    expect(readPatch(other)).toBeUndefined();
  });
});

describe('a patch in a command', () => {
  it.each([
    [`apply_patch <<'EOF'\n${text}\nEOF`, undefined],
    [`apply_patch <<EOF\n${text}\nEOF\n`, undefined],
    [`cd web && apply_patch <<'PATCH'\n${text}\nPATCH`, 'web'],
    [`cd 'my web' && apply_patch '${text}'`, 'my web'],
  ])('is found in %#', (command, folder) => {
    const found = findShellPatch(command);
    expect(found?.patch.files[0]?.path).toBe('src/tides.ts');
    expect(found?.folder).toBe(folder);
  });

  it.each(['make', `cat <<'EOF'\n${text}\nEOF`, `make && apply_patch <<'EOF'\n${text}\nEOF`, 'apply_patch --help'])(
    'is not the whole of %#',
    (command) => {
      expect(findShellPatch(command)).toBeUndefined();
    },
  );
});
