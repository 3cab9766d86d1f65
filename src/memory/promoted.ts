/** Promotion targets that tell agents nothing before they make the mistake. */
const SILENT = ['adr', 'test', 'check'] as const;

/** Names a file that a lesson was promoted to, as its entry records it: with the mechanism if that does not tell agents. */
export function namePromoted(target: string, mechanism: string): string {
  return SILENT.some((silent) => silent === mechanism) ? `${target} (${mechanism})` : target;
}

/** Whether the place that a lesson was promoted to tells agents about it, so that delivering it again would be redundant. */
export function isToldElsewhere({ promoted }: { promoted?: string }): boolean {
  const targets = promoted?.split(/,\s*/).filter((target) => target !== '') ?? [];
  return targets.some((target) => !SILENT.some((silent) => target.endsWith(` (${silent})`)));
}
