import { useEffect, useRef } from 'preact/hooks';
import type { ReportPreview } from '../../web/answers/reports.ts';
import { submitOnCtrlEnter } from '../parts/dialog.tsx';
import { DiffView } from '../parts/diff.tsx';
import type { PageNotice } from '../shell.ts';

const TYPES: readonly [value: string, title: string, meaning: string][] = [
  ['planning_error', 'Planning', 'the wrong approach, or a requirement misunderstood'],
  ['integration_error', 'Integration', 'something that existed was overlooked or built twice'],
  ['workflow_error', 'Workflow', 'a workflow or pipeline was wrong'],
  ['architecture_error', 'Architecture', 'the wrong pattern, layer or direction'],
  ['scope_error', 'Scope', 'too much was done, or too little'],
  ['config_error', 'Configuration', 'a setting, variable or permission was wrong'],
  ['test_failure', 'Tests', 'tests failed after a change'],
  ['other', 'Other', 'anything else'],
];

/** An empty report. */
export const NOTHING = { type: 'workflow_error', description: '', context: '', task: '', file: '' };

/** The person's description of a failure. */
export type Form = typeof NOTHING;
/** The fields of a rule, which the person may edit. */
export type RuleFields = NonNullable<ReportPreview['rule']>;

/** The fields that the person fills in. */
export function FailureFields({ form, file, onChange }: { form: Form; file: string; onChange: (form: Form) => void }) {
  const set = (name: keyof Form) => (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    onChange({ ...form, [name]: value });
  };
  return (
    <>
      <fieldset class="types">
        <legend>Kind of failure</legend>
        {TYPES.map(([value, title, meaning]) => (
          <label key={value}>
            <input type="radio" name="type" value={value} checked={form.type === value} onChange={set('type')} />
            <span>
              <b>{title}</b>
              <small>{meaning}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <label class="field">
        What went wrong?
        <textarea required rows={3} maxLength={2000} value={form.description} onInput={set('description')} />
      </label>
      <label class="field">
        What should the agent have done?{' '}
        <small>name a path, command or check: “Run make seed-db before npm test”</small>
        <textarea rows={2} maxLength={2000} value={form.context} onInput={set('context')} />
      </label>
      <div class="field-pair">
        <label class="field">
          Task <small>optional</small>
          <input maxLength={300} value={form.task} onInput={set('task')} />
        </label>
        <label class="field">
          Applies to
          <select value={file} onChange={set('file')}>
            <option value="project">this project</option>
            <option value="user">all of my projects</option>
          </select>
        </label>
      </div>
    </>
  );
}

/** The rule, to read and edit before it is kept. */
export function RuleForm({
  rule,
  analysis,
  changes,
  notices,
  problem,
  isBusy,
  onChange,
  onBack,
  onKeep,
}: {
  rule: RuleFields;
  analysis: string;
  /** The changes for keeping the rule as it is; undefined if it was edited since. */
  changes: ReportPreview['changes'] | undefined;
  notices: readonly string[];
  problem: PageNotice | undefined;
  isBusy: boolean;
  onChange: (rule: RuleFields) => void;
  onBack: () => void;
  onKeep: () => Promise<void>;
}) {
  const first = useRef<HTMLTextAreaElement>(null);
  // The form that had the focus is gone.
  useEffect(() => first.current?.focus(), []);
  const set = (name: keyof RuleFields) => (event: Event) =>
    onChange({ ...rule, [name]: (event.currentTarget as HTMLTextAreaElement).value });
  return (
    <form
      class="card"
      aria-label="The rule"
      onKeyDown={submitOnCtrlEnter}
      onSubmit={(event) => {
        event.preventDefault();
        void onKeep();
      }}
    >
      <p>{analysis}</p>
      {notices.map((notice) => (
        <p key={notice} class="quiet">
          {notice}
        </p>
      ))}
      <label class="field">
        Rule <small>what to do</small>
        <textarea ref={first} required rows={3} maxLength={400} value={rule.rule} onInput={set('rule')} />
      </label>
      <label class="field">
        When <small>where it applies</small>
        <textarea rows={2} maxLength={200} value={rule.when} onInput={set('when')} />
      </label>
      <label class="field">
        Why <small>what goes wrong without it</small>
        <textarea rows={2} maxLength={300} value={rule.why} onInput={set('why')} />
      </label>
      <ProblemField problem={problem} />
      {changes && changes.length > 0 ? <h2>Changes to your files</h2> : null}
      {changes?.map((change) => (
        <DiffView key={change.name} change={change} isOpen />
      ))}
      <div class="dialog-actions">
        <button type="button" onClick={onBack}>
          Back
        </button>
        <button type="submit" class="main" disabled={isBusy}>
          {changes && !problem ? 'Save the rule' : 'Show the changes'}
        </button>
      </div>
    </form>
  );
}

/** Shows the problem, if there is one. */
export function ProblemField({ problem }: { problem: PageNotice | undefined }) {
  if (!problem) return null;
  return (
    <p class="banner bad" role="alert">
      {problem.text} {problem.hint}
    </p>
  );
}
