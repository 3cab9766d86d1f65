import { createRedactor } from '../../redaction/redact.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { Proposal } from './proposal.ts';

/** Upper bound: longer patterns are pasted output. */
const LONGEST_PATTERN = 1_000;

/**
 * Removes control characters and secrets from proposals before anything is shown, compared or stored, and marks the proposals
 * that contained secrets.
 */
export async function redactProposals(proposals: readonly Proposal[], allowed: readonly string[]): Promise<Proposal[]> {
  const redactor = createRedactor(allowed.length > 0 ? { allow: allowed } : {});
  const texts = proposals.flatMap(({ title = '', guidance, pattern, scope, origin }) =>
    [title, guidance, pattern, scope.join('\n'), origin].map(stripControls),
  );
  const clean = await redactor.redact(texts);
  return proposals.map((proposal, index) => {
    const [title = '', guidance = '', pattern = '', scope = '', origin = ''] = clean.slice(index * 5);
    // The index of sessions has redacted secrets already; a command without half of its text is of no use either.
    const isRedacted = clean
      .slice(index * 5, index * 5 + 4)
      .some((text, at) => text !== texts[index * 5 + at] || text.includes('[redacted:'));
    // A person may have removed the secret since it was found.
    const { hasSecret: _, ...rest } = proposal;
    return {
      ...rest,
      ...(title && { title }),
      guidance,
      pattern: pattern.length > LONGEST_PATTERN ? `${pattern.slice(0, LONGEST_PATTERN)}…` : pattern,
      scope: scope === '' ? [] : scope.split('\n'),
      origin,
      ...(isRedacted && { hasSecret: true }),
    };
  });
}
