import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The package is shipped as bundles: the rules must survive that, and secretlint must stay a file of its own that is read only when needed. */
describe('the bundle', () => {
  let folder: string;
  let redactOne: (text: string) => Promise<string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hardwon-bundle-'));
    await build({
      input: fileURLToPath(new URL('../../src/redaction/redact.ts', import.meta.url)),
      platform: 'node',
      logLevel: 'silent',
      output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    });
    const bundled = await import(pathToFileURL(join(folder, 'redact.mjs')).href);
    redactOne = bundled.createRedactor().redactOne;
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('redacts as the source does, and reads secretlint only for what may be its own', async () => {
    const chunks = (await readdir(folder)).filter((file) => file !== 'redact.mjs');
    expect(chunks.length).toBeGreaterThan(0);
    expect(await redactOne('uv run python')).toBe('uv run python');
    expect(await redactOne('PASSWORD=q7Lm2x9K')).toBe('PASSWORD=[redacted:assignment]');
    expect(await redactOne(`gh${'p_'}${'Ab3'.repeat(12)}`)).toBe('[redacted:github]');
    expect(await redactOne(`fi${'gd_'}${'Ab3'.repeat(14)}`)).toBe('[redacted:figma]');
  });

  it('does without the chunk where nothing of secretlint is in the text', async () => {
    for (const file of await readdir(folder)) if (file !== 'redact.mjs') await rm(join(folder, file));
    const again = await import(`${pathToFileURL(join(folder, 'redact.mjs')).href}?without`);
    const lone = again.createRedactor();
    expect(await lone.redactOne(`npm_config_x=1 gh${'p_'}${'Ab3'.repeat(12)}`)).toBe(
      'npm_config_x=1 [redacted:github]',
    );
    await expect(lone.redactOne(`fi${'gd_'}${'Ab3'.repeat(14)}`)).rejects.toThrow();
  });
});
