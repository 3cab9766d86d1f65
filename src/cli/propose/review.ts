import type { Decided, ProposalDesk } from '../../app/cases/propose.ts';
import { showInput } from '../../cases/show-call.ts';
import { stripControls } from '../../shared/terminal.ts';
import { dangerOf, type Verdict } from '../../verify/verdict.ts';
import type { Dialog } from '../terminal-dialog.ts';
import { type Canvas, cutText, showText, wrap } from '../views/text.ts';
import { viewVerdict } from './view.ts';

/** Shows proposals one after the other, and keeps each decision as it is made. */
export async function reviewProposals(
  desk: ProposalDesk,
  verdicts: readonly Verdict[],
  by: string,
  dialog: Dialog,
  canvas: Canvas,
): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (const [index, first] of verdicts.entries()) {
    const answer = await reviewOne(first, `${index + 1} of ${verdicts.length}`, desk, dialog, canvas);
    if (answer === 'quit')
      return [...decided, ...verdicts.slice(index).map((verdict): Decided => ({ verdict, isOpen: true }))];
    if (answer.isWanted) {
      const [id] = await desk.keep([answer.verdict], answer.isEdited ? 'you' : by, true);
      dialog.say(`Kept as ${id}.`);
      decided.push({ verdict: answer.verdict, id, status: 'ready' });
    } else decided.push({ verdict: answer.verdict, isOpen: answer.isSkipped });
  }
  return decided;
}

interface Answered {
  verdict: Verdict;
  isWanted: boolean;
  isEdited: boolean;
  isSkipped?: true;
}

async function reviewOne(
  first: Verdict,
  place: string,
  desk: ProposalDesk,
  dialog: Dialog,
  canvas: Canvas,
): Promise<Answered | 'quit'> {
  let verdict = first;
  const show = () => dialog.say(`\n${canvas.paint.dim(place)}\n${describe(verdict, canvas)}`);
  show();
  for (;;) {
    const letter = await dialog.ask('[y] keep  [n] no  [e] edit  [w] why  [s] skip  [q] quit: ');
    if (letter === undefined) return 'quit';
    switch (letter.toLowerCase()) {
      case 'y': {
        const danger = dangerOf(verdict);
        if (danger !== undefined) {
          dialog.say(`It cannot be kept: ${stripControls(danger)}. Edit it, or go on.`);
          break;
        }
        return { verdict, isWanted: true, isEdited: verdict !== first };
      }
      case 'n':
        return { verdict, isWanted: false, isEdited: false };
      case 's':
        return { verdict, isWanted: false, isEdited: false, isSkipped: true };
      case 'q':
        return 'quit';
      case 'w':
        dialog.say(
          verdict.checks
            .map(({ name, result, says }) => `  ${result.padEnd(8)} ${name}: ${stripControls(says)}`)
            .join('\n'),
        );
        break;
      case 'e': {
        const guidance = (await dialog.edit(`${verdict.proposal.guidance}\n`)).trim();
        if (guidance !== '') [verdict = verdict] = desk.judge([{ ...verdict.proposal, guidance }]);
        show();
        break;
      }
      default:
        dialog.say('Answer with y, n, e, w, s or q.');
    }
  }
}

/** Returns a verdict with two of the calls that it rests on. */
function describe(verdict: Verdict, canvas: Canvas): string {
  const { columns, home, paint } = canvas;
  const exhibits = verdict.evidence.slice(-2).map(({ step, lines }) => {
    const input = cutText(showText(showInput(step), home).replaceAll(/\s+/g, ' '), 200);
    const line = cutText(showText(lines[0] ?? '', home), 160);
    return `  ${wrap(`${step.call.name}: ${input}`, columns, 4, 2)}\n    ${paint.red(wrap(line, columns, 4))}`;
  });
  const state = verdict.state === 'unproven' ? 'not proven' : verdict.state;
  return [viewVerdict(verdict, canvas, state), ...exhibits].join('\n');
}
