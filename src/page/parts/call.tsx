import { useState } from 'preact/hooks';
import type { ShownCall } from '../../web/answers/sessions.ts';
import { ask, part } from '../api.ts';
import { printRoute } from '../route.ts';
import { clock, count, plain, took } from '../words.ts';
import { Code } from './code.tsx';
import { EditLines } from './edit-lines.tsx';
import { Folded } from './folded.tsx';
import { Said } from './said.tsx';
import { ToldNote } from './told.tsx';

/** A call with its output. */
export function CallCard({ call, as }: { call: ShownCall; as?: 'failed' | 'fix' | undefined }) {
  return (
    <article class={`call ${as ?? ''} ${toneOf(call)}`}>
      <header>
        <OutcomeMark call={call} />
        <b>{call.name}</b>
        {call.kind && call.kind !== 'other' ? <span class="tag bad">{plain(call.kind)}</span> : null}
        {as === 'fix' ? <span class="tag good">what worked</span> : null}
        <span class="quiet">
          {clock(call.at)}
          {call.took === undefined ? '' : `, ${took(call.took)}`}
        </span>
        <a class="quiet" href={printRoute(['session', call.agent, call.session], { call: String(call.index) })}>
          #{call.index + 1}
        </a>
      </header>
      <div class="input">
        <Folded text={call.input} keep="start" />
      </div>
      {call.edit && call.edit.length > 0 ? <EditLines lines={call.edit} /> : null}
      {call.said ? <Said text={call.said} /> : null}
      <Output call={call} />
      {call.told ? <ToldNote tellings={call.told} /> : null}
      {call.fixedBy !== undefined || call.fixes || call.lesson ? (
        <footer>
          {call.fixedBy === undefined ? null : (
            <a href={printRoute(['session', call.agent, call.session], { call: String(call.fixedBy) })}>
              Fixed by call #{call.fixedBy + 1}
            </a>
          )}
          {call.fixes?.map((index) => (
            <a key={index} href={printRoute(['session', call.agent, call.session], { call: String(index) })}>
              Fixed call #{index + 1}
            </a>
          ))}
          {call.lesson ? (
            <a href={printRoute(['lessons', call.lesson.project, call.lesson.id], { show: 'all' })}>
              {call.lesson.id}: <Code text={call.lesson.title} />
            </a>
          ) : null}
        </footer>
      ) : null}
    </article>
  );
}

/** A less important call on one line, which expands on request. */
export function CallRow({ call }: { call: ShownCall }) {
  return (
    <details class="call-line">
      <summary>
        <OutcomeMark call={call} />
        <b>{call.name}</b>
        <code>{call.input.split('\n')[0]}</code>
      </summary>
      <CallCard call={call} />
    </details>
  );
}

/** The outcome of a call: a symbol and a word. */
export function OutcomeMark({ call }: { call: Pick<ShownCall, 'outcome' | 'kind'> }) {
  return (
    <span class={`outcome ${toneOf(call)}`}>
      <i aria-hidden="true" />
      <span class="unseen">{call.outcome}</span>
    </span>
  );
}

export function toneOf({ outcome }: Pick<ShownCall, 'outcome'>): string {
  if (outcome === 'ok') return 'good';
  if (outcome === 'failed') return 'bad';
  return outcome === 'rejected' || outcome === 'blocked' ? 'refused' : 'other';
}

/** The output, folded if it is long; the full text is read again from the log. */
function Output({ call }: { call: ShownCall }) {
  const [isOpen, setOpen] = useState(false);
  const [whole, setWhole] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const text = whole ?? call.output;
  if (text === '') return null;
  const isCut = whole === undefined && call.outputLength > call.output.length;
  const load = async () => {
    try {
      const answer = await ask<{ output: string }>(`/api/calls/${part(call.agent)}/${part(call.id)}`);
      setWhole(answer.output);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div class="output">
      <Folded text={text} keep="ends" line={call.outcome === 'ok' ? undefined : call.diagnostic} onOpen={setOpen}>
        {isOpen && isCut && !problem ? (
          <button type="button" class="bare" onClick={load}>
            Load all {count(call.outputLength)} characters from the log
          </button>
        ) : null}
        {problem ? <span class="quiet">{problem}</span> : null}
      </Folded>
    </div>
  );
}
