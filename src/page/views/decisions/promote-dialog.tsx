import { useEffect, useState } from 'preact/hooks';
import type { Promotion } from '../../../web/answers/changes.ts';
import { part, sendRequest } from '../../api.ts';
import { Code } from '../../parts/code.tsx';
import { DiffView } from '../../parts/diff.tsx';
import type { DialogProps } from './decision-dialog.tsx';
import { DecisionForm } from './decision-form.tsx';

/** Asks for the form to promote a lesson to, and shows the changes. */
export function PromoteDialog({ lesson, ...props }: DialogProps) {
  const [as, setAs] = useState(lesson.mechanisms[0] ?? 'rule');
  const [plan, setPlan] = useState<Promotion>();
  const [problem, setProblem] = useState<string>();
  const isEarly = lesson.missing.length > 0;
  useEffect(() => {
    let isCurrent = true;
    // Only changes that are visible can be written.
    setPlan(undefined);
    setProblem(undefined);
    sendRequest<Promotion>(`/api/lessons/${part(lesson.project)}/${part(lesson.id)}`, {
      action: 'promote',
      as,
      preview: true,
    })
      .then((answer) => isCurrent && setPlan(answer))
      .catch((error: Error) => {
        if (isCurrent) setProblem(error.message);
      });
    return () => {
      isCurrent = false;
    };
  }, [as, lesson.project, lesson.id]);
  return (
    <DecisionForm
      {...props}
      title={`Promote ${lesson.id}`}
      button={isEarly ? 'Promote anyway' : 'Promote'}
      decision={{ action: 'promote', as, force: isEarly }}
      isBusy={props.isBusy || !plan || plan.refusal !== undefined}
      isWide
      other={
        <button type="button" disabled={props.isBusy} onClick={() => void props.onDecide({ action: 'keep' })}>
          Keep as a lesson
        </button>
      }
    >
      <p>
        <Code text={lesson.title} />
      </p>
      <label class="field">
        Promote to
        <select value={as} onChange={(event) => setAs(event.currentTarget.value)}>
          {lesson.mechanisms.map((name, index) => (
            <option key={name} value={name}>
              {MECHANISMS[name] ?? name}
              {index === 0 ? ' (recommended)' : ''}
            </option>
          ))}
        </select>
      </label>
      {isEarly ? <p class="banner">Not due yet: {lesson.missing.join('; ')}.</p> : null}
      {plan || problem ? null : <p class="quiet" aria-busy="true" />}
      {problem ? <p class="banner bad">{problem}</p> : null}
      {plan?.refusal ? <p class="banner bad">{plan.refusal}</p> : null}
      {plan?.changes.map((change) => (
        <DiffView key={change.name} change={change} isOpen={!change.name.startsWith('.memory')} />
      ))}
      {plan?.notices.map((notice) => (
        <p key={notice} class="quiet">
          {notice}
        </p>
      ))}
    </DecisionForm>
  );
}

const MECHANISMS: Readonly<Record<string, string>> = {
  rule: 'an instruction rule',
  adr: 'an architecture decision record',
  test: 'a test guard',
  hook: 'a hook script',
  check: 'a lint or CI check',
  skill: 'an amended skill',
};
