import type { ShownTelling } from '../../web/answers/sessions.ts';
import { printRoute } from '../route.ts';
import { Code } from './code.tsx';

/** The lessons that hardwon showed about a call, and their effect. */
export function ToldNote({ tellings }: { tellings: readonly ShownTelling[] }) {
  return (
    <div class="told">
      {tellings.map((telling) => (
        <p key={`${telling.lesson} ${telling.as}`}>
          <span>What hardwon said here</span>
          <ToldWords telling={telling} />
        </p>
      ))}
    </div>
  );
}

/** The form in which a lesson was shown, the lesson itself, and its effect. */
export function ToldWords({ telling: { project, lesson, title, as, came } }: { telling: ShownTelling }) {
  return (
    <span>
      {WAYS[as] ?? as}:{' '}
      <a href={printRoute(['lessons', project, lesson], { show: 'all' })}>
        {lesson}
        {title === undefined ? null : (
          <>
            {' '}
            <Code text={title} />
          </>
        )}
      </a>
      {as === 'session-start' ? null : (
        <span class={`came ${toneOf(came)}`}>{CAME[came ?? ''] ?? 'The effect is unknown.'}</span>
      )}
    </span>
  );
}

/** A short tag for a list, which says that hardwon showed a lesson about a call. */
export function ToldTag({ tellings }: { tellings: readonly ShownTelling[] }) {
  const [first] = tellings;
  if (!first) return null;
  const came = SHORT_CAME[first.came ?? ''];
  return (
    <span
      class={`tag ${toneOf(first.came)}`}
      title={`What hardwon said here: ${tellings.map(({ lesson }) => lesson).join(', ')}`}
    >
      {SHORT_WAYS[first.as] ?? first.as}
      {came === undefined ? '' : `: ${came}`}
    </span>
  );
}

function toneOf(came: string | undefined): string {
  if (came === undefined) return 'accent';
  return came === 'prevented' || came === 'helped' || came === 'heeded' ? 'good' : 'bad';
}

const WAYS: Readonly<Record<string, string>> = {
  advice: 'Note before the call',
  denial: 'Stopped the call',
  rewrite: 'Rewrote the call',
  'known-issue': 'Note after the failure',
  asked: 'Answer to a question',
  'session-start': 'At the start of the session',
};
const SHORT_WAYS: Readonly<Record<string, string>> = {
  advice: 'noted',
  denial: 'stopped',
  rewrite: 'rewritten',
  'known-issue': 'explained',
  asked: 'answered',
};
const CAME: Readonly<Record<string, string>> = {
  prevented: 'The agent followed it, and the call it made instead worked: a mistake prevented.',
  helped: 'The agent followed it, and the next call worked.',
  heeded: 'The agent followed it.',
  ignored: 'The agent ignored it.',
  mistake: 'The agent made the call anyway, and it failed.',
  wrong: 'It was wrong: the call worked unchanged.',
  undone: 'The rewritten call failed.',
};
const SHORT_CAME: Readonly<Record<string, string>> = {
  prevented: 'mistake prevented',
  helped: 'followed',
  heeded: 'followed',
  ignored: 'ignored',
  mistake: 'failed anyway',
  wrong: 'wrong',
  undone: 'failed',
};
