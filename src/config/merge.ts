/** Merges key by key, and the stronger value wins; groups are merged, lists replaced. */
export function mergeGroups<T extends object>(weaker: T, stronger: T): T {
  const merged = new Map<string, unknown>(Object.entries(weaker));
  for (const [key, value] of Object.entries(stronger)) {
    const below = merged.get(key);
    merged.set(key, isGroup(below) && isGroup(value) ? mergeGroups(below, value) : value);
  }
  return Object.fromEntries(merged) as T;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
