import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LessonDetail, LessonRow, Lessons, Promotion } from '../../web/answers.ts';
import { ask, part, query, send } from '../api.ts';
import { useLater } from '../hooks.ts';
import { Code } from '../parts/code.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FileDiff } from '../parts/diff.tsx';

export type DialogName = 'edit' | 'reject' | 'promote' | 'merge' | 'resolve';

interface DialogProps {
  lesson: LessonDetail;
  isBusy: boolean;
  onDecide: (body: { action: string; [name: string]: unknown }) => Promise<boolean>;
  onClose: () => void;
}

/** Asks what a decision needs besides. */
export function DecisionDialog({ name, ...props }: DialogProps & { name: DialogName }) {
  switch (name) {
    case 'edit':
      return <EditDialog {...props} />;
    case 'reject':
      return <RejectDialog {...props} />;
    case 'promote':
      return <PromoteDialog {...props} />;
    case 'merge':
      return <MergeDialog {...props} />;
    case 'resolve':
      return <ResolveDialog {...props} />;
  }
}

function Actions({
  isBusy,
  onClose,
  title,
  children,
}: {
  isBusy: boolean;
  onClose: () => void;
  title?: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="dialog-actions">
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      {children}
      {title ? (
        <button type="submit" class="main" disabled={isBusy}>
          {title}
        </button>
      ) : null}
    </div>
  );
}

function EditDialog({ lesson, isBusy, onDecide, onClose }: DialogProps) {
  const [title, setTitle] = useState(lesson.title);
  const [guidance, setGuidance] = useState(lesson.guidance);
  const [pattern, setPattern] = useState(lesson.pattern);
  const [scope, setScope] = useState(lesson.scope.join(', '));
  const save = (event: Event) => {
    event.preventDefault();
    const scopes = scope
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
    void onDecide({ action: 'edit', title, guidance, pattern, scope: scopes });
  };
  return (
    <Dialog title={`Edit ${lesson.id}`} onClose={onClose}>
      <form onSubmit={save}>
        <label class="field">
          Title
          <input value={title} required maxLength={300} onInput={(event) => setTitle(event.currentTarget.value)} />
        </label>
        <label class="field">
          What to do next time
          <textarea
            value={guidance}
            required
            rows={4}
            maxLength={4000}
            onInput={(event) => setGuidance(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          What happened
          <textarea value={pattern} rows={2} maxLength={4000} onInput={(event) => setPattern(event.currentTarget.value)} />
        </label>
        <label class="field">
          Scope <small>paths or globs, separated by commas; empty for everywhere</small>
          <input value={scope} onInput={(event) => setScope(event.currentTarget.value)} />
        </label>
        <p class="quiet">Your words stay: later runs count on, and leave them alone.</p>
        <Actions isBusy={isBusy} onClose={onClose} title="Save" />
      </form>
    </Dialog>
  );
}

function RejectDialog({ lesson, isBusy, onDecide, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const save = (event: Event) => {
    event.preventDefault();
    void onDecide({ action: 'reject', reason });
  };
  return (
    <Dialog title={`Reject ${lesson.id}`} onClose={onClose}>
      <form onSubmit={save}>
        <p>
          <Code text={lesson.title} />
        </p>
        <label class="field">
          Why <small>for those who read the tombstone; may stay empty</small>
          <input value={reason} maxLength={300} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
        <p class="quiet">It leaves the memory with a tombstone, and is not learned again from the same sessions.</p>
        <Actions isBusy={isBusy} onClose={onClose} title="Reject" />
      </form>
    </Dialog>
  );
}

function PromoteDialog({ lesson, isBusy, onDecide, onClose }: DialogProps) {
  const [as, setAs] = useState(lesson.mechanisms[0] ?? 'rule');
  const [plan, setPlan] = useState<Promotion>();
  const [problem, setProblem] = useState<string>();
  const isEarly = lesson.missing.length > 0;
  useEffect(() => {
    let isCurrent = true;
    setProblem(undefined);
    send<Promotion>(`/api/lessons/${part(lesson.project)}/${part(lesson.id)}`, { action: 'promote', as, preview: true })
      .then((answer) => isCurrent && setPlan(answer))
      .catch((error: Error) => {
        if (!isCurrent) return;
        setPlan(undefined);
        setProblem(error.message);
      });
    return () => {
      isCurrent = false;
    };
  }, [as, lesson.project, lesson.id]);
  const save = (event: Event) => {
    event.preventDefault();
    void onDecide({ action: 'promote', as, force: isEarly });
  };
  return (
    <Dialog title={`Promote ${lesson.id}`} onClose={onClose} isWide>
      <form onSubmit={save}>
        <p>
          <Code text={lesson.title} />
        </p>
        <label class="field">
          Promote it to
          <select value={as} onChange={(event) => setAs(event.currentTarget.value)}>
            {lesson.mechanisms.map((name, index) => (
              <option key={name} value={name}>
                {MECHANISMS[name] ?? name}
                {index === 0 ? ' (suits it best)' : ''}
              </option>
            ))}
          </select>
        </label>
        {isEarly ? <p class="banner">It is not due: {lesson.missing.join('; ')}.</p> : null}
        {problem ? <p class="banner bad">{problem}</p> : null}
        {plan?.refusal ? <p class="banner bad">{plan.refusal}</p> : null}
        {plan?.changes.map((change) => (
          <FileDiff key={change.name} change={change} isOpen={!change.name.startsWith('.memory')} />
        ))}
        {plan?.notices.map((notice) => (
          <p key={notice} class="quiet">
            {notice}
          </p>
        ))}
        <Actions
          isBusy={isBusy || !plan || plan.refusal !== undefined}
          onClose={onClose}
          title={isEarly ? 'Promote all the same' : 'Promote'}
        >
          <button type="button" disabled={isBusy} onClick={() => void onDecide({ action: 'keep' })}>
            Keep it a lesson
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}

const MECHANISMS: Readonly<Record<string, string>> = {
  rule: 'an instruction rule',
  adr: 'an architecture decision record',
  test: 'a test guard',
  hook: 'a hook script',
  check: 'a lint or CI check',
};

function MergeDialog({ lesson, isBusy, onDecide, onClose }: DialogProps) {
  const [typed, setTyped] = useState('');
  const search = useLater(typed, 150);
  const [rows, setRows] = useState<LessonRow[]>(lesson.similar);
  const [into, setInto] = useState(lesson.similar[0]?.id ?? '');
  useEffect(() => {
    if (search === '' && lesson.similar.length > 0) return;
    ask<Lessons>(`/api/lessons${query({ project: lesson.project, search, limit: 30, show: 'all' })}`)
      .then((answer) => setRows(answer.rows.filter(({ id }) => id !== lesson.id)))
      .catch(() => setRows([]));
  }, [search, lesson]);
  const save = (event: Event) => {
    event.preventDefault();
    if (into !== '') void onDecide({ action: 'merge', into });
  };
  return (
    <Dialog title={`Merge ${lesson.id} into another lesson`} onClose={onClose}>
      <form onSubmit={save}>
        <label class="field">
          Search
          <input type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <fieldset class="radios">
          <legend>The lesson that stays</legend>
          {rows.map((row) => (
            <label key={row.id}>
              <input type="radio" name="into" value={row.id} checked={row.id === into} onChange={() => setInto(row.id)} />
              <span>
                {row.id}: <Code text={row.title} />
              </span>
            </label>
          ))}
          {rows.length === 0 ? <p class="quiet">No other lesson of this project matches.</p> : null}
        </fieldset>
        <p class="quiet">It keeps its words, and takes on how often {lesson.id} was seen.</p>
        <Actions isBusy={isBusy || into === ''} onClose={onClose} title="Merge" />
      </form>
    </Dialog>
  );
}

function ResolveDialog({ lesson, isBusy, onDecide, onClose }: DialogProps) {
  const parties: LessonRow[] = [lesson, ...lesson.opponents];
  const [keep, setKeep] = useState(lesson.id);
  const save = (event: Event) => {
    event.preventDefault();
    void onDecide(keep === 'both' ? { action: 'resolve', both: true } : { action: 'resolve', keep });
  };
  return (
    <Dialog title="Which one is right?" onClose={onClose}>
      <form onSubmit={save}>
        <fieldset class="radios">
          <legend class="unseen">Which one is right?</legend>
          {parties.map((row) => (
            <label key={row.id}>
              <input type="radio" name="keep" checked={row.id === keep} onChange={() => setKeep(row.id)} />
              <span>
                <b>{row.id}</b> <Code text={row.guidance} />
                <small>
                  {' '}
                  seen {row.occurrences}×, {row.confidence} confidence
                </small>
              </span>
            </label>
          ))}
          <label>
            <input type="radio" name="keep" checked={keep === 'both'} onChange={() => setKeep('both')} />
            <span>Both are</span>
          </label>
        </fieldset>
        <p class="quiet">The one that goes leaves a tombstone.</p>
        <Actions isBusy={isBusy} onClose={onClose} title="Resolve" />
      </form>
    </Dialog>
  );
}
