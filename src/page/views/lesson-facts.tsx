import type { ComponentChildren } from 'preact';
import type { LessonDetail } from '../../web/answers/lessons.ts';
import { count, often, percent, pluralise, shortDay } from '../words.ts';

/** The facts about a lesson in addition to its text. */
export function Facts({ lesson }: { lesson: LessonDetail }) {
  const { triggerDetail: trigger, backtest, live } = lesson;
  const matched = trigger ? trigger.failed + trigger.succeeded : 0;
  return (
    <dl class="facts">
      {trigger ? (
        <div class="wide-fact">
          <dt>Trigger</dt>
          <dd>
            <code>
              {trigger.rule}
              {trigger.when ? ` when ${trigger.when}` : ''}
            </code>
            {trigger.error ? (
              <>
                {' '}
                with <code>{trigger.error}</code>
              </>
            ) : null}
            {matched > 0 ? (
              <div class="score">
                <meter min={0} max={matched} value={trigger.failed} aria-label="Matching calls that failed" />
                {count(trigger.failed)} of {pluralise(matched, 'matching call')} failed (
                {percent(trigger.failed, matched)})
              </div>
            ) : null}
          </dd>
        </div>
      ) : null}
      <Fact title="Confidence">
        {lesson.validated ? `${lesson.confidence}, confirmed ${shortDay(lesson.validated)}` : lesson.confidence}
      </Fact>
      <Fact title="Seen">
        {often(lesson.occurrences)} in {pluralise(lesson.sessions, 'session')}
      </Fact>
      {lesson.team ? (
        <Fact title="Team">
          seen by {count(lesson.team.people)} {lesson.team.people === 1 ? 'person' : 'people'} on{' '}
          {pluralise(lesson.team.machines, 'machine')}
        </Fact>
      ) : null}
      <Fact title="Calls lost">{count(lesson.wastedCalls)}</Fact>
      <Fact title="Reach">{lesson.reach}</Fact>
      {lesson.scope.length > 0 ? <Fact title="Scope">{lesson.scope.join(', ')}</Fact> : null}
      <Fact title="Delivered in">{tellDelivery(lesson)}</Fact>
      {backtest ? (
        <Fact title="Backtest">
          would have been shown before {count(backtest.shown)} of {pluralise(backtest.later, 'later failure')}
          {backtest.falseAlarms === undefined
            ? ''
            : `; ${pluralise(backtest.falseAlarms, 'false alarm')} in ${pluralise(backtest.calls, 'call')}`}
        </Fact>
      ) : null}
      {live ? <Fact title="Live">{tellLive(live)}</Fact> : null}
      {lesson.origin ? <Fact title="Origin">{lesson.origin}</Fact> : null}
      {lesson.edited.length > 0 && !lesson.origin ? (
        <Fact title="Edited by hand">{lesson.edited.join(', ')}</Fact>
      ) : null}
      <Fact title="Memory">{lesson.isNew ? 'not saved yet; your first decision or Apply saves it' : 'saved'}</Fact>
    </dl>
  );
}

/** What came of showing a lesson. What never happened is left out. */
function tellLive(live: NonNullable<LessonDetail['live']>): string {
  const rows: [string, number][] = [
    ['shown', live.shown],
    ['followed', live.followed],
    ['worked then', live.helped],
    ['ignored', live.ignored],
    ['failed anyway', live.mistakes],
    ['stopped', live.stopped],
    ['stopped wrongly', live.wrongStops],
    ['prevented', live.prevented],
  ];
  const seen = rows.filter(([, times]) => times > 0).map(([what, times]) => `${what} ${count(times)}×`);
  return seen.length === 0 ? 'not shown yet' : seen.join(', ');
}

function tellDelivery({ promoted, status, onMatch, deliveredIn, awaitedIn, writable }: LessonDetail): string {
  if (promoted) return promoted;
  if (onMatch) return 'no file: hooks show it when a call matches, because in a file it would cost more than it saves';
  if (deliveredIn.length === 0) return status === 'ready' ? 'no file: the budget is full' : 'no file: it is not ready';
  if (!writable) return `no file on this machine; it would go into ${awaitedIn.join(', ')}`;
  const told = deliveredIn.filter((file) => !awaitedIn.includes(file));
  const soon = awaitedIn.length > 0 ? [`${awaitedIn.join(', ')} once you apply the changes`] : [];
  return [...told, ...soon].join(', ');
}

function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
