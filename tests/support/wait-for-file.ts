import { existsSync, readdirSync } from 'node:fs';
import { expect } from 'vitest';

/** Waits until a folder holds exactly one file and returns its name. Names with a leading dot are files that are still being written. */
export async function waitForFile(folder: string): Promise<string> {
  const list = () => (existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []);
  await expect.poll(list, { timeout: 60_000, interval: 200 }).toHaveLength(1);
  return list()[0] ?? '';
}
