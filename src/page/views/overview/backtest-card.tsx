import { useState } from 'preact/hooks';
import type { Ladder, Overview } from '../../../web/answers/overview.ts';
import { sendRequest } from '../../api.ts';
import { noticeOfError } from '../../describe-error.ts';
import { useShell } from '../../shell.ts';
import { ago, count, pluralise } from '../../words.ts';

/** The steps of the last backtest, which runs by itself; a button runs it again. */
export function BacktestCard({ overview: { backtest: ladder, replaying, backtestProblem } }: { overview: Overview }) {
  const { status, notify } = useShell();
  const [fresh, setFresh] = useState<Ladder>();
  const [isAsked, setAsked] = useState(false);
  const isRunning = isAsked || replaying === true;
  // Another window may have run it since.
  const shown = fresh && fresh.at > (ladder?.at ?? '') ? fresh : ladder;
  const run = async () => {
    setAsked(true);
    try {
      setFresh(await sendRequest<Ladder>('/api/backtest', {}));
    } catch (error) {
      notify(noticeOfError(error));
    }
    setAsked(false);
  };
  return (
    <section class="card" aria-labelledby="ladder">
      <div class="card-head">
        <h2 id="ladder">How this was measured</h2>
        {status.readOnly ? null : (
          <button type="button" onClick={run} disabled={isRunning || status.partial}>
            {isRunning ? 'Replaying…' : 'Run again'}
          </button>
        )}
      </div>
      {shown ? (
        <>
          <ol class="ladder">
            {shown.steps.map(({ name, count: value, meaning }) => (
              <li key={name}>
                <b>{count(value)}</b>
                <span>{meaning}</span>
                <i
                  aria-hidden="true"
                  style={{ width: `${(value / Math.max(1, shown.steps[0]?.count ?? 1)) * 100}%` }}
                />
              </li>
            ))}
          </ol>
          <p class="quiet">
            {shown.verdict === 'measured' ? '' : `Not enough data: ${shown.reason ?? ''}. `}
            Replayed {pluralise(shown.sessions, 'session')} of all projects {ago(shown.at)}. Per 1,000 calls,{' '}
            {shown.falseAlarmsPer1000} false alarms; {pluralise(shown.tokensPerSession, 'token')} at the start of a
            session. The figures show what the agent would have been told, not whether it would have listened.
          </p>
        </>
      ) : backtestProblem === undefined ? (
        <p class="quiet">
          A backtest replays your sessions, each with only the lessons known before it began, and counts the failures
          that had a lesson in time. It runs by itself and changes nothing.
        </p>
      ) : (
        <p class="banner">{backtestProblem}</p>
      )}
    </section>
  );
}
