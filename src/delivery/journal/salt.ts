import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashText } from '../../shared/hash.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import { liveFolder } from './entry.ts';

/** Returns a random text that this machine keeps to itself, created on first use; undefined if it cannot be stored. */
export function readSalt(dataDir: string): string | undefined {
  const path = join(liveFolder(dataDir), 'salt');
  try {
    return read(path);
  } catch {}
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    writeFileSync(path, Buffer.from(bytes).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch {}
  try {
    // If two processes created it at the same time, the first one counts for both.
    return read(path);
  } catch {
    return undefined;
  }
}

/** Returns a name for this machine in files that others see: it reveals neither the machine nor the salt. */
export function nameMachine(salt: string): string {
  return hashText(`machine ${salt}`)
    .slice(0, 8)
    .replace(/[^a-z0-9]/g, '0');
}

function read(path: string): string {
  const text = readRegularSync(path).toString('utf8').trim();
  if (!/^[0-9a-f]{32}$/.test(text)) throw new Error('not a salt');
  return text;
}
