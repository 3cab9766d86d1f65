import { readFileSync } from 'node:fs';

/** What a real runner wrote, with its paths moved to a made-up home. */
export function readOutput(name: string): string {
  return readFileSync(new URL(`./outputs/${name}`, import.meta.url), 'utf8');
}
