import { estimateTokens } from '../delivery/estimate-tokens.ts';
import { renderFrame } from '../delivery/render.ts';
import type { LaterFailure } from './later-failure.ts';

/** The count and the text of each error, from which a list of the most frequent errors is made. */
export class ErrorList {
  readonly #errors = new Map<string, { text: string; count: number }>();

  /** Adds the failures of a session that has ended. Reports of a check on the code being written are left out, as elsewhere. */
  add(failures: readonly LaterFailure[]): void {
    for (const { failure, signature } of failures) {
      if (failure.work || signature === undefined) continue;
      const known = this.#errors.get(signature);
      if (known) known.count += 1;
      else this.#errors.set(signature, { text: failure.diagnostic, count: 1 });
    }
  }

  /**
   * Returns the signatures of the most frequent errors whose texts fit the budget: the simplest thing that could be delivered
   * instead of lessons.
   */
  mostFrequent(budget: number): Set<string> {
    const chosen = new Set<string>();
    let left = budget - estimateTokens(renderFrame('L-001'));
    const ranked = [...this.#errors].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1));
    for (const [signature, { text, count }] of ranked) {
      const cost = estimateTokens(`- \`${text}\` (seen ${count} times)\n`);
      if (cost > left) continue;
      left -= cost;
      chosen.add(signature);
    }
    return chosen;
  }
}
