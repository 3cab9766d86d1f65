import type { Excerpt, ShownCall, ShownMessage } from '../../web/answers/sessions.ts';
import { part } from '../api.ts';
import { useAnswer } from '../hooks.ts';
import { CallCard } from '../parts/call.tsx';
import { Difference } from '../parts/difference.tsx';
import { Said } from '../parts/said.tsx';
import { useShell } from '../shell.ts';
import { pluralise } from '../words.ts';

/** The chosen call; if it failed and was fixed, with the successful call and the differences. */
export function ChosenCall({ call, messages }: { call: ShownCall; messages: readonly ShownMessage[] }) {
  const { status } = useShell();
  const isFixed = call.fixedBy !== undefined;
  const path = `/api/sessions/${part(call.agent)}/${part(call.session)}/recoveries/${call.index}`;
  const { value } = useAnswer<Excerpt>(isFixed ? path : undefined, status.version);
  // The previous answer belongs to another call.
  const recovery = value?.failed === call.index ? value : undefined;
  const fix = recovery?.calls.find(({ index }) => index === call.fixedBy);
  const between = (call.fixedBy ?? call.index) - call.index - 1;
  return (
    <div class="chosen-call">
      <h1 class="unseen">Call {call.index + 1}</h1>
      {messages.map((message) => (
        <Said key={message.at} text={message.text} isShort />
      ))}
      {recovery?.difference ? <Difference pieces={recovery.difference} /> : null}
      <CallCard call={call} as={isFixed ? 'failed' : undefined} />
      {call.diagnostic && call.outcome === 'failed' && !isFixed ? (
        <p>
          Reason: <code>{call.diagnostic}</code>
        </p>
      ) : null}
      {call.outcome === 'failed' && !isFixed ? (
        <p class="quiet">No later call in this session is known to have fixed it.</p>
      ) : null}
      {fix ? (
        <>
          {between > 0 ? <p class="gap quiet">{pluralise(between, 'call')} in between</p> : null}
          <CallCard call={fix} as="fix" />
        </>
      ) : null}
    </div>
  );
}
