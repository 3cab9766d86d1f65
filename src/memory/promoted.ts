/** What a lesson can be promoted to that tells agents nothing before they make the mistake. */
const SILENT = ['adr', 'test', 'check'] as const;

/** A file that a lesson was promoted to, as its entry names it: with the mechanism where agents are not told by it. */
export function namePromoted(target: string, mechanism: string): string {
  return SILENT.some((silent) => silent === mechanism) ? `${target} (${mechanism})` : target;
}

/** Whether agents are told of a promoted lesson where it went, so that telling it again would be once too often. */
export function isToldElsewhere({ promoted }: { promoted?: string }): boolean {
  const targets = promoted?.split(/,\s*/).filter((target) => target !== '') ?? [];
  return targets.some((target) => !SILENT.some((silent) => target.endsWith(` (${silent})`)));
}
