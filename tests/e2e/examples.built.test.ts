import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');

describe('the bundled examples', () => {
  it('are what their story tells, with the journal that the hooks of this build keep of it', async () => {
    const script = resolve(repository, 'scripts/make-examples.mjs');
    const done = await promisify(execFile)(process.execPath, [script, '--check'], { cwd: repository });
    expect(done).toEqual({ stdout: '', stderr: '' });
  });
});
