import { useState } from 'preact/hooks';
import type { Ladder } from '../../../web/answers/overview.ts';
import { sendRequest } from '../../api.ts';
import { noticeOfError } from '../../describe-error.ts';
import { useShell } from '../../shell.ts';
import { ago, count, pluralise } from '../../words.ts';

/** The steps of the last backtest, with a button to run one. */
export function BacktestCard({ ladder }: { ladder: Ladder | undefined }) {
  const { status, notify } = useShell();
  const [fresh, setFresh] = useState<Ladder>();
  const [isRunning, setRunning] = useState(false);
  // Another window may have run it since.
  const shown = fresh && fresh.at > (ladder?.at ?? '') ? fresh : ladder;
  const run = async () => {
    setRunning(true);
    try {
      setFresh(await sendRequest<Ladder>('/api/backtest', {}));
    } catch (error) {
      notify(noticeOfError(error));
    }
    setRunning(false);
  };
  return (
    <section class="card" aria-labelledby="ladder">
      <div class="card-head">
        <h2 id="ladder">Backtest</h2>
        {status.readOnly ? null : (
          <button type="button" onClick={run} disabled={isRunning}>
            {isRunning ? 'Replaying…' : shown ? 'Run again' : 'Run it'}
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
                <i aria-hidden="true" style={{ width: `${(value / Math.max(1, shown.steps[0]?.count ?? 1)) * 100}%` }} />
              </li>
            ))}
          </ol>
          <p class="quiet">
            {shown.verdict === 'measured' ? '' : `Not enough data: ${shown.reason ?? ''}. `}
            Replayed {pluralise(shown.sessions, 'session')} {ago(shown.at)}, over all projects. {shown.falseAlarmsPer1000} false
            alarms per 1,000 calls; {pluralise(shown.tokensPerSession, 'token')} at the start of a session. It says what would
            have been shown, not what would have been heeded.
          </p>
        </>
      ) : (
        <p class="quiet">
          Would the lessons have been of any use? A backtest learns from the sessions before each moment, replays what came after,
          and counts what would have been shown in time. It takes some seconds and changes nothing.
          {status.readOnly ? ' Run hardwon backtest --all in a terminal.' : ''}
        </p>
      )}
    </section>
  );
}
