import { useState } from 'preact/hooks';
import type { CaseDetail, JudgedProposal } from '../../web/answers/cases.ts';
import type { Done } from '../../web/answers/changes.ts';
import { sendRequest } from '../api.ts';
import { submitOnCtrlEnter } from '../parts/dialog.tsx';
import { printRoute } from '../route.ts';
import { tellDone, useAttempt, useShell } from '../shell.ts';
import { ProblemField } from './report-form.tsx';

const NOTHING = { guidance: '', wrong: '', right: '', rule: '', error: '' };

const FIELDS: readonly [name: keyof typeof NOTHING, title: string, note: string][] = [
  ['wrong', 'Wrong', 'as typed; optional'],
  ['right', 'Right', 'as typed; optional'],
  ['rule', 'Say it before calls like', 'Bash(npm test *); if empty, at the start of a session'],
  ['error', 'Only after an error with the words', 'optional'],
];

/** A form in which a person explains a case; history is asked before it becomes a lesson. */
export function ExplainForm({ project, one }: { project: string; one: CaseDetail }) {
  const { notify, write } = useShell();
  const [form, setForm] = useState(NOTHING);
  const [answer, setAnswer] = useState<JudgedProposal>();
  const { isBusy, problem, attempt } = useAttempt();
  const set = (name: keyof typeof NOTHING) => (event: Event) => {
    setForm({ ...form, [name]: (event.currentTarget as HTMLInputElement | HTMLTextAreaElement).value });
    // The answer was about other words.
    setAnswer(undefined);
  };
  const send = (keep: boolean) =>
    attempt(async () => {
      const { rule, error, ...words } = form;
      const body = { project, case: one.id, ...words, trigger: rule.trim() ? { rule, error } : undefined, keep };
      if (!keep) return setAnswer(await sendRequest<JudgedProposal>('/api/proposals', body));
      const done = (await write('/api/proposals', body)) as JudgedProposal & Done;
      notify(tellDone(done, project));
      setForm(NOTHING);
      setAnswer(done);
    });
  return (
    <form
      class="card"
      onKeyDown={submitOnCtrlEnter}
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <label class="field">
        What should an agent do? <small>one or two sentences, with commands and paths in backticks</small>
        <textarea required rows={3} maxLength={600} value={form.guidance} onInput={set('guidance')} />
      </label>
      <div class="field-pair">
        {FIELDS.map(([name, title, note]) => (
          <label key={name} class="field">
            {title} <small>{note}</small>
            <input required={name === 'rule' && form.error !== ''} value={form[name]} onInput={set(name)} />
          </label>
        ))}
      </div>
      <div role="status">{answer ? <Answer answer={answer} project={project} /> : null}</div>
      <ProblemField problem={problem} />
      <div class="dialog-actions">
        {one.writable ? null : <p class="quiet">This project is not on this machine: no lesson can be kept.</p>}
        <button type="submit" class={answer ? '' : 'main'} disabled={isBusy}>
          Check
        </button>
        {answer && !answer.lesson && !answer.verdict.refusal && one.writable ? (
          <button type="button" class="main" disabled={isBusy} onClick={() => void send(true)}>
            Keep
          </button>
        ) : null}
      </div>
    </form>
  );
}

const TONES = { ok: 'good', unproven: 'watching', note: '', refused: 'bad' };
const STATES = {
  proven: 'History agrees.',
  unproven: 'Not proven; you can keep it all the same.',
  refused: 'History objects; you can keep it all the same.',
};

function Answer({ answer: { verdict, lesson }, project }: { answer: JudgedProposal; project: string }) {
  if (lesson)
    return (
      <p>
        Kept as <a href={printRoute(['lessons', project, lesson], { show: 'all' })}>{lesson}</a>
      </p>
    );
  const { state, checks, refusal } = verdict;
  return (
    <>
      <p>
        <b>{refusal ? `It cannot be kept: ${refusal}.` : STATES[state]}</b>
      </p>
      <ul class="checks">
        {checks.map(({ name, result, says }) => (
          <li key={name}>
            <span class={`tag ${TONES[result]}`}>{result === 'unproven' ? 'not proven' : result}</span> {name}: {says}
          </li>
        ))}
      </ul>
    </>
  );
}
