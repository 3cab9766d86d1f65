import type { ShellCommand } from '../../shell/index.ts';
import type { Failure } from '../failure.ts';
import { foundNothing } from '../judge.ts';
import type { Claim } from './claim.ts';
import { after, ran, type Step, type ThreadView } from './session-view.ts';

/**
 * Finds searches that could not find anything, although they succeeded: the pattern was written for another program. Nothing
 * flags them, and an agent that believes them concludes that the code does not exist. Each is recognised by the text of the call
 * and its empty answer.
 */
export function findSilentMistakes(view: ThreadView): Claim[] {
  return view.steps.flatMap((step) => {
    const mistake = mistakeOf(step);
    if (!mistake) return [];
    const fix = after(view, step).find((later) => findsSomething(later) && isCorrected(step, later, mistake));
    return [
      {
        relation: 'search-form',
        key: mistake,
        failure: asFailure(step, mistake),
        between: fix ? fix.index - step.index - 1 : 0,
        wrong: mistake,
        facts: { mistake },
        fix: fix?.call,
      },
    ];
  });
}

/** The known mistakes, each recognised by the text of the call. */
type Mistake = 'stray-quote' | 'ripgrep-alternation' | 'ripgrep-replace';

function mistakeOf(step: Step): Mistake | undefined {
  const { call } = step;
  if (!ran(step) && step.told !== 'failed') return undefined;
  if (call.tool === 'search' || call.tool === 'list')
    return hasStrayQuote(call.input.pattern ?? '') && !findsSomething(step) ? 'stray-quote' : undefined;
  const text = call.input.command ?? '';
  // The text is tested first: parsing every search costs more than all the rest.
  if (!text.includes('rg ') || !/-[a-zA-Z]*r[a-zA-Z]|\\\|/.test(text)) return undefined;
  const searches = searchesOf(step);
  if (searches.some(replacesByAccident)) return 'ripgrep-replace';
  return searches.some(escapesAlternation) &&
    searches.length === step.parsed?.commands.filter((command) => !command.piped).length &&
    !findsSomething(step)
    ? 'ripgrep-alternation'
    : undefined;
}

/** Whether a pattern ends in a quote that it does not begin with: `func openHarbour"`. */
function hasStrayQuote(pattern: string): boolean {
  // After a bracket or an equals sign the quote opens a string in the code that is searched for.
  return /[^\\([{=]"$/.test(pattern) && (pattern.match(/"/g)?.length ?? 0) % 2 === 1;
}

/** Whether a ripgrep pattern contains `\|`, which is a literal bar for ripgrep and alternation for grep. */
function escapesAlternation(command: ShellCommand): boolean {
  return (
    command.args.some((arg) => arg.includes('\\|')) &&
    !command.flags.some((flag) => /^-[a-zA-Z]*F|^--fixed-strings$/.test(flag))
  );
}

/** Whether ripgrep is called with `-rn`, which searches folders with grep; ripgrep replaces its hits with `n`. */
function replacesByAccident(command: ShellCommand): boolean {
  return command.args.some((arg) => /^-[a-zA-Z]*r[a-zA-Z]+$/.test(arg));
}

/** Whether a search succeeded and its answer is not empty. */
export function findsSomething(step: Step): boolean {
  return ran(step) && !foundNothing(step.call.output);
}

/** Whether a later search is the same without the mistake. A different one that found something is a coincidence. */
function isCorrected(step: Step, later: Step, mistake: Mistake): boolean {
  if (mistake === 'stray-quote')
    return later.call.tool === step.call.tool && later.call.input.pattern === step.call.input.pattern?.slice(0, -1);
  const wanted = searchesOf(step).flatMap((command) => command.operands[0] ?? []);
  const patterns = mistake === 'ripgrep-alternation' ? wanted.map((pattern) => pattern.replaceAll('\\|', '|')) : wanted;
  return searchesOf(later).some(
    (command) => !replacesByAccident(command) && patterns.includes(command.operands[0] ?? ''),
  );
}

function searchesOf(step: Step): ShellCommand[] {
  return step.parsed?.commands.filter((command) => command.name === 'rg' && !command.nested) ?? [];
}

function asFailure(step: Step, mistake: Mistake): Failure {
  return {
    call: step.call,
    kind: 'no-match',
    diagnostic: '',
    signature: `no-match||${mistake}`,
    subjects: [],
    work: false,
    masked: true,
  };
}
