import { MECHANISMS, type Mechanism } from '../../lifecycle/promotion/mechanisms.ts';
import type { PromotionDecision } from '../../lifecycle/promotion/promote-lessons.ts';
import type { Dialog } from '../terminal-dialog.ts';

/** The actions of a dialogue about promotions. */
interface DialogueParts extends Pick<Dialog, 'ask'> {
  /** Shows how a lesson would be promoted; returns false if it cannot be, and shows why. */
  show(id: string, mechanism?: Mechanism): Promise<boolean>;
  /** Carries out a decision. */
  act(id: string, decision: PromotionDecision, mechanism?: Mechanism): Promise<void>;
}

const CHOICES = '[P] promote  [K] keep as a lesson  [D] dismiss  [S] skip  [Q] quit, or another mechanism: ';

/** Goes through lessons one by one: shows each, and does what the person decides. No answer means no decision. */
export async function holdDialogue(ids: readonly string[], { ask, show, act }: DialogueParts): Promise<void> {
  for (const id of ids) {
    let mechanism: Mechanism | undefined;
    await show(id);
    for (;;) {
      const answer = await ask(`${id}: ${CHOICES}`);
      const word = answer?.trim().toLowerCase();
      const other = MECHANISMS.find((name) => name === word);
      if (word === undefined || word === 'q' || word === 'quit') return;
      if (word === '' || word === 's' || word === 'skip') break;
      if (other) {
        if (await show(id, other)) mechanism = other;
        continue;
      }
      const decision = DECISIONS.find((name) => name === word || name.startsWith(word));
      if (!decision) continue;
      await act(id, decision, mechanism);
      break;
    }
  }
}

const DECISIONS: readonly PromotionDecision[] = ['promote', 'keep', 'dismiss'];
