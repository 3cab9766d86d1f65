/** Returns a short hash that is the same on every machine: FNV-1a with two seeds, 64 bits in base 36. Not for secrets. */
export function shortHash(text: string): string {
  return fold(text, 0x811c9dc5).toString(36).padStart(7, '0') + fold(text, 0x01000193).toString(36).padStart(7, '0');
}

/** Returns a project's id: readable, unique, and safe in file names and URLs. */
export function makeProjectId(name: string, key: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'project' : slug}-${shortHash(key).slice(0, 8)}`;
}

function fold(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
