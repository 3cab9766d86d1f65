import type { ComponentChildren } from 'preact';
import type { Totals } from '../../../web/answers/overview.ts';
import { count, duration, percent } from '../../words.ts';

/** The totals, each with what is counted. */
export function Tiles({ totals, before }: { totals: Totals; before: Totals | undefined }) {
  return (
    <div class="tiles">
      <Tile title="Failed calls" value={count(totals.failures)} note={compare(totals, before)}>
        {describeFailures(totals)}
      </Tile>
      <Tile title="Calls lost" value={count(totals.lostCalls)}>
        From each failure to the call that fixed it, if known.
      </Tile>
      <Tile
        title="Time lost"
        value={totals.lostCalls > 0 && totals.lostMinutes === 0 ? '< 1 min' : duration(totals.lostMinutes)}
      >
        Between the same calls. A pause counts as ten minutes at most.
      </Tile>
      <Tile title="Refused calls" value={count(totals.rejected + totals.blocked)}>
        {describeRefusals(totals)}
      </Tile>
    </div>
  );
}

function Tile({
  title,
  value,
  note,
  children,
}: {
  title: string;
  value: string;
  note?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <section class="tile">
      <h2>{title}</h2>
      <p class="tile-value">
        {value} {note ? <small>{note}</small> : null}
      </p>
      <p class="quiet">{children}</p>
    </section>
  );
}

/** Compares the share of failed calls with that of the period before, without claiming a reason. */
function compare(totals: Totals, before: Totals | undefined): string {
  const share = percent(totals.failures, totals.calls);
  if (!before || before.calls === 0) return share;
  return `${share}, before ${percent(before.failures, before.calls)}`;
}

/** Mentions only numbers above zero. */
function describeFailures({ failures, work, unflagged }: Totals): string {
  const parts = [
    ...(work > 0
      ? [`${count(work)} ${work === 1 ? 'is a failing test or check' : 'are failing tests and checks'}`]
      : []),
    ...(unflagged > 0 ? [`${count(unflagged)} had no error flag`] : []),
  ];
  if (parts.length === 0)
    return failures === 0 ? 'Every call worked.' : 'Calls that failed, by their flag or their output.';
  return `${parts.join(', ')}.`;
}

function describeRefusals({ rejected, blocked }: Totals): string {
  const parts = [
    ...(rejected > 0 ? [`${count(rejected)} by you`] : []),
    ...(blocked > 0 ? [`${count(blocked)} by hooks and rules`] : []),
  ];
  return parts.length === 0 ? 'Neither you nor a hook refused a call.' : `${parts.join(', ')}.`;
}
