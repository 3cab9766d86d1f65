import type { ShownTelling } from '../../web/answers/sessions.ts';
import { printRoute } from '../route.ts';
import { Code } from './code.tsx';

/** The lessons that hardwon showed about a call, and their effect. */
export function ToldNote({ tellings }: { tellings: readonly ShownTelling[] }) {
  return (
    <div class="told">
      {tellings.map((telling) => (
        <p key={`${telling.lesson} ${telling.as}`}>
          <span>hardwon said this here</span>
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
        <span class={`came ${toneOf(came)}`}>{CAME[came ?? ''] ?? 'What came of it is not known.'}</span>
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
      title={`hardwon said this here: ${tellings.map(({ lesson }) => lesson).join(', ')}`}
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
  advice: 'a note before the call',
  denial: 'the call was stopped',
  rewrite: 'other words were run in its place',
  'known-issue': 'a note after the failure',
  asked: 'it was asked for',
  'session-start': 'when the session started',
};
const SHORT_WAYS: Readonly<Record<string, string>> = {
  advice: 'noted',
  denial: 'stopped',
  rewrite: 'rewritten',
  'known-issue': 'told',
  asked: 'asked',
};
const CAME: Readonly<Record<string, string>> = {
  prevented: 'It was heeded, and what was made in its place went well: a mistake prevented.',
  helped: 'It was heeded, and that call went well.',
  heeded: 'It was heeded.',
  ignored: 'It was not heeded.',
  mistake: 'The mistake was made all the same.',
  wrong: 'It was wrong: the call went well as it was.',
  undone: 'The other words failed.',
};
const SHORT_CAME: Readonly<Record<string, string>> = {
  prevented: 'prevented',
  helped: 'heeded',
  heeded: 'heeded',
  ignored: 'not heeded',
  mistake: 'mistake',
  wrong: 'wrong',
  undone: 'failed',
};
