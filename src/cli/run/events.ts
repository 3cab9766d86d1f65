import type { LoopEvent } from '../../loop/run/loop-request.ts';
import type { TestFigures } from '../../loop/run/run-record.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, plural, quoteWord } from '../views/text.ts';

/** Describes a step of a run on one line; returns undefined for steps that people need not see. */
export function describeLoopEvent(event: LoopEvent, { paint, columns }: Canvas): string | undefined {
  const line = (text: string) => cut(stripControls(text).replaceAll('\n', ' '), columns);
  switch (event.type) {
    case 'preparing':
      return paint.dim(line(`… ${event.what}`));
    case 'prepared': {
      const { command, source } = event.tests;
      const words = typeof command === 'string' ? command : command.map(quoteWord).join(' ');
      const left = event.uncommitted > 0 ? `\n${line(`  ${describeUncommitted(event.uncommitted)}`)}` : '';
      const settings = event.settings.length > 0 ? `\n${line(`  ${describeSettings(event.settings)}`)}` : '';
      return `${line(`  tests: ${words} (${source})`)}${left}${settings}`;
    }
    case 'baseline':
      return line(`  before: ${describeTests(event.tests)}`);
    case 'attempt': {
      const what = {
        task: `Attempt ${event.number} of ${event.of}`,
        'with-rules': 'Once more',
        'without-rules': 'Once more without the rules',
      }[event.purpose];
      const rules = event.rules.length > 0 ? `, with ${plural(event.rules.length, 'rule')}` : '';
      const told = event.toldFailures > 0 ? `, told which ${event.toldFailures === 1 ? 'test' : 'tests'} failed` : '';
      return paint.bold(`${what}${rules}${told}`);
    }
    case 'agent':
      return paint.dim(line(`  ${event.event.kind === 'tool' ? '›' : '·'} ${event.event.text}`));
    case 'agent-ended':
      return line(`  agent: ${describeAgent(event.run)}`);
    case 'tests': {
      const lost = event.lostTests > 0 ? `; ${plural(event.lostTests, 'test')} fewer than before` : '';
      const text = line(`  tests: ${describeTests(event.tests)}${lost}`);
      return event.tests.outcome === 'passed' && event.lostTests === 0 ? paint.green(text) : paint.red(text);
    }
    case 'reviewing':
      return paint.dim(line('… having the change reviewed'));
    case 'reviewed':
      return event.findings.length === 0
        ? paint.green(line('  review: nothing serious'))
        : event.findings
            .map(({ severity, problem }) => paint.red(line(`  review: ${problem} (${severity})`)))
            .join('\n');
    case 'teaching':
      return paint.dim(line(`… asking the teacher: ${event.teacher.destination ?? event.teacher.name}`));
    case 'taught':
      return line(
        event.teaching.rule ? `  learned: ${event.teaching.rule.rule}` : `  no rule: ${event.teaching.analysis}`,
      );
    default:
      return paint.yellow(`hardwon: ${stripControls(event.text).replaceAll('\n', ' ')}`);
  }
}

/** Returns `2 passed, 1 failed`, and anything these figures do not include. */
function describeTests({ outcome, passed, failed, skipped, flaky, parsed }: TestFigures): string {
  if (!parsed || outcome === 'errored' || outcome === 'timed-out' || outcome === 'no-tests') return WORDS[outcome];
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `${parts.join(', ')}${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`;
}

const WORDS: Readonly<Record<TestFigures['outcome'], string>> = {
  passed: 'passed',
  failed: 'failed',
  errored: 'stopped before any result',
  'timed-out': 'took too long',
  'no-tests': 'none were found',
};

function describeUncommitted(files: number): string {
  const [stay, them] = files === 1 ? ['stays', 'it'] : ['stay', 'them'];
  return `${plural(files, 'file')} with uncommitted work ${stay} out of it; --with-changes takes ${them} along`;
}

function describeSettings(paths: readonly string[]): string {
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  return `not carried along: ${paths.slice(0, 3).join(', ')}${more}; name what the tests need in loop.copy`;
}

function describeAgent(run: (LoopEvent & { type: 'agent-ended' })['run']): string {
  const figures = [
    ...(run.turns === undefined ? [] : [plural(run.turns, 'turn')]),
    ...(run.costUsd === undefined ? [] : [`$${run.costUsd.toFixed(2)}`]),
    `${Math.round(run.durationMs / 1000)} s`,
  ];
  return `${run.outcome} (${figures.join(', ')})`;
}

function cut(text: string, columns: number): string {
  return text.length > columns ? `${text.slice(0, columns - 1)}…` : text;
}
