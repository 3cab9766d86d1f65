import { useState } from 'preact/hooks';
import type { LessonDetail } from '../../web/answers/lessons.ts';
import type { Excerpt } from '../../web/answers/sessions.ts';
import { printRoute } from '../route.ts';
import { pluralise, shortMoment } from '../words.ts';
import { CallCard, CallRow } from './call.tsx';
import { Difference } from './difference.tsx';
import { Said } from './said.tsx';

/** The sessions behind a lesson: the newest with the calls around the failure and its fix. */
export function Excerpts({ lesson: { excerpts, evidence, origin } }: { lesson: LessonDetail }) {
  const [at, setAt] = useState(0);
  const excerpt = excerpts[at];
  if (!excerpt)
    return (
      <p class="quiet">
        {origin ? `No session is recorded for this lesson: ${origin}.` : 'No session is recorded for this lesson.'}
      </p>
    );
  return (
    <div class="excerpts">
      {excerpts.length > 1 ? (
        <fieldset class="tabs small" aria-label="Which session">
          {excerpts.map(({ at: time }, index) => (
            <button key={index} type="button" aria-pressed={index === at} onClick={() => setAt(index)}>
              {shortMoment(time)}
            </button>
          ))}
          {evidence.length > excerpts.length ? (
            <span class="quiet">and {evidence.length - excerpts.length} more</span>
          ) : null}
        </fieldset>
      ) : null}
      <ExcerptCard excerpt={excerpt} key={`${excerpt.session} ${excerpt.at}`} />
    </div>
  );
}

function ExcerptCard({ excerpt }: { excerpt: Excerpt }) {
  const { calls, messages, failed, fix, agent, session, at, difference } = excerpt;
  if (calls.length === 0)
    return (
      <p class="quiet">
        The log of this session ({agent}, {shortMoment(at)}) no longer exists. The lesson stays.
      </p>
    );
  const between = (index: number) => {
    const before = calls[index - 1];
    const call = calls[index];
    return before && call ? call.index - before.index - 1 : 0;
  };
  return (
    <>
      {difference ? <Difference pieces={difference} /> : null}
      {calls.map((call, index) => (
        <div key={call.id}>
          {between(index) > 0 ? <p class="gap quiet">{pluralise(between(index), 'call')} left out</p> : null}
          {messages
            .filter((message) => message.index === call.index)
            .map((message) => (
              <Said key={message.at} text={message.text} />
            ))}
          {call.index === failed || call.index === fix || failed === undefined ? (
            <CallCard call={call} as={call.index === failed ? 'failed' : call.index === fix ? 'fix' : undefined} />
          ) : (
            <CallRow call={call} />
          )}
        </div>
      ))}
      {messages
        .filter((message) => message.index > (calls.at(-1)?.index ?? 0))
        .map((message) => (
          <Said key={message.at} text={message.text} />
        ))}
      <p>
        <a href={printRoute(['session', agent, session], { call: String(failed ?? calls[0]?.index ?? 0) })}>
          Open the session of {shortMoment(at)}
        </a>
      </p>
    </>
  );
}
