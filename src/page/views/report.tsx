import { useEffect, useRef, useState } from 'preact/hooks';
import type { AskedTeacher, ReportPreview } from '../../web/answers/reports.ts';
import { query, sendRequest } from '../api.ts';
import { useAnswer } from '../hooks.ts';
import { submitOnCtrlEnter } from '../parts/dialog.tsx';
import { Empty } from '../parts/waiting.tsx';
import { tellDone, useAttempt, useShell } from '../shell.ts';
import { FailureFields, NOTHING, ProblemField, type RuleFields, RuleForm } from './report-form.tsx';

/** A form to report a failure that no log shows: a teacher turns it into a rule, which the person reads before it is kept. */
export function ReportFailureView() {
  const { status, notify, route, write } = useShell();
  const projects = status.projects.filter(({ writable }) => writable);
  // The project of the folder that the server was started in; if there is none, the person chooses.
  const [project, setProject] = useState(() => {
    const only = projects.length === 1 ? projects[0]?.id : undefined;
    return [route.query.project, status.here, only].find((id) => projects.some((each) => each.id === id)) ?? '';
  });
  const [form, setForm] = useState(NOTHING);
  const [rule, setRule] = useState<RuleFields>();
  const [taught, setTaught] = useState<ReportPreview>();
  const { isBusy, problem, setProblem, attempt } = useAttempt();
  const isOpen = !status.readOnly && projects.length > 0;
  const asked = useAnswer<AskedTeacher>(
    isOpen && project !== '' ? `/api/teacher${query({ project, type: form.type })}` : undefined,
    status.version,
  );
  const place = useRef<HTMLDivElement>(null);
  const wasRule = useRef(false);
  // The form that had the focus is gone.
  useEffect(() => {
    if (wasRule.current && !rule) place.current?.querySelector('textarea')?.focus();
    wasRule.current = rule !== undefined;
  }, [rule]);
  if (!isOpen)
    return (
      <Empty title={status.readOnly ? 'This page is read-only' : 'No project to report for'} isWhole>
        <p>
          {status.readOnly
            ? 'Start it without --read-only to report a failure.'
            : 'None of the projects is on this machine.'}
        </p>
      </Empty>
    );
  // The previous teacher is not the one that would be asked now.
  const teacher = asked.isLoading ? undefined : asked.value;
  const file = form.file || teacher?.file || 'project';
  const teach = () =>
    attempt(async () => {
      const preview = await sendRequest<ReportPreview>('/api/report', { ...form, file, project, preview: true });
      if (!preview.rule) {
        setProblem({
          text: preview.analysis,
          hint: 'Say what the agent should have done: name a path, command or check.',
        });
        return;
      }
      setTaught(preview);
      setRule(preview.rule);
      setProblem(preview.refusal && { text: preview.refusal.error, hint: preview.refusal.hint });
    });
  // Nothing is written that was not shown: an edited rule is planned again.
  const isShown = taught?.rule !== undefined && rule !== undefined && isSame(taught.rule, rule);
  const plan = () =>
    attempt(async () => {
      const preview = await sendRequest<ReportPreview>('/api/report', { ...form, file, project, rule, preview: true });
      setTaught((before) => ({ ...preview, analysis: before?.analysis ?? '' }));
      setProblem(preview.refusal && { text: preview.refusal.error, hint: preview.refusal.hint });
    });
  const keep = () =>
    attempt(async () => {
      const done = await write('/api/report', { ...form, file, project, rule, stamp: taught?.stamp });
      notify(tellDone(done, project));
      setForm({ ...NOTHING, type: form.type, file: form.file });
      setRule(undefined);
    });
  return (
    <div class="column narrow" ref={place}>
      <div class="head">
        <h1>Report a failure</h1>
      </div>
      <p class="quiet intro">
        For failures that no log shows, such as work that passed all tests and was still wrong. A teacher turns your
        report into a rule. You see the rule and the changes to your files before anything is written.
      </p>
      {rule && taught ? (
        <RuleForm
          rule={rule}
          analysis={taught.analysis}
          changes={isShown ? taught.changes : undefined}
          notices={taught.notices}
          problem={problem}
          isBusy={isBusy}
          onChange={setRule}
          onBack={() => {
            setRule(undefined);
            setProblem(undefined);
          }}
          onKeep={isShown && !taught.refusal ? keep : plan}
        />
      ) : (
        <form
          class="card"
          onKeyDown={submitOnCtrlEnter}
          onSubmit={(event) => {
            event.preventDefault();
            void teach();
          }}
        >
          <label class="field">
            Project
            <select required value={project} onChange={(event) => setProject(event.currentTarget.value)}>
              {project === '' ? <option value="">Choose a project</option> : null}
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {id === status.here ? `${name} (this folder)` : name}
                </option>
              ))}
            </select>
          </label>
          <FailureFields form={form} file={file} onChange={setForm} />
          <ProblemField problem={problem} />
          <div class="dialog-actions">
            <p class="quiet">{asked.error ? asked.error.message : teacher ? tellTeacher(teacher) : ''}</p>
            <button type="submit" class="main" disabled={isBusy || (project !== '' && asked.isLoading)}>
              {isBusy ? 'Working…' : 'Draft the rule'}
            </button>
          </div>
        </form>
      )}
    </div>
  );
}

function isSame(a: RuleFields, b: RuleFields): boolean {
  return a.rule.trim() === b.rule.trim() && a.when.trim() === b.when.trim() && a.why.trim() === b.why.trim();
}

/** Shown before anything is sent. */
function tellTeacher({ name, leavesMachine, destination }: AskedTeacher): string {
  if (name === 'builtin') return 'The built-in teacher writes the rule. Nothing leaves this machine.';
  return leavesMachine
    ? `Your report goes to ${destination ?? name}; secrets are removed first.`
    : `Your report goes to ${destination ?? name}, on this machine.`;
}
