import { describe, expect, it } from 'vitest';
import { HIDDEN_FOLDER, readFolderState, SHARED_FOLDER } from '../../src/memory/ignore-file.ts';

describe('readFolderState', () => {
  it.each([
    [undefined, 'open'],
    ['\n', 'open'],
    [HIDDEN_FOLDER, 'hidden'],
    ['*', 'hidden'],
    ['*\r\n', 'hidden'],
    [SHARED_FOLDER, 'shared'],
    [SHARED_FOLDER.replaceAll('\n', '\r\n'), 'shared'],
    ['*\n!harness-learnings.md\n', 'own'],
    [`${SHARED_FOLDER}tombstones.md\n`, 'own'],
  ])('%j is %s', (text, state) => {
    expect(readFolderState(text)).toBe(state);
  });
});
