import type { ShellCommand } from '../../shell/index.ts';
import { findProseInBackticks } from './backticks.ts';
import type { Claim } from './claim.ts';
import { ran, type Step, type ThreadView } from './session-view.ts';

/**
 * Finds messages in double quotes with words between backticks: the shell ran the words and left a gap in the text, or their
 * output. Nothing fails, but the published text is wrong. The call alone shows it: prose around the backticks, given to a flag
 * that takes prose.
 */
export function findSilentBackticks(view: ThreadView): Claim[] {
  return view.steps.flatMap((step) => {
    if (!ran(step) || !hasProseInBackticks(step)) return [];
    return [
      {
        relation: 'other-quoting',
        key: 'backticks',
        failure: {
          call: step.call,
          kind: 'shell-syntax',
          diagnostic: '',
          signature: 'shell-syntax||backticks',
          subjects: [],
          work: false,
          masked: true,
        },
        between: 0,
        wrong: '',
        facts: { trap: 'backticks' },
      },
    ];
  });
}

function hasProseInBackticks(step: Step): boolean {
  const text = step.call.input.command ?? '';
  if (!text.includes('`') || !PROSE_FLAG.test(text)) return false;
  const spans = findProseInBackticks(text);
  return spans.length > 0 && (step.parsed?.commands ?? []).some((command) => holdsProse(command, spans));
}

function holdsProse(command: ShellCommand, spans: readonly string[]): boolean {
  return command.arguments.some(({ text, value = '' }) => {
    const around = spans.reduce((rest, span) => rest.replace(`\`${span}\``, ' '), value);
    return prose.has(text) && around !== value && around.trim().split(/\s+/).length >= 3;
  });
}

const PROSE_FLAG = /(?:^|\s)(?:--(?:body|message|title|description|notes?|comment|subject)|-[mb])\b/;

const prose = new Set([
  '--body',
  '--message',
  '--title',
  '--description',
  '--note',
  '--notes',
  '--comment',
  '--subject',
  '-m',
  '-b',
  '-am',
]);
