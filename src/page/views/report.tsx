import { useState } from 'preact/hooks';
import type { Done } from '../../web/answers.ts';
import { Refusal, send } from '../api.ts';
import { Empty } from '../parts/waiting.tsx';
import { useShell } from '../shell.ts';

const TYPES: readonly [value: string, title: string, meaning: string][] = [
  ['planning_error', 'Planning', 'the plan was wrong, or a step was missing'],
  ['integration_error', 'Integration', 'parts did not fit together'],
  ['workflow_error', 'Workflow', 'steps in the wrong order, or one left out'],
  ['architecture_error', 'Architecture', 'code in the wrong place, or against the design'],
  ['scope_error', 'Scope', 'more or less was done than was asked'],
  ['config_error', 'Configuration', 'a setting, a key or a file was wrong'],
  ['test_failure', 'Tests', 'tests that should have been green were not'],
  ['other', 'Other', 'anything else'],
];

const NOTHING = { type: 'workflow_error', description: '', context: '', task: '', file: 'project' };

/** A person reports what no log shows: it becomes a lesson. */
export function Report() {
  const { status, notify, route } = useShell();
  const projects = status.projects.filter(({ writable }) => writable);
  const [project, setProject] = useState(route.query.project ?? status.here ?? projects[0]?.id ?? '');
  const [form, setForm] = useState(NOTHING);
  const [problem, setProblem] = useState<{ text: string; hint?: string | undefined }>();
  const [isBusy, setBusy] = useState(false);
  if (status.readOnly || projects.length === 0)
    return (
      <Empty title={status.readOnly ? 'This page is read only' : 'No project to report for'} isWhole>
        <p>
          {status.readOnly ? 'Start it without --read-only to report a failure.' : 'None of the projects is on this machine.'}
        </p>
      </Empty>
    );
  const set = (name: keyof typeof NOTHING) => (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    setForm({ ...form, [name]: value });
  };
  const save = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const done = await send<Done>('/api/report', { ...form, project });
      notify({ text: done.said, undo: project });
      setForm({ ...NOTHING, type: form.type, file: form.file });
    } catch (error) {
      const hint = error instanceof Refusal ? error.hint : undefined;
      setProblem({ text: error instanceof Error ? error.message : String(error), hint });
    }
    setBusy(false);
  };
  return (
    <div class="column narrow">
      <div class="head">
        <h1>Report a failure</h1>
      </div>
      <p class="quiet intro">
        For what no log shows: work that was green and still wrong. It becomes a lesson of the project, in your words; secrets are
        taken out of them.
      </p>
      <form class="card" onSubmit={save}>
        <label class="field">
          Project
          <select value={project} onChange={(event) => setProject(event.currentTarget.value)}>
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <fieldset class="types">
          <legend>What kind of failure</legend>
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
          What went wrong
          <textarea required rows={3} maxLength={2000} value={form.description} onInput={set('description')} />
        </label>
        <label class="field">
          What should have been done <small>name the path, command or check: “Run make seed-db before npm test”</small>
          <textarea rows={2} maxLength={2000} value={form.context} onInput={set('context')} />
        </label>
        <div class="field-pair">
          <label class="field">
            The task <small>may stay empty</small>
            <input maxLength={300} value={form.task} onInput={set('task')} />
          </label>
          <label class="field">
            The rule is for
            <select value={form.file} onChange={set('file')}>
              <option value="project">this project</option>
              <option value="user">all of my projects</option>
            </select>
          </label>
        </div>
        {problem ? (
          <p class="banner bad" role="alert">
            {problem.text} {problem.hint}
          </p>
        ) : null}
        <div class="dialog-actions">
          <button type="submit" class="main" disabled={isBusy}>
            Save the lesson
          </button>
        </div>
      </form>
    </div>
  );
}
